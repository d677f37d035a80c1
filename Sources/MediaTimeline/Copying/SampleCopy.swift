internal import CoreMedia
internal import MediaGraph
internal import MediaSource
import MovieFile

/// The tracks of a layer that are neither video nor audio: subtitles, captions, timecode, timed metadata.
///
///     media   ├── one ──┤├──── two ────┤├─ three ─┤
///     clip           ╷──────────────╷
///     output         ├┤├──── two ───┤                  samples begin and end with the clip
///
/// A sample of text holds as long as it is shown, so that none needs an edit. Timecode counts on: a sample that begins at a cut has the
/// frame of the cut.
struct SampleCopy {
  /// The tracks that become one: each clip's first of a kind, each clip's second, and so on.
  private struct Line: Hashable {
    let mediaType: String
    let number: Int
  }

  /// - Parameter range: A part of the plan's duration.
  static func tracks(
    of layer: RenderLayer, _ plan: RenderPlan, in range: CMTimeRange, edges: CopyPlan.Edges, isMovie: Bool
  ) throws -> [CopyTrack] {
    var lines: [(line: Line, tracks: [ClipTrack])] = []
    for clip in layer.clips.compactMap({ $0.part(in: range) }) where clip.samples.rule != .none {
      guard case .media(let media) = clip.source else { continue }
      var counts: [String: Int] = [:]
      let found = try clip.naming(at: clip.range.start) {
        let opened = try media.open()
        return try opened.otherTracks(clip.samples).map { try ClipTrack(clip, opened, other: $0) }
      }
      for track in found {
        let type = track.attributes.mediaType
        let line = Line(mediaType: type, number: counts[type, default: 0])
        counts[type, default: 0] += 1
        if let known = lines.firstIndex(where: { $0.line == line }) {
          lines[known].tracks.append(track)
        } else {
          lines.append((line, [track]))
        }
      }
    }
    return try lines.compactMap { try track($0.tracks, plan, in: range, edges: edges, isMovie: isMovie) }
  }

  private static func track(
    _ tracks: [ClipTrack], _ plan: RenderPlan, in range: CMTimeRange, edges: CopyPlan.Edges, isMovie: Bool
  ) throws -> CopyTrack? {
    guard let first = tracks.first else { return nil }
    var pieces: [CopyPiece] = []
    var position = range.start
    func fill(to time: CMTime) {
      if time > position { pieces.append(CopyPiece(CMTimeRange(start: position, end: time), .empty)) }
      position = max(position, time)
    }
    for track in tracks {
      for stretch in track.stretches {
        guard let media = stretch.media else { continue }
        let samples = try samples(of: track, stretch, media)
        guard !samples.isEmpty else { continue }
        fill(to: stretch.range.start)
        pieces.append(
          CopyPiece(stretch.range, .samples(samples, areRuns: false, marksFirst: false), of: track, stretch))
        position = stretch.range.end
      }
    }
    guard !pieces.isEmpty else { return nil }
    fill(to: range.end)
    return CopyTrack(
      isVideo: false, other: first.attributes, orientation: nil, obstacle: obstacle(tracks, pieces), range: range,
      pieces: pieces, plan: plan, edges: edges, isMovie: isMovie, codec: .aac)
  }

  /// The samples that hold at some time of a part of the media.
  private static func samples(
    of track: ClipTrack, _ stretch: ClipTrack.Stretch, _ media: Range<Int64>
  ) throws -> [CodedSample] {
    var samples: [CodedSample] = []
    var next = try track.track.sample(shownAt: media.lowerBound) ?? track.track.firstSample()
    while let sample = next, sample.presentationTime <= media.upperBound {
      let start = max(ExactTime(stretch.range.start), stretch.time(sample.presentationTime))
      let end = min(ExactTime(stretch.range.end), stretch.time(sample.presentationTime + sample.duration))
      if end > start { samples.append(sample) }
      next = try track.track.sample(after: sample)
    }
    return samples
  }

  private static func obstacle(_ tracks: [ClipTrack], _ pieces: [CopyPiece]) -> String? {
    func name(_ track: ClipTrack) -> String {
      track.clip.place.isEmpty ? track.clip.source.name : track.clip.place
    }
    for track in tracks {
      if track.clip.map.isReversed { return "it is played backwards (\(name(track)))" }
      if !track.track.formats.allSatisfy(\.hasMovieEntry) {
        return "its samples have no description that movies hold (\(name(track)))"
      }
      if track.attributes.mediaType == "tmcd", !track.clip.map.keepsSpeed {
        return "its frames are counted at \(track.clip.speedText) times their speed (\(name(track)))"
      }
    }
    if tracks[0].attributes.mediaType == "tmcd", let gap = pieces.first(where: { $0.span.treatment == .empty }) {
      return "a part of the timeline has no timecode, from \(gap.range.start.rationalText) on"
    }
    return nil
  }
}
