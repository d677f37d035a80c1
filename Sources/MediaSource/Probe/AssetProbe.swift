import CoreMedia
import Dispatch
import Foundation
import MovieFile

/// What is in a file, as far as its beginning tells.
public struct AssetProbe: Sendable, Equatable {
  /// The kind of file in words; nil for a bare stream.
  public var container: String?
  /// How long it lasts; indefinite when it does not say.
  public var duration: CMTime
  public var tracks: [Track]
  /// What the file says about itself, in the keys of its format; nothing where GStreamer reads it.
  public var metadata = Metadata()
  /// Its chapters, a list for each language and way to store them.
  public var chapters: [ChapterList] = []
  /// What could not be read, although the rest could; a line each.
  public var problems: [String] = []

  /// The place of what is looked into.
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

  /// A stream in a file; what the file does not say is nil.
  public struct Track: Sendable, Equatable {
    public enum Kind: String, Sendable { case video, audio, text, other }

    public var kind: Kind
    /// The track's ID in the file.
    public var id: Int?
    /// The codec in words.
    public var codec: String?
    /// GStreamer's name of the format.
    public var format: String?
    /// The language, as the file has it.
    public var language: String?
    /// Bits a second.
    public var bitRate: Int?
    /// Width and height in pixels, as they are stored.
    public var size: CMVideoDimensions?
    /// How long a frame is shown on average.
    public var frameDuration: CMTime?
    /// Samples a second.
    public var sampleRate: Int?
    public var channels: Int?
    /// Whether it is played unless somebody chooses another one.
    public var isEnabled: Bool?
    /// Tracks of one group are alternatives.
    public var alternateGroup: Int?
    /// Units a second of its samples' times.
    public var timescale: Int32?
    public var sampleCount: Int?
    /// What of it the file shows when; empty if the format has no such thing.
    public var edits: [TrackTimeline.Segment] = []
    /// Which of a decoder's samples are heard.
    public var gapless: GaplessInfo?
    /// The media characteristics that it is tagged with.
    public var characteristics: [String] = []
    /// Other tracks that belong to it.
    public var references: [TrackReference] = []
    /// What the file says about it.
    public var metadata = Metadata()
  }

  /// Looks into a file, a path or a URL as a person writes it.
  ///
  /// - Throws: `MediaError` when it is missing, cannot be read or holds no media.
  package static func probe(_ input: Input) async throws(MediaError) -> AssetProbe {
    if case .file(let path) = input {
      if let problem = InputFile.problem(path: path) { throw problem }
      if InputFile.isPipe(path) {
        throw MediaError(
          .unseekable, "it is a pipe: what a look takes out of it, nobody else gets", stage: "probe", path: path,
          help: "write what comes to a file, and look at that")
      }
    }
    // The discoverer blocks for as long as the source does.
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "reel.probe").async {
        continuation.resume(returning: Result { () throws(MediaError) in try look(input) })
      }
    }
    return try result.get()
  }

  /// Files are described by their container; what is no file, and movies that only GStreamer reads, by GStreamer. Blocks.
  private static func look(_ input: Input) throws(MediaError) -> AssetProbe {
    guard case .file(let path) = input, InputFile.isRegular(path) else { return try Discoverer.probe(input) }
    let media: OpenedMedia
    do {
      media = try OpenedMedia(path: path)
    } catch let error as MovieError {
      guard error.code == .unsupported else { throw problem(error, path: path) }
      return try Discoverer.probe(input)
    } catch {
      throw MediaError(.unreadable, "\(error)", stage: "probe", path: path, underlying: error)
    }
    return try media.container.probe(path: path)
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
  init(discoveredAt path: String, tagsIn source: any ByteSource) throws(MediaError) {
    self = try Discoverer.probe(.file(path))
    do throws(MovieError) {
      let tags = try ID3Location(of: source)
      metadata = tags.metadata
      chapters = tags.tags.flatMap(\.chapterLists)
      let end = duration.isNumeric ? duration : nil
      if let xiph = try XiphTags(of: source, at: tags.sound.lowerBound, end: end) {
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

  /// Adds what the frames of bare sound say.
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
