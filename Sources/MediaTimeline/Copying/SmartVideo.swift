internal import CoreMedia
internal import MediaGraph
internal import MediaSource
import MovieFile

/// The video of a timeline with as few frames encoded as can be: where one clip is shown as it is stored, its groups of pictures go over.
///
///     timeline   ├─ a ─────────┤▒ dissolve ▒├──────── b ─┤
///     output     [edge][copied ][ rendered  ][edge][copied]
struct SmartVideo {
  private let plan: RenderPlan
  private let range: CMTimeRange
  private let sources: ClipTracks
  private let frameRate: FrameRate?

  /// A part of the timeline in which the same is seen.
  private struct Scene {
    var range: CMTimeRange
    /// The only clip that is seen.
    let clip: RenderClip?
    /// The clip's track, as far as it is seen; nil where it cannot be copied.
    var track: ClipTrack?
    var reason: String?
    /// True if the reason is the source's, not the edit's.
    var isFallback = false
    /// True if nothing is seen but the background.
    var isEmpty = false
  }

  /// The properties that all copied samples of a track have in common.
  private struct Kind: Hashable {
    let codec: Codec
    let size: FrameSize
    let orientation: String?
  }

  /// - Parameter range: A part of the plan's duration.
  init(_ plan: RenderPlan, in range: CMTimeRange, _ sources: ClipTracks, frameRate: FrameRate?) throws {
    var seen = plan
    for index in seen.layers.indices {
      seen.layers[index].clips = try plan.layers[index].clips.filter { try $0.hasVideo() }
    }
    (self.plan, self.range, self.sources, self.frameRate) = (seen, range, sources, frameRate)
  }

  /// - Returns: Nil if nothing is seen.
  func track(isMovie: Bool) throws -> CopyTrack? {
    guard plan.layers.contains(where: { !$0.clips.isEmpty }) else { return nil }
    var scenes = try scenes()
    let kind = chosenKind(scenes)
    for index in scenes.indices {
      guard let track = scenes[index].track else { continue }
      if let kind, kindOf(track) == kind { continue }
      (scenes[index].track, scenes[index].isFallback) = (nil, true)
      scenes[index].reason = "its codec, its size or its orientation is not that of most of the timeline"
    }
    if kind?.orientation != nil, let other = scenes.first(where: { $0.track == nil }) {
      // Frames of the timeline are upright.
      refuse(&scenes, "its frames are stored turned, and others are drawn upright: \(other.reason ?? "")")
    }
    var pieces = try pieces(of: scenes)
    let isEncodable = kind.map { [.h264, .hevc].contains($0.codec) } ?? true
    if let obstacle = try isEncodable ? Self.changedSize(in: pieces) : Self.otherCodec(kind, pieces) {
      refuse(&scenes, obstacle)
      pieces = try self.pieces(of: scenes)
    }
    let copies = scenes.contains { $0.track != nil }
    return CopyTrack(
      isVideo: true, orientation: copies ? kind?.orientation : nil, obstacle: nil, range: range,
      pieces: pieces, plan: plan, edges: .encode, isMovie: isMovie,
      codec: isEncodable ? kind?.codec ?? .h264 : copies ? kind?.codec ?? .h264 : .h264)
  }

  /// The reason why frames of a kind that is only copied cannot stand among its samples; nil if there are none.
  private static func otherCodec(_ kind: Kind?, _ pieces: [CopyPiece]) -> String? {
    guard pieces.contains(where: \.isEncoded) else { return nil }
    return "\(kind?.codec.title ?? "its codec") is not encoded at cuts, only H.264 and HEVC are"
  }

  /// The reason why frames at cuts cannot be encoded, as an encoder takes frames of one size; nil if they can.
  private static func changedSize(in pieces: [CopyPiece]) throws -> String? {
    let isChanged = try pieces.contains { piece in
      guard case .frames(let times) = piece.content, let source = piece.source, let first = times.first,
        let last = times.last
      else { return false }
      return try source.clip.naming(at: piece.range.start) {
        let samples = try GroupCut.samples(of: source.track, in: first..<last + 1)
        return try Set(samples.filter(\.isSync).map { try source.track.frameSize(of: $0) }).count > 1
      }
    }
    return isChanged ? "the size of its frames changes at a cut" : nil
  }

  private func refuse(_ scenes: inout [Scene], _ reason: String) {
    for index in scenes.indices where scenes[index].track != nil {
      (scenes[index].track, scenes[index].reason, scenes[index].isFallback) = (nil, reason, true)
    }
  }

  // MARK: Scenes

  private func scenes() throws -> [Scene] {
    var scenes: [Scene] = []
    for span in plan.spans {
      let part = span.range.intersection(range)
      guard part.duration > .zero else { continue }
      let clips = span.clips.filter { !($0.opacity.isConstant(in: part) && $0.opacity.value(at: part.start) == 0) }
      var scene = Scene(range: part, clip: clips.count == 1 ? clips[0] : nil)
      switch clips.count {
      case 0: (scene.reason, scene.isEmpty) = ("nothing is seen but the background", true)
      case 1: scene.reason = clips[0].videoChange(in: part)
      default:
        scene.reason =
          clips.lazy.compactMap { clip in
            clip.entry.flatMap { _ in clip.videoChange(in: part) }
          }.first ?? "\(clips.count) clips are seen at a time"
      }
      if let last = scenes.last, last.reason == scene.reason, last.clip?.place == scene.clip?.place,
        last.clip?.map == scene.clip?.map
      {
        scenes[scenes.count - 1].range = CMTimeRange(start: last.range.start, end: scene.range.end)
      } else {
        scenes.append(scene)
      }
    }
    for index in scenes.indices where scenes[index].reason == nil {
      guard let clip = scenes[index].clip else { continue }
      (scenes[index].track, scenes[index].reason) = try clip.naming(at: scenes[index].range.start) {
        try track(of: clip, in: scenes[index].range)
      }
      scenes[index].isFallback = scenes[index].reason != nil
    }
    return scenes
  }

  /// The track of a part of a clip, or the reason why it is not copied.
  private func track(of clip: RenderClip, in range: CMTimeRange) throws -> (ClipTrack?, String?) {
    guard let part = clip.part(in: range) else { return (nil, "it is not shown") }
    guard let track = try sources.track(of: part, isVideo: true), let format = track.track.formats.first else {
      return (nil, "it has no coded samples")
    }
    if track.track.isOpen { return (nil, "its samples are still arriving") }
    let stored = format.frameSize
    let upright = FrameSize(width: plan.size.width, height: plan.size.height)
    let isTurned = ["rotate-90", "rotate-270", "flip-rotate-90", "flip-rotate-270"].contains(track.orientation)
    let canvas = isTurned ? FrameSize(width: upright.height, height: upright.width) : upright
    if stored != canvas { return (nil, "its frames are \(stored.text) pixels, and the canvas \(canvas.text)") }
    if clip.fit != .none, let shape = format.caps.first?["pixel-aspect-ratio"], case .fraction(let x, let y) = shape,
      x != y
    {
      return (nil, "its pixels are not square")
    }
    if let frameRate, case .media(let media) = clip.source, let source = try? media.videoFormat(clip.video),
      let rate = source.rate
    {
      if rate != frameRate {
        return (nil, "its frame rate is \(rate.text), and the timeline's \(frameRate.text)")
      }
      if !source.isConstant { return (nil, "its frame rate varies, and the timeline's is \(frameRate.text)") }
    }
    if [.h264, .hevc].contains(format.codec), format.stream.nalUnitLength == nil {
      return (nil, "its parameter sets are not known")
    }
    return track.changesSpeed ? (nil, "its file plays it at another speed") : (track, nil)
  }

  private func kindOf(_ track: ClipTrack) -> Kind? {
    guard let format = track.track.formats.first else { return nil }
    return Kind(
      codec: format.codec, size: format.frameSize, orientation: track.orientation)
  }

  /// The kind of most of what can be copied; one whose edges can be encoded, if there is one.
  private func chosenKind(_ scenes: [Scene]) -> Kind? {
    var lengths: [(kind: Kind, length: CMTime)] = []
    for scene in scenes {
      guard let kind = scene.track.flatMap(kindOf) else { continue }
      if let known = lengths.firstIndex(where: { $0.kind == kind }) {
        lengths[known].length = lengths[known].length + scene.range.duration
      } else {
        lengths.append((kind, scene.range.duration))
      }
    }
    let encodable = lengths.filter { [.h264, .hevc].contains($0.kind.codec) }
    return (encodable.isEmpty ? lengths : encodable).max { $0.length < $1.length }?.kind
  }

  // MARK: Pieces

  private func pieces(of scenes: [Scene]) throws -> [CopyPiece] {
    var pieces: [CopyPiece] = []
    for scene in scenes {
      let found: [CopyPiece]
      if let track = scene.track, let clip = scene.clip {
        found = try clip.naming(at: scene.range.start) { try self.pieces(of: track, in: scene.range) }
      } else {
        found = [
          scene.isEmpty
            ? try empty(scene.range, scene.reason)
            : try rendered(scene.range, scene.reason, isFallback: scene.isFallback)
        ]
      }
      for piece in found {
        // A span in which no frame begins shows the one before.
        if case .rendered(let times) = piece.content, times.isEmpty, !pieces.isEmpty {
          pieces[pieces.count - 1].range = CMTimeRange(
            start: pieces[pieces.count - 1].range.start, end: piece.range.end)
        } else {
          pieces.append(piece)
        }
      }
    }
    return pieces
  }

  /// The frames of the timeline that begin in a range.
  ///
  /// The output begins with a frame: with the one that is shown then.
  private func rendered(_ range: CMTimeRange, _ reason: String?, isFallback: Bool = false) throws -> CopyPiece {
    let (length, start) = (ExactTime(plan.frameDuration), ExactTime(range.start))
    // At the end of the timeline, its rounding is no frame.
    let last = ExactTime(range.end) - (range.end < plan.duration ? .zero : .rounding)
    let first = (start / length).ceiling(1), end = (last / length).ceiling(1)
    guard end <= FrameClock.limit else { throw FrameClock.excess }
    var times = (first..<max(first, end)).map { ExactTime(Int128($0), over: 1) * length }
    if range.start == self.range.start, times.first != start { times.insert(start, at: 0) }
    return CopyPiece(range, .rendered(times), reason: reason, isFallback: isFallback)
  }

  /// The frames of a range in which only the background is seen, from its very beginning on: the first is drawn when the timeline has a
  /// frame, and shown from the beginning, where the frame before ends.
  private func empty(_ range: CMTimeRange, _ reason: String?) throws -> CopyPiece {
    let piece = try rendered(range, reason)
    guard case .rendered(var times) = piece.content, !times.isEmpty else { return piece }
    times[0] = ExactTime(range.start)
    return CopyPiece(range, .rendered(times), reason: reason)
  }

  private static let sourceShowsNothing = "its source shows nothing there"

  private func pieces(of track: ClipTrack, in range: CMTimeRange) throws -> [CopyPiece] {
    var pieces: [CopyPiece] = []
    let (stretches, limit) = (track.stretches, CMTimeMultiply(plan.frameDuration, multiplier: 2))
    var lead: CMTime?
    for (index, stretch) in stretches.enumerated() {
      guard let media = stretch.media else {
        if index > 0, index == stretches.count - 1 || stretch.range.duration <= limit, !pieces.isEmpty {
          // The last frame of a track stays.
          let last = pieces.count - 1
          pieces[last].range = CMTimeRange(start: pieces[last].range.start, end: stretch.range.end)
        } else if index == 0, stretch.range.duration <= limit, stretches.count > 1 {
          lead = stretch.range.start
        } else {
          pieces.append(try empty(stretch.range, Self.sourceShowsNothing))
        }
        continue
      }
      var found = try self.pieces(of: track, stretch, GroupCut(track.track, media), holdingFor: limit)
      if let start = lead.take(), !found.isEmpty {
        let range = CMTimeRange(start: start, end: found[0].range.end)
        if case .rendered = found[0].content {
          found[0] = try empty(range, found[0].reason)
        } else {
          found[0].range = range
        }
      }
      pieces += try found.isEmpty ? [empty(stretch.range, "its source has no frames there")] : found
    }
    return pieces
  }

  /// - Parameter limit: The longest time for which the first frame is shown before its own time, where none is before it.
  private func pieces(
    of track: ClipTrack, _ stretch: ClipTrack.Stretch, _ cut: GroupCut, holdingFor limit: CMTime
  ) throws -> [CopyPiece] {
    guard let earliest = cut.head.first ?? cut.copied.lazy.map(\.presentationTime).min() ?? cut.tail.first else {
      return []
    }
    var pieces: [CopyPiece] = []
    var start = stretch.range.start
    let shown = min(stretch.time(earliest).time, stretch.range.end)
    if shown - start > limit {
      pieces.append(try empty(CMTimeRange(start: start, end: shown), Self.sourceShowsNothing))
      start = shown
    }
    let first = cut.copied.first.map { cut.head.isEmpty ? start : stretch.time($0.presentationTime).time }
    let behind = cut.tail.first.map { stretch.time($0).time } ?? stretch.range.end
    func add(_ start: CMTime, _ end: CMTime, _ content: CopyPiece.Content, _ reason: String?) {
      pieces.append(
        CopyPiece(
          CMTimeRange(start: start, end: max(start, end)), content, of: track, stretch, reason: reason,
          isFallback: cut.copied.isEmpty))
    }
    if !cut.head.isEmpty { add(start, first ?? stretch.range.end, .frames(cut.head), cut.headReason) }
    if let first {
      add(first, behind, .samples(cut.copied, areRuns: false, marksFirst: cut.opensStream), nil)
    }
    if !cut.tail.isEmpty { add(behind, stretch.range.end, .frames(cut.tail), cut.tailReason) }
    return pieces
  }
}

extension CodedTrack {
  /// Returns the size of the frames from a sync sample on, which may have parameter sets of its own.
  fileprivate func frameSize(of sample: CodedSample) throws -> FrameSize {
    let format = try format(of: sample)
    let isHEVC = format.codec == .hevc
    guard let configuration = format.stream.configuration,
      let conversion = ByteStreamConversion(configuration: configuration, isHEVC: isHEVC),
      let stream = try? bytes(of: sample).withUnsafeBytes({ try conversion.byteStream($0, isKey: true) }),
      let size = ByteStreamConversion.description(of: stream, isHEVC: isHEVC)?.dimensions
    else { return format.frameSize }
    return FrameSize(width: Int(size.width), height: Int(size.height))
  }
}

extension FrameRate {
  fileprivate var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
