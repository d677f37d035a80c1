extension MovieWriter {
  /// Adds the chapter tracks, with all their samples, and references to them.
  ///
  /// Nero's list, for players that only know that, is part of the movie's user data: see `MetadataEncoder`.
  /// - Parameters:
  ///   - tracks: The audio and video tracks, by the IDs that `addTrack` returned.
  ///   - end: The end of the movie.
  /// - Returns: The IDs of the new tracks for `append`.
  /// - Throws: `notStorable` if the file type has no chapters, or they are invalid.
  @discardableResult
  public func addChapters(
    _ lists: [ChapterList], ofTracks tracks: [Int], end: CMTime
  ) throws(MovieError) -> [Int] {
    let chapters = try ChapterTracks(lists, end: end, format: movie.draft.format)
    let added = try addTracks(chapters.all)
    try refer(tracks, to: added, as: "chap")
    return added
  }

  /// Adds a timecode track, and references to it.
  ///
  /// - Parameters:
  ///   - start: The timecode of the movie's beginning.
  ///   - frameDuration: The duration of a frame; 1001/30000 of a second where the timecode counts 30.
  ///   - end: The end of the movie.
  ///   - name: The name of the tape or file that the timecode is of; nil if unknown.
  /// - Throws: `notStorable` if the file cannot hold the timecode.
  @discardableResult
  public func addTimeCode(
    _ start: TimeCode, frameDuration: CMTime, ofTracks tracks: [Int], end: CMTime, name: String? = nil
  ) throws(MovieError) -> Int {
    let track = try TimeCodeTrack(start, frameDuration: frameDuration, end: end, name: name, format: movie.draft.format)
      .track
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
