internal import CGStreamer
internal import GStreamer
internal import MediaSource
import MediaGraph
import Synchronization

/// The canvas of a composite: it has the colours of the first input, to which those of the others are converted before they are drawn.
///
/// The compositor itself takes the colours of any input, and where the range of luma alone differs, it keeps the values. Frames of the
/// other inputs wait until the first one's format is known, or it is known to have none. A live canvas of a given size does not wait: it
/// gets the colours of the first input when that comes.
///
/// Used by the streaming threads of all inputs.
final class CompositeCanvas: Sendable {
  /// An input that is converted.
  private struct ConvertedInput {
    let source: String
    let filter: Element
    /// Holds frames back until the colours of the first input are known.
    var wait: Probe?
    var colors: FrameColors?
    /// The caps to which frames are converted.
    var caps: String?
  }

  private struct State {
    var first: FrameColors?
    var inputs: [Int: ConvertedInput] = [:]
    var count = 0
    /// True once no input waits for the first one any more.
    var areInputsReleased = false
    /// The caps of the canvas.
    var caps: String?
  }

  private let node: GraphNode
  private let filter: Element
  private let size: PixelSize?
  private let isTransparent: Bool
  private let fail: @Sendable (Diagnostic) -> Void
  private let state = Mutex(State())

  /// - Parameter filter: The filter behind the compositor.
  init(_ composite: VideoComposite, in bin: NodeBin, _ filter: Element) throws {
    (node, self.filter, fail) = (bin.node, filter, bin.fail)
    (size, isTransparent) = (composite.size, composite.background == .transparent)
    // Without a first input that comes, any colours will do.
    guard let size else { return }
    let layouts = isTransparent ? ",format={AYUV,BGRA,RGBA,ARGB,ABGR}" : ""
    try filter.set("caps", to: "video/x-raw,\(size.fields)\(layouts)")
    // A source may become live after the other inputs have begun: the pipeline sets the latency then. The filter's own events come while
    // the state is locked, and are not looked at.
    try filter.pad("sink").addProbe(.requests) { [weak self] info in
      guard info.retainedEvent?.event.pointee.type == GST_EVENT_LATENCY else { return .pass }
      self?.releaseLiveInputs()
      return .pass
    }
  }

  private var areInputsReleased: Bool { state.withLock(\.areInputsReleased) }

  /// Takes the format of the first input.
  ///
  /// - Parameter pad: The pad behind its conversion.
  func watchFirstInput(_ pad: Pad) {
    pad.addProbe(.events) { [weak self] info in
      if let caps = info.caps {
        self?.change { $0.first = FrameColors(caps) }
        self?.releaseInputs()
      } else if info.isEndOfStream {
        self?.releaseInputs()
      }
      return .pass
    }
  }

  /// Converts the frames of another input.
  ///
  /// - Parameters:
  ///   - pad: The pad on which they come.
  ///   - source: The name of the node that gives them.
  ///   - filter: The filter behind the converter.
  /// - Returns: The number of the input.
  func convertInput(_ pad: Pad, of source: String, _ filter: Element) -> Int {
    let number = state.withLock { state in
      state.count += 1
      let wait =
        state.areInputsReleased
        ? nil
        : pad.addProbe([.blocking, .buffers]) { [weak self] _ in
          self?.releaseLiveInputs()
          return self?.areInputsReleased == false ? .wait : .letThrough
        }
      state.inputs[state.count] = ConvertedInput(source: source, filter: filter, wait: wait)
      return state.count
    }
    pad.addProbe(.events) { [weak self] info in
      if let caps = info.caps { self?.change { $0.inputs[number]?.colors = FrameColors(caps) } }
      return .pass
    }
    return number
  }

  /// Forgets an input that is removed: another than the first if it has a number.
  func forget(_ number: Int?) {
    guard let number else { return releaseInputs() }
    let input = state.withLock { $0.inputs.removeValue(forKey: number) }
    input?.wait?.remove()
  }

  /// Lets the frames of the other inputs pass if the compositor is live and has a size: it draws what there is at each time, and the
  /// first input may be a camera that has not begun.
  private func releaseLiveInputs() {
    guard size != nil, !areInputsReleased, let pad = try? filter.pad("sink"), pad.isPeerLive else { return }
    releaseInputs()
  }

  /// Lets the frames of the other inputs pass.
  private func releaseInputs() {
    let waits = state.withLock { state in
      state.areInputsReleased = true
      let waits = state.inputs.values.compactMap(\.wait)
      for number in state.inputs.keys { state.inputs[number]?.wait = nil }
      return waits
    }
    for wait in waits { wait.remove() }
  }

  private func change(_ body: (inout State) -> Void) {
    do {
      try state.withLock { state in
        body(&state)
        try setFilters(&state)
      }
    } catch {
      fail(Diagnostic(wrapping: error, "'\(node.name)' cannot draw what comes", at: node.range))
    }
  }

  private func setFilters(_ state: inout State) throws {
    guard let first = state.first else { return }
    let hasAlpha = state.inputs.values.contains { $0.colors?.hasAlpha == true }
    let caps = first.canvasCaps(size ?? first.size, hasAlpha: hasAlpha, isTransparent: isTransparent)
    if caps != state.caps { try filter.set("caps", to: caps) }
    state.caps = caps
    for (number, input) in state.inputs {
      guard let colors = input.colors else { continue }
      guard colors.dynamicRange == first.dynamicRange else { throw refusal(of: input.source, colors, first) }
      let caps = first.caps(hasAlpha: colors.hasAlpha)
      if caps != input.caps { try input.filter.set("caps", to: caps) }
      state.inputs[number]?.caps = caps
    }
  }

  private func refusal(of source: String, _ colors: FrameColors, _ first: FrameColors) -> Diagnostic {
    Diagnostic(
      "'\(node.name)' cannot draw '\(source)' on its canvas", kind: .failure, at: node.range,
      cause:
        "frames of \(colors.dynamicRange) cannot be drawn on a canvas of \(first.dynamicRange), which the first input has",
      help: "tone mapping is not done; use inputs of one dynamic range")
  }
}

/// The layout and the colours of frames, as far as a canvas has to know them.
private struct FrameColors: Sendable {
  let size: PixelSize
  let hasAlpha: Bool
  let dynamicRange: String
  private let format: String
  private let isRGB: Bool
  private let isDeep: Bool
  private let colorimetry: String
  /// The same primaries and transfer function, of red, green and blue.
  private let colorimetryOfRGB: String
  private let chromaSite: String?

  init?(_ caps: Caps) {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps.caps) != 0, let layout = info.finfo?.pointee,
      let fields = caps.first, let size = PixelSize(fields), let format = fields["format"]?.string,
      let colorimetry = takeText(gst_video_colorimetry_to_string(&info.colorimetry))
    else { return nil }
    (info.colorimetry.range, info.colorimetry.matrix) = (GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_MATRIX_RGB)
    colorimetryOfRGB = takeText(gst_video_colorimetry_to_string(&info.colorimetry)) ?? colorimetry
    (self.size, self.format, self.colorimetry, chromaSite) = (size, format, colorimetry, caps.chromaSite)
    hasAlpha = layout.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
    isRGB = layout.flags.rawValue & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0
    isDeep = (caps.bitDepth ?? 8) > 8
    dynamicRange = caps.dynamicRange.map { "HDR (\($0))" } ?? "SDR"
  }

  /// The caps of a canvas for such frames: it has their layout, unless something that is drawn on it has alpha. The compositor would draw
  /// that as if it were opaque.
  func canvasCaps(_ size: PixelSize, hasAlpha: Bool, isTransparent: Bool) -> String {
    let isOpaque = !hasAlpha && !self.hasAlpha && !isTransparent
    // The compositor clears a transparent canvas to zeros, which are green in luma and chroma.
    let isOfRGB = isRGB || isTransparent
    let layout = isOpaque ? format : (isOfRGB ? "ARGB" : "AYUV") + (isDeep ? "64" : "")
    let site = isOpaque ? chromaSite.map { ",chroma-site=(string)\($0)" } : nil
    let colors = isRGB || !isTransparent ? colorimetry : colorimetryOfRGB
    return "video/x-raw,\(size.fields),format=\(layout),colorimetry=(string)\(colors)" + (site ?? "")
  }

  /// The caps of other frames that have these colours.
  func caps(hasAlpha: Bool) -> String {
    let layouts =
      isRGB
      ? "\(PixelFormatNames.rgb),\(PixelFormatNames.rgbWithAlpha)"
      : hasAlpha ? PixelFormatNames.yCbCrWithAlpha : PixelFormatNames.yCbCr
    return "video/x-raw,format={\(layouts)},colorimetry=(string)\(colorimetry)"
  }
}

extension PixelSize {
  /// The fields of caps of square pixels.
  fileprivate var fields: String { "width=\(width),height=\(height),pixel-aspect-ratio=1/1" }
}
