package import MediaGraph
package import MediaSource

extension MediaFile {
  /// The video or audio tracks that a rule chooses, in the order of the file.
  ///
  /// - Throws: `MediaError` if the rule asks for a characteristic that cannot be read; what is wrong with the file.
  package func tracks(_ choice: TrackChoice, isVideo: Bool) throws -> [any ContainerTrack] {
    if choice.rule == .none { return [] }
    var tracks = try tracks()
    if tracks.isEmpty { tracks = try container().playedTracks() }
    let movie = try movie()
    let known = tracks.map { AssetTrack($0, of: movie) }
    let chosen = try AssetTrack.choose(choice, from: known, kind: isVideo ? .video : .audio, in: url.path)
    let ids = Set(chosen.compactMap(\.id))
    return tracks.filter { ids.contains(Int($0.attributes.id)) && ($0.attributes.mediaType == "vide") == isVideo }
  }

  /// The tracks that are neither video nor audio, and that a rule chooses, in the order of the file.
  ///
  /// Chapters are the movie's, and none of them.
  ///
  /// - Throws: As ``tracks(_:isVideo:)``.
  package func otherTracks(_ choice: TrackChoice) throws -> [any ContainerTrack] {
    if choice.rule == .none { return [] }
    let (all, movie) = (try tracks(), try movie())
    let chapters = Set(all.flatMap(\.attributes.references).filter { $0.type == "chap" }.flatMap(\.trackIDs))
    let others = all.filter { track in
      !track.isAudiovisual && !chapters.contains(UInt32(bitPattern: track.attributes.id))
    }
    let known = others.map { AssetTrack($0, of: movie) }
    let ids = Set(try AssetTrack.choose(choice, from: known, kind: nil, in: url.path).compactMap(\.id))
    return others.filter { ids.contains(Int($0.attributes.id)) }
  }
}
