import CGStreamer
internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import CoreMedia

/// Chooses the format of a timeline's frames: the colours of the first source, 4:2:0, of 8 bits unless all sources have more.
struct TimelineCanvas {
  let plan: RenderPlan
  let readers: SourceReaderPool

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
    let first = try firstFormat(cancellation)
    let source = first?.info
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
    if let color = plan.color {
      if let matrix = color.matrix { canvas.colorimetry.matrix = GstVideoColorMatrix(matrix.number) }
      if let transfer = color.transfer { canvas.colorimetry.transfer = GstVideoTransferFunction(transfer.number) }
      if let primaries = color.primaries { canvas.colorimetry.primaries = GstVideoColorPrimaries(primaries.number) }
    }
    let caps = Caps(adopting: gst_video_info_to_caps(&canvas))
    return try CanvasFormat(
      first.map { caps.taking(brightnessOf: $0.caps, CanvasColor(canvas)) } ?? caps, convertsColors: plan.color != nil)
  }

  /// The format of the first movie's first frame, of one that can be read; nil if there are none but pictures.
  private func firstFormat(_ cancellation: Cancellation) throws -> (info: GstVideoInfo, caps: Caps)? {
    let clips = plan.layers.enumerated().flatMap { layer, value in
      value.clips.enumerated().map { (clip: $0.element, place: TimelineScene.Place(layer: layer, clip: $0.offset)) }
    }
    var problem: (any Error)?
    for (clip, place) in clips.sorted(by: { $0.clip.range.start < $1.clip.range.start }) where clip.isSeen {
      do {
        if let found = try format(of: clip, at: place, cancellation) { return found }
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
  ) throws -> (info: GstVideoInfo, caps: Caps)? {
    let frame = try clip.naming(at: clip.range.start) { () -> SourceFrame? in
      // A picture says nothing, and takes its time to be decoded.
      if case .media(let media) = clip.source, try media.isStill() { return nil }
      if case .title = clip.source { return nil }
      return try readers.reader(of: clip, at: place).frame(at: clip.map.sourceTime(at: clip.range.start), cancellation)
    }
    guard let frame, case .frame(_, let caps) = frame.content else { return nil }
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
    return (info, caps)
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
      for (index, clip) in layer.clips.enumerated() where clip.isSeen {
        let place = TimelineScene.Place(layer: number, clip: index)
        guard known.insert(SourceLine(track: clip, at: place)).inserted else { continue }
        do {
          let found = try format(of: clip, at: place, cancellation)
          if let found, found.info.finfo.pointee.depth.0 <= 8 { return false }
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

extension RenderClip {
  /// True if it has pictures at any time.
  fileprivate var isSeen: Bool { video.rule != .none && opacity.constant != 0 }
}

extension Caps {
  /// The same caps with what HDR frames say of their brightness, where these have the dynamic range of a canvas.
  fileprivate func taking(brightnessOf source: Caps, _ canvas: CanvasColor) -> Caps {
    var info = GstVideoInfo()
    guard canvas.dynamicRange != .standard, gst_video_info_from_caps(&info, source.caps) != 0,
      CanvasColor(info).dynamicRange == canvas.dynamicRange, let own = gst_caps_copy(caps)
    else { return self }
    for name in ["mastering-display-info", "content-light-level"] {
      if let value = gst_caps_get_structure(source.caps, 0).flatMap({ gst_structure_get_value($0, name) }) {
        gst_caps_set_value(own, name, value)
      }
    }
    return Caps(adopting: own)
  }
}
