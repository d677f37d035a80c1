package import CoreMedia
import Foundation
internal import MediaEngine
package import MediaGraph
package import MediaSource
import MovieFile
import Synchronization

/// A file or URL of a plan: opened when it is needed, once for all who need it at a time, and closed when none does any more.
///
/// May be used from several threads at once. Everything that opens it blocks: never on the cooperative pool.
package final class PlannedMedia: Sendable {
  package let location: Location
  /// The file, if the program has opened it: it stays open for as long as the program wants.
  private let given: MediaFile?
  /// Breaks off the reading of all files of the plan.
  private let cancellation: ReadingCancellation

  /// The values that outlast an opened file.
  private struct Known {
    weak var opened: OpenedSource?
    /// The file that was opened for its formats, until it is rendered.
    var kept: OpenedSource?
    var isStill: Bool?
    var hasTrack: [TrackKey: Bool] = [:]
    var audioFormats: [TrackChoice: [DecodedAudioFormat]] = [:]
    var videoFormats: [TrackChoice: SourceFormat] = [:]
    var ends: [[TrackChoice]: CMTime] = [:]
    var notes: [String] = []
  }

  private struct TrackKey: Hashable {
    let choice: TrackChoice
    let isVideo: Bool
  }

  private let known = Mutex(Known())
  /// Held while the file is opened, so that others wait for it.
  private let opening = NSLock()

  /// - Parameter cancellation: Breaks off the opening and the reading.
  package init(
    _ location: Location, _ given: MediaFile? = nil, _ cancellation: ReadingCancellation = ReadingCancellation()
  ) {
    (self.location, self.given, self.cancellation) = (location, given, cancellation)
  }

  /// The path or URL.
  package var name: String { location.path ?? location.text }
  /// The path by which the file is opened, which its errors name; nil for other URLs.
  package var absolutePath: String? { location.path.map { URL(fileURLWithPath: $0).path } }

  /// The opened file, for as long as the caller keeps it.
  ///
  /// - Throws: `MediaError` and the errors of `MediaFile`.
  package func open() throws -> OpenedSource {
    try opening.withLock {
      let current = known.withLock { known in
        defer { known.kept = nil }
        return known.opened
      }
      if let current { return current }
      let opened = try given.map { try OpenedSource($0, location) } ?? OpenedSource(url, location, cancellation)
      opened.whenClosed.withLock { $0 = { [weak self] in self?.note($0) } }
      known.withLock {
        $0.opened = opened
        $0.isStill = opened.isStill
      }
      return opened
    }
  }

  private var url: URL {
    location.path.map { URL(fileURLWithPath: $0) } ?? URL(string: location.text) ?? URL(fileURLWithPath: location.text)
  }

  /// True if it is a picture, not a movie.
  package func isStill() throws -> Bool {
    if let isStill = known.withLock({ $0.isStill }) { return isStill }
    return try open().isStill
  }

  /// True if it has a track that a rule chooses.
  package func hasTrack(_ choice: TrackChoice, isVideo: Bool) throws -> Bool {
    let key = TrackKey(choice: choice, isVideo: isVideo)
    if let hasTrack = known.withLock({ $0.hasTrack[key] }) { return hasTrack }
    let hasTrack = try !open().tracks(choice, isVideo: isVideo).isEmpty
    known.withLock { $0.hasTrack[key] = hasTrack }
    return hasTrack
  }

  /// The formats of the decoded audio of the tracks that a rule chooses; the first packet of each is decoded.
  ///
  /// The file stays open until ``open()`` or ``close()`` is called.
  package func audioFormats(_ choice: TrackChoice) throws -> [DecodedAudioFormat] {
    if let formats = known.withLock({ $0.audioFormats[choice] }) { return formats }
    let opened = try open()
    let formats = try opened.tracks(choice, isVideo: false).map { track in
      let request = AudioFormatRequest(sampleFormat: .f32)
      return try AudioCursor(opened.coded(track), range: .zero, format: request).format(cancellation.now)
    }
    known.withLock {
      $0.audioFormats[choice] = formats
      $0.hasTrack[TrackKey(choice: choice, isVideo: false)] = !formats.isEmpty
      $0.kept = opened
    }
    return formats
  }

  /// The size and the rate of the frames of the track that a rule chooses; all samples may be looked at.
  ///
  /// - Throws: What is wrong with the file, or with the picture.
  package func videoFormat(_ choice: TrackChoice) throws -> SourceFormat {
    try value(\.videoFormats, choice) { try SourceFormat($0, choice) }
  }

  /// The end of the longest of the tracks that rules choose; that of the file if they choose none.
  ///
  /// - Throws: `MediaError` for media without an end, or that arrive while they are read.
  package func end(video: TrackChoice, audio: TrackChoice) throws -> CMTime {
    let end = try value(\.ends, [video, audio]) { try $0.end(video: video, audio: audio) }
    guard end.isNumeric else {
      throw MediaError(
        .unsupported, "its end is not known", path: location.text, help: "write where the clip ends, with to")
    }
    return end
  }

  private func value<Key: Sendable, Value: Sendable>(
    _ values: WritableKeyPath<Known, [Key: Value]> & Sendable, _ key: Key, of source: (OpenedSource) throws -> Value
  ) throws -> Value {
    if let value = known.withLock({ $0[keyPath: values][key] }) { return value }
    let value = try source(open())
    known.withLock { $0[keyPath: values][key] = value }
    return value
  }

  /// Notes for people from its rendering, each once, with the losses of the file.
  package var notes: [String] {
    let (notes, opened) = known.withLock { ($0.notes, $0.opened) }
    return notes + (opened?.losses ?? []).filter { !notes.contains($0) }
  }

  func note(_ text: String) {
    known.withLock { if !$0.notes.contains(text) { $0.notes.append(text) } }
  }

  /// Gives up the file that was opened for its formats, if it is not rendered yet.
  package func close() {
    let kept = known.withLock { known in
      defer { known.kept = nil }
      return known.kept
    }
    // The file that is released here notes what it has lost, which takes the lock.
    withExtendedLifetime(kept) {}
  }
}

/// An opened file of a plan. May be used from several threads at once.
package final class OpenedSource: Sendable {
  package let location: Location
  /// The file; of a still picture, its bytes are all that may be asked for.
  package let file: MediaFile
  /// True if it is a picture, PNG or JPEG.
  package let isStill: Bool
  private let coded = Mutex<[Int32: any CodedTrack]>([:])
  /// Called with each of ``losses`` when the file is closed.
  fileprivate let whenClosed = Mutex<(@Sendable (String) -> Void)?>(nil)
  private let decodedPicture = OnceResult<StillPicture>()

  fileprivate init(_ file: MediaFile, _ location: Location) throws {
    (self.file, self.location) = (file, location)
    isStill = try Self.isStill(file.bytes(), location)
  }

  fileprivate init(_ url: URL, _ location: Location, _ cancellation: ReadingCancellation) throws {
    self.location = location
    let input = try MediaInput(url, options: .init(isPrecise: true), cancellation: cancellation)
    isStill = try Self.isStill(input.source, location)
    // The headers of a picture are no one's that reads tracks.
    let media = isStill ? OpenedMedia(input, as: DemuxedContainer(input)) : try OpenedMedia(input)
    if !isStill { try media.readHeaders() }
    file = MediaFile(media)
  }

  private static func isStill(_ source: any ByteSource, _ location: Location) throws -> Bool {
    // A file of many JPEG pictures begins as one of them does.
    let isStream = ["mjpeg", "mjpg"].contains(URL(fileURLWithPath: location.text).pathExtension.lowercased())
    let start = try ProbeData(of: source).bytes
    return start.starts(with: [0x89, 0x50, 0x4E, 0x47]) || start.starts(with: [0xFF, 0xD8, 0xFF]) && !isStream
  }

  /// The tracks that a rule chooses, in the order of the file; none of a still picture.
  package func tracks(_ choice: TrackChoice, isVideo: Bool) throws -> [any ContainerTrack] {
    if isStill { return [] }
    let found = try file.tracks(choice, isVideo: isVideo)
    guard found.isEmpty, ![.first, .all, .none].contains(choice.rule) else { return found }
    throw MediaError(
      .noMedia, "it has no \(isVideo ? "video" : "audio") track with \(choice.text)", path: location.text)
  }

  /// The tracks that are neither video nor audio, and that a rule chooses, in the order of the file; none of a still picture.
  package func otherTracks(_ choice: TrackChoice) throws -> [any ContainerTrack] {
    isStill ? [] : try file.otherTracks(choice)
  }

  /// The picture, decoded once for all who show it while it is open.
  ///
  /// - Throws: `MediaError` for a picture that is damaged.
  func picture() throws -> StillPicture { try decodedPicture.get { try StillPicture(self) } }

  /// The samples of a track, opened once for all who read them.
  package func coded(_ track: any ContainerTrack) throws -> any CodedTrack {
    let id = track.attributes.id
    if let known = coded.withLock({ $0[id] }) { return known }
    let opened = try track.codedTrack()
    return coded.withLock { tracks in
      let known = tracks[id] ?? opened
      tracks[id] = known
      return known
    }
  }

  /// The known losses of the tracks that were read, each once.
  fileprivate var losses: [String] {
    let found = coded.withLock { $0.sorted { $0.key < $1.key }.compactMap { $0.value.loss?.description } }
    return found.enumerated().filter { found.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  deinit {
    if let note = whenClosed.withLock({ $0 }) { losses.forEach(note) }
  }

  /// The end, which is not numeric for media without one.
  fileprivate func end(video: TrackChoice, audio: TrackChoice) throws -> CMTime {
    var ends: [CMTime] = []
    for track in try tracks(video, isVideo: true) { ends.append(try FrameCursor(coded(track)).stamps().timelineEnd) }
    for track in try tracks(audio, isVideo: false) { ends.append(try AudioCursor(coded(track)).end()) }
    return try ends.max() ?? file.duration()
  }
}
