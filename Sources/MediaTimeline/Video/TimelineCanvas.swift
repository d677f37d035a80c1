import CGStreamer
internal import GStreamer
internal import MediaGraph
internal import MediaSource
internal import CoreMedia

/// Chooses the format of a timeline's frames: the colours of the first source, 4:2:0, of 8 bits unless all sources have more.
struct TimelineCanvas {
  let plan: RenderPlan
  let readers: SourceReaders

  /// - Throws: What is wrong with a source; `MediaError` for a timeline of no size.
  func format(_ cancellation: Cancellation) throws -> CanvasFormat {
    guard plan.size.width > 0, plan.size.height > 0 else {
      throw MediaError(.noMedia, "the timeline shows nothing, and has no size", family: .rendering)
    }
    guard plan.size.width <= 16384, plan.size.height <= 16384 else {
      throw MediaError(
        .unsupported, "a canvas of \(plan.size.text) pixels is too large", family: .rendering,
        help: "write a size of at most 16384x16384")
    }
    let source = try firstFormat(cancellation)
    var canvas = GstVideoInfo()
    let format = try source.map { try self.format(for: $0, cancellation) } ?? GST_VIDEO_FORMAT_I420
    gst_video_info_set_format(&canvas, format, guint(plan.size.width), guint(plan.size.height))
    (canvas.fps_n, canvas.fps_d) = (plan.frameRate.numerator, plan.frameRate.denominator)
    canvas.chroma_site = GST_VIDEO_CHROMA_SITE_H_COSITED
    if let source, source.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 {
      canvas.colorimetry = source.colorimetry
      let isSubsampled = source.finfo.pointee.w_sub.1 == 1 && source.finfo.pointee.h_sub.1 == 1
      if isSubsampled, source.chroma_site != GST_VIDEO_CHROMA_SITE_UNKNOWN { canvas.chroma_site = source.chroma_site }
    }
    return try CanvasFormat(Caps(adopting: gst_video_info_to_caps(&canvas)))
  }

  /// The format of the first movie's first frame, of one that can be read; nil if there are none but pictures.
  private func firstFormat(_ cancellation: Cancellation) throws -> GstVideoInfo? {
    let clips = plan.layers.enumerated().flatMap { layer, value in
      value.clips.enumerated().map { (clip: $0.element, place: TimelineScene.Place(layer: layer, clip: $0.offset)) }
    }
    var problem: (any Error)?
    for (clip, place) in clips.sorted(by: { $0.clip.range.start < $1.clip.range.start }) where clip.video.rule != .none
    {
      do {
        if let info = try format(of: clip, at: place, cancellation) { return info }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // A source may be hidden: one that is seen fails at its time.
        problem = problem ?? error
      }
    }
    if let problem { throw problem }
    return nil
  }

  private func format(
    of clip: RenderClip, at place: TimelineScene.Place, _ cancellation: Cancellation
  ) throws -> GstVideoInfo? {
    let frame = try clip.naming(at: clip.range.start) { () -> SourceFrame? in
      // A picture says nothing, and takes its time to be decoded.
      if case .media(let media) = clip.source, try media.isStill() { return nil }
      return try readers.reader(of: clip, at: place).frame(at: clip.map.sourceTime(at: clip.range.start), cancellation)
    }
    guard let frame, case .frame(_, let caps) = frame.content else { return nil }
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
    return info
  }

  private func format(for source: GstVideoInfo, _ cancellation: Cancellation) throws -> GstVideoFormat {
    let isDeep = source.finfo.pointee.depth.0 > 8
    if try isDeep && !areAllDeep(cancellation) { return GST_VIDEO_FORMAT_I420 }
    if CanvasFormat.isDrawable(source) { return source.finfo.pointee.format }
    return isDeep ? GST_VIDEO_FORMAT_I420_10LE : GST_VIDEO_FORMAT_I420
  }

  /// True if no source has 8 bits.
  private func areAllDeep(_ cancellation: Cancellation) throws -> Bool {
    var known: Set<SourceLine> = []
    for (number, layer) in plan.layers.enumerated() {
      for (index, clip) in layer.clips.enumerated() where clip.video.rule != .none {
        let place = TimelineScene.Place(layer: number, clip: index)
        guard known.insert(SourceLine(track: clip, at: place)).inserted else { continue }
        do {
          if let info = try format(of: clip, at: place, cancellation), info.finfo.pointee.depth.0 <= 8 { return false }
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          // A source may be hidden: one that is seen fails at its time.
        }
        readers.prepare(at: plan.layers.first?.clips.first?.range.start ?? .zero, cancellation)
      }
    }
    return true
  }
}
