/// A track with all its samples, which begin at 0 of its media: chapters, time codes.
struct WholeTrack: Sendable {
  var draft: TrackDraft
  var samples: [(sample: Sample, bytes: [UInt8])]
  /// The edits.
  var segments: [TrackTimeline.Segment]
}

extension MovieWriter {
  /// Adds tracks with all their samples.
  ///
  /// - Returns: The tracks' numbers, for `append`.
  func addTracks(_ tracks: [WholeTrack]) throws(MovieError) -> [Int] {
    var added: [Int] = []
    for track in tracks {
      var draft = track.draft
      draft.timing = .presented(reorderDepth: 0)
      let index = try addTrack(draft)
      setSegments(track.segments, ofTrack: index)
      for (sample, bytes) in track.samples { try append(sample, .memory(bytes), toTrack: index) }
      try finishTrack(index)
      added.append(index)
    }
    return added
  }
}
