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
}
