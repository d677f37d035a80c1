internal import GStreamer
import CoreMedia
import Foundation
import MovieFile

/// The tracks of a file of any kind, for a listing of all their compressed samples.
///
/// Movies, MP3, AAC, Core Audio, WAVE and AIFF files are listed by their own tables, Matroska, MPEG streams, Flash, AVI
/// and Ogg by a walk over their headers, with the offset of each sample that lies in one piece. All others are read once
/// by GStreamer's parsers, which do not report offsets. Times are those of the file: Matroska has milliseconds, and MPEG
/// transport and program streams, whose clocks begin anywhere, begin at zero with the first presented sample. If a
/// container has no decode times, frames are decoded one after the other, as late as the first allows.
public struct ListedFile: Sendable {
  /// A track that is not listed yet.
  public struct Entry: Sendable {
    public let id: UInt32
    /// The media type by QuickTime's handlers, such as `vide` or `soun`.
    public let mediaType: String
    fileprivate let track: @Sendable () throws -> ListedTrack
    fileprivate let problem: @Sendable () -> MovieError?

    /// - Parameters:
    ///   - track: Lists the samples.
    ///   - problem: Finds what is wrong with them, although they can be listed.
    package init(
      id: UInt32, mediaType: String, track: @escaping @Sendable () throws -> ListedTrack,
      problem: @escaping @Sendable () -> MovieError?
    ) {
      (self.id, self.mediaType, self.track, self.problem) = (id, mediaType, track, problem)
    }
  }

  /// The tracks in file order.
  public let entries: [Entry]
  private let headerProblems: [MovieError]

  /// Opens a file; reads all of it if it has no tables. Blocks: never call it on the cooperative pool.
  ///
  /// - Throws: `MovieError` for damaged tables, `MediaError` for unreadable files.
  public init(path: String) throws { try self.init(OpenedMedia(path: path)) }

  /// Lists the tracks of what is open; reads all of it if it has no tables. Blocks.
  ///
  /// - Throws: `MovieError` for damaged tables, `MediaError` for what cannot be read.
  package init(_ media: OpenedMedia) throws {
    (entries, headerProblems) = try media.checkingType { try media.container.listing() }
  }

  /// Returns the samples of tracks. Blocks while tables are read.
  ///
  /// - Throws: The errors of a track's samples.
  public func listing(of entries: [Entry]) throws -> SampleListing { SampleListing(try entries.map { try $0.track() }) }

  /// Returns the problems of the file and the tracks that do not prevent listing them, each once: tracks may share one.
  public func problems(of entries: [Entry]) -> [MovieError] {
    entries.compactMap { $0.problem() }.reduce(into: headerProblems) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension ParsedTrack {
  private var format: StreamFormat? { content.flatMap { StreamFormat($0) } }

  /// The media type of streams that are neither video nor audio nor text.
  static let otherMedia = "data"

  /// The kind of its media as QuickTime's handlers name it.
  var mediaType: String { format?.mediaType ?? Self.otherMedia }

  /// The FourCC, or GStreamer's name for formats without one.
  fileprivate var codecName: String {
    guard let format else { return "" }
    let name = BoxType(rawValue: format.subType.rawValue).text
    return name == "????" ? format.structure.name : name
  }
}

extension ListedTrack {
  /// A track that a demuxer gave.
  init(_ track: ParsedTrack, id: UInt32) throws {
    try self.init(track, id: id, mediaType: track.mediaType, codec: track.codecName)
  }

  /// A track whose samples have no places in a file.
  init(_ track: any CodedTrack, id: UInt32, mediaType: String, codec: String) throws {
    let scale = track.edits.lazy.map(\.duration).first { $0.isNumeric }?.timescale ?? track.timescale
    let edits = track.edits.map { edit in
      Edit(
        duration: edit.duration.isNumeric
          ? CMTimeConvertScale(edit.duration, timescale: scale, method: .default).value : 0,
        mediaTime: edit.mediaStart, rate: FixedPoint(edit.rate, fractionBits: 16))
    }
    var (lead, count): (Int64, Int) = (0, 0)
    try track.forEachSample { sample in
      lead = max(lead, sample.decodeTime - sample.presentationTime)
      count += 1
    }
    self.init(
      id: id, mediaType: mediaType, codec: codec, timescale: track.timescale, sampleCount: count,
      timeline: TrackTimeline(
        edits: edits, mediaEnd: try track.presentationEnd(), timescale: track.timescale, movieTimescale: scale),
      timelineScale: scale
    ) { [lead] body in
      try track.forEachSample { sample in
        try body(
          ListedSample(
            index: sample.index, presentationTime: sample.presentationTime, decodeTime: sample.decodeTime - lead,
            duration: sample.duration, size: sample.size, offset: nil, kind: sample.isSync ? .sync : .other))
      }
    }
  }
}
