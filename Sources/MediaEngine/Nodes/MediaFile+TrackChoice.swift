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
    let known = AssetTrack.all(tracks, of: movie)
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
    let chapters = all.chapterIDs
    let others = all.filter { !$0.isAudiovisual && !chapters.contains($0.attributes.id) }
    let known = AssetTrack.all(others, of: movie)
    let ids = Set(try AssetTrack.choose(choice, from: known, kind: nil, in: url.path).compactMap(\.id))
    return others.filter { ids.contains(Int($0.attributes.id)) }
  }
}
