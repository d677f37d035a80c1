internal import MediaSource
import Synchronization

/// The tracks of a composition, and what is derived from them.
final class CompositionContents: Sendable {
  struct State: Sendable {
    var tracks: [AVCompositionTrack] = []
    /// The highest ID that a track has or had: IDs are not used again.
    var lastID: CMPersistentTrackID = 0
    /// IDs that were asked for, and are above those that follow each other.
    var usedIDs: Set<CMPersistentTrackID> = []
    /// Zero for the default.
    var naturalSize = CGSize.zero

    /// Returns an ID for a new track: the preferred one, unless a track has or had it.
    mutating func newID(_ preferred: CMPersistentTrackID) -> CMPersistentTrackID {
      var id = preferred
      if id <= 0 || usedIDs.contains(id) { id = nextID }
      usedIDs.insert(id)
      lastID = max(lastID, id)
      return id
    }

    /// An ID that no track has or had.
    var nextID: CMPersistentTrackID {
      if lastID < .max { return lastID + 1 }
      return (1...CMPersistentTrackID.max).first { !usedIDs.contains($0) } ?? kCMPersistentTrackID_Invalid
    }
  }

  let state = Mutex(State())
  /// The options with which files of segments that have only a URL are opened.
  let fileOptions: MediaFile.Options

  init(_ fileOptions: MediaFile.Options) { self.fileOptions = fileOptions }

  var tracks: [AVCompositionTrack] { state.withLock { $0.tracks } }

  var duration: CMTime { tracks.map(\.contents.state.segments.duration).max() ?? .zero }

  /// The sources of all tracks.
  var sources: [CompositionSource] { tracks.flatMap(\.contents.sources) }

  /// The size of the first enabled video track that has one, unless another was set.
  func naturalSize() throws -> CGSize {
    let own = state.withLock { $0.naturalSize }
    if own != .zero { return own }
    for track in tracks where track.mediaType == .video && track.isEnabled {
      let size = try track.contents.naturalSize()
      if size != .zero { return size }
    }
    return .zero
  }

  // MARK: Uses

  func isPlayable() throws -> Bool { try tracks.contains { try $0.contents.isDecodable() } }

  func isReadable() throws -> Bool {
    try tracks.allSatisfy { track in
      try track.contents.sources.allSatisfy { source in
        try source.check(track.mediaType)
        return try source.file.isReadable()
      }
    }
  }

  /// - Throws: `AVError` for a composition whose sources cannot be read; read errors of them.
  func checkReadable() throws {
    do {
      guard try isProtected() || isReadable() else {
        throw AVError(.operationNotSupportedForAsset, reason: "some of its media are known only when they are played")
      }
      if try isProtected() { throw AVError(.contentIsProtected, reason: "samples of its sources are encrypted") }
    } catch {
      throw AVError(reading: error)
    }
  }

  func isExportable() throws -> Bool { try isReadable() && isPlayable() }

  func isProtected() throws -> Bool { try sources.contains { try $0.file.isProtected() } }

  /// The loading work of the properties of compositions, by name: what is in memory, and what asks the sources.
  static let loads: [String: PropertyLoad<CompositionContents>] = {
    func work(_ body: @escaping @Sendable (CompositionContents) throws -> Any) -> PropertyLoad<CompositionContents> {
      PropertyLoad(load: { _ = try body($0) })
    }
    var loads: [String: PropertyLoad<CompositionContents>] = [:]
    for key in AVAsset.loads.keys { loads[key] = .constant }
    return loads.merging([
      "isPlayable": work { try $0.isPlayable() }, "isExportable": work { try $0.isExportable() },
      "isReadable": work { try $0.isReadable() }, "isComposable": work { try $0.isReadable() },
      "hasProtectedContent": work { try $0.isProtected() }, "naturalSize": work { try $0.naturalSize() },
    ]) { _, own in own }
  }()
}
