extension MovieWriter {
  /// Adds the tracks of chapters, with all their samples; tracks refer to them.
  ///
  /// Nero's list, for players that know only that, goes into the movie's user data: see `MetadataEncoder`.
  /// - Parameters:
  ///   - tracks: The tracks that are heard and seen, as `addTrack` called them.
  ///   - end: Where the movie ends.
  /// - Returns: What `append` would call the new tracks.
  /// - Throws: `unfit` if the kind of file has no chapters, or they are not right.
  @discardableResult
  public func addChapters(
    _ lists: [ChapterList], ofTracks tracks: [Int], end: CMTime
  ) throws(MovieError) -> [Int] {
    let chapters = try ChapterTracks(lists, end: end, format: draft.format)
    let added = try addTracks(chapters.all)
    try refer(tracks, to: added, as: "chap")
    return added
  }

  /// Adds a track of time codes; tracks refer to it.
  ///
  /// - Parameters:
  ///   - start: The code of the movie's beginning.
  ///   - frameDuration: How long a frame is; 1001/30000 of a second where the code counts 30.
  ///   - end: Where the movie ends.
  ///   - name: What the tape or file was called that the codes are those of; nil if nobody knows.
  /// - Throws: `unfit` if the code does not fit into the file.
  @discardableResult
  public func addTimeCode(
    _ start: TimeCode, frameDuration: CMTime, ofTracks tracks: [Int], end: CMTime, name: String? = nil
  ) throws(MovieError) -> Int {
    let track = try TimeCodeTrack(start, frameDuration: frameDuration, end: end, name: name, format: draft.format).track
    let added = try addTracks([track])
    try refer(tracks, to: added, as: "tmcd")
    return added[0]
  }

  private func refer(_ tracks: [Int], to others: [Int], as type: BoxType) throws(MovieError) {
    let ids = others.map { id(ofTrack: $0) }
    guard !ids.isEmpty else { return }
    for track in tracks {
      try updateTrack(track) { $0.references.append(TrackReference(type: type, trackIDs: ids)) }
    }
  }
}
