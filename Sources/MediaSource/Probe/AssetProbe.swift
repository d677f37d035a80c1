import CoreMedia
import Dispatch
import Foundation
import MovieFile

/// The contents of a file, from its beginning.
public struct AssetProbe: Sendable, Equatable {
  /// The name of the container; nil for an elementary stream.
  public var container: String?
  /// The duration; indefinite if not stated.
  public var duration: CMTime
  /// The tracks, in the order of the file.
  public var tracks: [Track]
  /// The file's metadata, with the keys of its format; empty if GStreamer reads the file.
  public var metadata = Metadata()
  /// The chapters, a list for each language and form of storage.
  public var chapters: [ChapterList] = []
  /// The problems of parts that could not be read; a line each.
  public var problems: [String] = []

  /// The place of the file.
  package enum Input: Sendable {
    case file(String)
    /// The text of a URL.
    case url(String)

    package var text: String {
      switch self {
      case .file(let path): path
      case .url(let text): text
      }
    }
  }

  /// A stream of a file; values that are not stated are nil.
  public struct Track: Sendable, Equatable {
    /// The kinds of media.
    public enum Kind: String, Sendable { case video, audio, text, other }

    /// The kind of media.
    public var kind: Kind
    /// The track's ID in the file.
    public var id: Int?
    /// The codec's name.
    public var codec: String?
    /// GStreamer's name of the format.
    public var format: String?
    /// The language, as in the file.
    public var language: String?
    /// Bits a second.
    public var bitRate: Int?
    /// Width and height in pixels, as stored.
    public var size: CMVideoDimensions?
    /// The mean duration of a frame.
    public var frameDuration: CMTime?
    /// Samples a second.
    public var sampleRate: Int?
    /// The number of channels.
    public var channels: Int?
    /// The arrangement of the channels, such as `stereo` or `5.1`.
    public var channelLayout: String?
    /// The bits of a sample of lossless audio.
    public var bitsPerSample: Int?
    /// The profile of the codec, such as `High` or `LC`.
    public var profile: String?
    /// The level of the codec, such as `3.1`.
    public var level: String?
    /// The layout of decoded pixels by FFmpeg's name, such as `yuv420p10le`.
    public var pixelFormat: String?
    /// The colours; nil values are not stated.
    public var color = Color()
    /// True if pictures may be fields.
    public var mayBeInterlaced: Bool?
    /// Width and height of a pixel.
    public var pixelAspectRatio: PixelAspectRatio?
    /// The display on which HDR video was made.
    public var masteringDisplay: MasteringDisplay?
    /// The light of HDR video.
    public var contentLight: ContentLight?
    /// True if its text or pictures are chapters of another track.
    public var isChapterList = false
    /// True if it is played by default.
    public var isEnabled: Bool?
    /// The alternate group; tracks of one group are alternatives.
    public var alternateGroup: Int?
    /// Units a second of its samples' times.
    public var timescale: Int32?
    /// The number of coded samples.
    public var sampleCount: Int?
    /// The edits; empty if the format has none.
    public var edits: [TrackTimeline.Segment] = []
    /// The valid range of a decoder's output.
    public var gapless: GaplessInfo?
    /// The tagged media characteristics.
    public var characteristics: [String] = []
    /// References to other tracks.
    public var references: [TrackReference] = []
    /// The track's metadata.
    public var metadata = Metadata()
  }

  /// The colours of video, by FFmpeg's names of the code points of ITU-T H.273.
  public struct Color: Sendable, Equatable {
    /// Such as `bt709` or `bt2020`.
    public var primaries: String?
    /// Such as `bt709`, `smpte2084` or `arib-std-b67`.
    public var transfer: String?
    /// Such as `bt709` or `bt2020nc`.
    public var matrix: String?
    /// True for levels from 0 to 255, false for those from 16 to 235.
    public var isFullRange: Bool?
  }

  /// The width and the height of a pixel, as a ratio.
  public struct PixelAspectRatio: Sendable, Equatable {
    /// The width.
    public var horizontal: Int
    /// The height.
    public var vertical: Int
  }

  /// A mastering display (SMPTE ST 2086).
  public struct MasteringDisplay: Sendable, Equatable {
    /// A point of the CIE 1931 chromaticity diagram.
    public struct Point: Sendable, Equatable {
      public var x: Double
      public var y: Double
    }

    /// The primary of red.
    public var red: Point
    /// The primary of green.
    public var green: Point
    /// The primary of blue.
    public var blue: Point
    /// The white of the display.
    public var whitePoint: Point
    /// The darkest luminance, in candelas a square metre.
    public var minimumLuminance: Double
    /// The brightest luminance, in candelas a square metre.
    public var maximumLuminance: Double
  }

  /// The content light level (CTA-861.3), in candelas a square metre.
  public struct ContentLight: Sendable, Equatable {
    /// The brightest pixel.
    public var maximum: Int
    /// The brightest frame's average.
    public var maximumAverage: Int
  }

  /// The error for a file that is damaged.
  static func problem(_ error: MovieError, path: String) -> MediaError {
    var named = error
    named.file = nil
    return MediaError(.damaged, named.description, stage: "probe", path: path, underlying: error)
  }
}

extension AssetProbe {
  /// A description as GStreamer sees the file, with what its tags say.
  init(discoveredAt input: Input, tagsIn source: any ByteSource) throws(MediaError) {
    self = try Discoverer.probe(input)
    readTags(in: source)
  }

  /// Adds what the tags of a file say.
  mutating func readTags(in source: any ByteSource) {
    do throws(MovieError) {
      let tags = try ID3Location(of: source)
      metadata = tags.metadata
      chapters = tags.tags.flatMap(\.chapterLists)
      let end = duration.isNumeric ? duration : nil
      if let xiph = try XiphTags(of: source, at: tags.audio.lowerBound, end: end) {
        metadata.items += xiph.metadata.items
        metadata.problems += xiph.metadata.problems
        chapters += xiph.chapterLists
      } else if let matroska = try MatroskaTags(of: source) {
        metadata.items += matroska.metadata.items
        chapters += matroska.chapterLists
      }
      nameKind(audioBytes: tags.audio.count)
      if container == "FLAC", tags.audio.count >= 42 {
        // The mark, and the block that describes the stream, which is the first.
        let head = try source.bytes(at: tags.audio.lowerBound, count: 42)
        tracks[0].bitsPerSample = Track.flacBits(head)
      }
      if container == "FLAC", let problem = try FLACEnd.problem(of: source) { problems.append(problem.description) }
      problems += metadata.problems.map(\.description)
    } catch {
      problems.append(error.description)
    }
  }

  /// Adds what the frames of bare audio say.
  mutating func readFrames(_ file: AudioFrameFile) {
    guard tracks.count == 1, tracks[0].format == "audio/mpeg" else { return }
    do throws(MovieError) {
      let length = try file.estimatedDuration()
      if length.isExact { duration = length.duration }
      // The encoder counts from the frame with its summary on, which is the first.
      if let count = file.summary?.byteCount, case let stated = file.tags.audio.lowerBound + count,
        stated > file.source.size
      {
        let cause = "it is cut off: \(file.source.size) of \(stated) bytes are there"
        problems.append(MovieError(.truncated, cause, file: file.source.name).description)
      }
      tracks[0].bitRate = nil
      estimateBitRate(audioBytes: file.source.size)
    } catch {
      problems.append(error.description)
      return
    }
    tracks[0].timescale = file.sampleRate
    tracks[0].readDetails(file.formatDescription)
    tracks[0].gapless = file.gapless
  }
}
