import CoreMedia
import Foundation
import MovieFile

/// Media of several files on one timeline: runs of a playlist one after the other, each perhaps with its audio apart.
///
///     run 1  video ├──────────┤  run 2  video ├──────┤
///            audio ├──────────┤         audio ├──────┤
struct JoinedContainer: MediaContainer {
  /// A file, and the time in its run at which its timeline begins.
  struct Part: Sendable {
    let container: any MediaContainer
    let start: CMTime
  }

  /// Files that are played together.
  struct Run: Sendable {
    let parts: [Part]
  }

  private let joined: [JoinedContainerTrack]
  /// The file with the tracks of the first run's first part.
  private let first: any MediaContainer

  /// - Throws: The errors of the tracks; `MediaError` if there are none.
  init(_ runs: [Run], at url: URL) throws {
    var tracks: [(first: any ContainerTrack, parts: [JoinedTrack.Part])] = []
    var start = CMTime.zero
    for run in runs {
      var (end, counts) = (start, [String: Int]())
      for part in run.parts {
        for track in try part.container.tracks() where track.isAudiovisual {
          let coded = try track.codedTrack()
          let piece = JoinedTrack.Part(track: coded, start: start + part.start)
          end = max(end, start + part.start + (try coded.timeline().end))
          // The second audio track of a run continues that of the run before.
          let (type, number) = (track.attributes.mediaType, counts[track.attributes.mediaType, default: 0])
          counts[type] = number + 1
          let same = tracks.indices.filter { tracks[$0].first.attributes.mediaType == type }
          if number < same.count {
            tracks[same[number]].parts.append(piece)
          } else {
            tracks.append((track, [piece]))
          }
        }
      }
      start = end
    }
    guard let first = runs.first?.parts.first?.container, !tracks.isEmpty else {
      throw MediaError(.noMedia, "the playlist has no media", path: url.absoluteString)
    }
    self.first = first
    joined = try tracks.enumerated().map { number, track in
      try JoinedContainerTrack(track.first, JoinedTrack(track.parts), id: Int32(clamping: number + 1))
    }
  }

  static func match(_ probeData: ProbeData) -> ContainerMatch { .none }
  static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess { .once }
  static func open(_ input: MediaInput) throws -> JoinedContainer? { nil }

  var isReadByTables: Bool { true }
  func tracks() throws -> [any ContainerTrack] { joined }
  func metadata(sizeLimit: Int64) throws -> Metadata { try first.metadata(sizeLimit: sizeLimit) }
  func chapterLists() throws -> [ChapterList] { [] }

  func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    let entries = joined.map { track in
      ListedFile.Entry(id: UInt32(clamping: track.attributes.id), mediaType: track.attributes.mediaType) {
        let name = try track.formatDescriptions().first.map { BoxType(rawValue: $0.mediaSubType.rawValue).text }
        return try ListedTrack(
          track.joined, id: UInt32(clamping: track.attributes.id), mediaType: track.attributes.mediaType,
          codec: name ?? "")
      } problem: {
        nil
      }
    }
    return (entries, [])
  }

  func probe(_ input: AssetProbe.Input) throws(MediaError) -> AssetProbe { try first.probe(input) }
}

/// A track of several files on one timeline.
struct JoinedContainerTrack: ContainerTrack {
  let joined: JoinedTrack
  /// The track of the first file.
  private let first: any ContainerTrack
  let attributes: TrackAttributes
  private let known: OnceResult<SampleStatistics> = .init()

  init(_ first: any ContainerTrack, _ joined: JoinedTrack, id: Int32) {
    (self.first, self.joined) = (first, joined)
    var attributes = first.attributes
    attributes.id = id
    self.attributes = attributes
  }

  func timescale() throws -> Int32 { joined.timescale }

  func formatDescriptions() throws -> [CMFormatDescription] {
    let all = joined.formats.compactMap(\.description)
    guard !all.isEmpty else { return try first.formatDescriptions() }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func segments() throws -> [TrackTimeline.Segment] { try joined.shownSegments() }

  func statistics() throws -> SampleStatistics {
    try known.get(isPassing: \.mayPass) {
      try SampleStatistics(of: joined, isVideo: attributes.mediaType == "vide", frameDuration: nil)
    }
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    guard let piece = try joined.timeline().piece(at: time), piece.mediaStart != nil,
      let sample = try joined.sample(shownAt: piece.mediaTime(at: time, timescale: joined.timescale))
    else { return nil }
    return piece.time(ofMedia: sample.presentationTime, timescale: joined.timescale)
  }

  func characteristics() throws -> [String] { try first.characteristics() }
  func metadata() throws -> Metadata { try first.metadata() }
  func isDecodable() throws -> Bool { try first.isDecodable() }
  func codedTrack() throws -> any CodedTrack { joined }
}
