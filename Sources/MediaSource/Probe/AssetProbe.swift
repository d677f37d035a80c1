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
    public enum Kind: String, Sendable { case video, audio, text, other }

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
    public var channels: Int?
    /// True if it is played by default.
    public var isEnabled: Bool?
    /// The alternate group; tracks of one group are alternatives.
    public var alternateGroup: Int?
    /// Units a second of its samples' times.
    public var timescale: Int32?
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
    } catch {
      problems.append(error.description)
      return
    }
    tracks[0].timescale = file.sampleRate
    tracks[0].gapless = file.gapless
  }
}
