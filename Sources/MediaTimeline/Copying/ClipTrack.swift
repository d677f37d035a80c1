internal import CoreGraphics
internal import CoreMedia
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import MovieFile

/// The track of a clip whose samples may be copied.
struct ClipTrack: Sendable {
  /// A stretch of the clip that one edit of the source shows.
  struct Stretch: Sendable {
    /// On the timeline.
    let range: CMTimeRange
    /// In units of the track; nil where the source shows nothing.
    let media: Range<Int64>?
    /// Times of the timeline are `offset` and `slope` times those of the media, in units of the track.
    let offset: ExactTime
    let slope: ExactTime
    /// The times of the source, for its cursors.
    let source: CMTimeRange
    /// True if the source's edit plays as the media is stored.
    let keepsSpeed: Bool

    /// Returns the time on the timeline of a time of the media.
    func time(_ media: Int64) -> ExactTime { offset + ExactTime(Int128(media), over: 1) * slope }
  }

  let clip: RenderClip
  /// Keeps the file open.
  let opened: OpenedSource
  let track: any CodedTrack
  /// The track of the container.
  let content: any ContainerTrack
  var attributes: TrackAttributes { content.attributes }
  let stretches: [Stretch]

  /// True if edits of the file play a part of it at another speed.
  var changesSpeed: Bool { stretches.contains { $0.media != nil && !$0.keepsSpeed } }

  /// - Returns: Nil if the clip has no such track.
  /// - Throws: The error of the file.
  init?(_ clip: RenderClip, _ media: PlannedMedia, isVideo: Bool) throws {
    let opened = try media.open()
    let found = try opened.tracks(isVideo ? clip.video : clip.audio, isVideo: isVideo)
    guard let first = found.first else { return nil }
    (self.clip, self.opened, content) = (clip, opened, first)
    track = try opened.coded(first)
    stretches = try Self.stretches(of: clip, in: track, isVideo: isVideo)
  }

  /// Creates the track of a clip that is neither video nor audio.
  ///
  /// - Throws: The error of the file.
  init(_ clip: RenderClip, _ opened: OpenedSource, other: any ContainerTrack) throws {
    (self.clip, self.opened, content) = (clip, opened, other)
    track = try other.storedTrack()
    stretches = try Self.stretches(of: clip, in: track, isVideo: false)
  }

  /// The format of the samples that are copied, if it is one.
  func format(of sample: CodedSample) throws -> CodedFormat { try track.format(of: sample) }

  /// The turn or reflection that players give its frames, as GStreamer's tag has it; nil if they are shown as they are stored.
  ///
  /// With `fit: none`, the program says how the whole is turned.
  var orientation: String? { clip.fit == .none ? nil : attributes.transform.orientationTag }

  private static func stretches(
    of clip: RenderClip, in track: any CodedTrack, isVideo: Bool
  ) throws -> [Stretch] {
    let (map, unit) = (clip.map, ExactTime(1, over: Int128(track.timescale)))
    let edits = try gaplessEdits(of: track) ?? track.edits
    let timeline = try EditedTimeline(
      checking: edits, timescale: track.timescale,
      mediaEnd: isVideo ? track.presentationEnd() : max(track.mediaEnd(), track.presentationEnd()))
    let stamps = FrameStamps(track, timeline)
    var stretches: [Stretch] = []
    var position = map.sourceRange.start
    func add(from start: CMTime, to end: CMTime, _ piece: EditedTimeline.Piece?) {
      guard end > start else { return }
      // The ends of the clip are exact, those of edits as exact as times can be.
      let range = CMTimeRange(
        start: start == map.sourceRange.start ? map.range.start : map.time(atSource: start).time,
        end: end == map.sourceRange.end ? map.range.end : map.time(atSource: end).time)
      guard range.duration > .zero else { return }
      let source = CMTimeRange(start: start, end: end)
      guard let piece, let mediaStart = piece.mediaStart, piece.rate > 0 else {
        stretches.append(
          Stretch(range: range, media: nil, offset: .zero, slope: .zero, source: source, keepsSpeed: false))
        return
      }
      let rate = ExactTime(Int128(piece.rate), over: 65536)
      let slope = unit / rate / map.speed
      let offset = map.time(
        atSource: ExactTime(piece.start) - ExactTime(Int128(mediaStart), over: 1) * unit / rate)
      var part = piece
      let shown = stamps.range(source)
      part.end = min(shown.end, piece.end)
      let first = isVideo ? piece.mediaTime(at: shown.start, timescale: track.timescale) : nearest(start, piece, track)
      let last = isVideo ? part.mediaEnd(timescale: track.timescale) : nearest(part.end, piece, track)
      stretches.append(
        Stretch(
          range: range, media: first..<max(first + 1, last), offset: offset, slope: slope, source: source,
          keepsSpeed: piece.rate == 65536))
    }
    for piece in timeline.pieces where piece.end > map.sourceRange.start && piece.start < map.sourceRange.end {
      add(from: position, to: piece.start, nil)
      let start = max(position, piece.start)
      position = min(piece.end, map.sourceRange.end)
      add(from: start, to: position, piece)
    }
    if position < map.sourceRange.end { stretches += rest(of: map, from: position) }
    return stretches
  }

  /// The part of a clip behind the end of its track, which has no samples; none if the track ends with the clip.
  private static func rest(of map: TimeMap, from position: CMTime) -> [Stretch] {
    let start = position == map.sourceRange.start ? map.range.start : map.time(atSource: position).time
    guard map.range.end > start else { return [] }
    return [
      Stretch(
        range: CMTimeRange(start: start, end: map.range.end), media: nil, offset: .zero, slope: .zero,
        source: CMTimeRange(start: position, end: map.sourceRange.end), keepsSpeed: false)
    ]
  }

  /// Audio begins and ends with the samples that are nearest.
  private static func nearest(_ time: CMTime, _ piece: EditedTimeline.Piece, _ track: any CodedTrack) -> Int64 {
    let rate = ExactTime(Int128(piece.rate), over: 65536)
    let distance = (ExactTime(time) - ExactTime(piece.start)) * rate
    return (piece.mediaStart ?? 0) + distance.nearest(Int(track.timescale))
  }

  /// The samples that are heard, if the file says so in other ways than by edits.
  private static func gaplessEdits(of track: any CodedTrack) throws -> [TrackEdit]? {
    guard track.edits == [.everything], let gapless = track.gapless else { return nil }
    let start = ExactScale.nearest(Int128(gapless.priming) * Int128(track.timescale), over: Int128(gapless.rate))
    return [
      TrackEdit(
        lasting: gapless.count.map { CMTime(value: $0, timescale: gapless.rate) } ?? .indefinite,
        from: Int64(clamping: start))
    ]
  }
}
