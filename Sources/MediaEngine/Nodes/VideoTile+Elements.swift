internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

extension VideoTile: ElementNode {
  var elements: [ElementChoice] { ["videoconvert", "queue"].map { ElementChoice($0) } }

  /// `videoconvert ! (frames into the sheet)`, with the sheets as a side output.
  ///
  /// Images stay in red, green and blue: each conversion of them cuts off a level or two. Space and text are drawn in these too.
  func build(_ bin: NodeBin) throws {
    let convert = try bin.add("videoconvert")
    let sheets = try SideStream(in: bin.bin)
    let table = SheetComposer(self, sheets)
    let isPlain = gap == 0 && !times && header.isEmpty && background == RGBColor()
    let formats: [PixelFormat] = isPlain ? [.i420, .bgrx] : [.bgrx]
    let effect = try ClosureElements.videoEffect(formats: formats) { frame in try table.add(frame) }
    try bin.adopt(effect, factory: "swift")
    try bin.chain(convert, effect)
    // No sink: its preroll would block the source, which needs a whole sheet for the other sinks' preroll.
    try effect.pad("src").addProbe([.buffers, .events]) { info in
      if info.isEndOfStream { table.end() }
      return .drop
    }
    try bin.exposeInput(convert.pad("sink"))
    try bin.exposeOutput(sheets.queue.pad("src"))
  }
}

/// Composes sheets of frames.
private final class SheetComposer: Sendable {
  private struct Sheet {
    var planes: [[UInt8]]
    var start: CMTime
    var end: CMTime
    /// The times of the frames.
    var times: [CMTime] = []
  }

  private struct State {
    var layout: SheetLayout?
    var format: PixelFormat?
    var sheet: Sheet?
  }

  /// The most pixels that encoders of images take in a row or column.
  private static let longestSide = 16384

  private let tile: VideoTile
  private let sheets: SideStream
  private let state = Mutex(State())

  init(_ tile: VideoTile, _ sheets: SideStream) { (self.tile, self.sheets) = (tile, sheets) }

  func add(_ frame: borrowing VideoFrame) throws {
    let format = frame.pixelFormat
    // Of I420, cells of even size, so that the chroma of neighbours does not mix.
    let step = format == .i420 ? 2 : 1
    let cell = PixelSize(width: frame.width / step * step, height: frame.height / step * step)
    let layout = SheetLayout(tile, cell: cell)
    let size = layout.size
    guard cell.width > 0, cell.height > 0, max(size.width, size.height) <= Self.longestSide else {
      throw Diagnostic(
        "a sheet of \(size.text) is too large", notes: ["no side is longer than \(Self.longestSide)"],
        help: "scale the pictures before they are put on it")
    }
    var state = state.withLock { state in
      defer { state = State() }
      return state
    }
    if state.layout?.cell != cell || state.format != format {
      send(&state)
      let caps =
        "video/x-raw,format=\(format),width=\(size.width),height=\(size.height),framerate=0/1,pixel-aspect-ratio=1/1"
      try sheets.begin(caps: format == .bgrx ? caps + ",colorimetry=sRGB" : caps)
      (state.layout, state.format) = (layout, format)
    }
    let end = frame.presentationTime + (frame.duration.isNumeric ? frame.duration : .zero)
    var sheet =
      state.sheet
      ?? Sheet(planes: background(size, format), start: frame.presentationTime, end: end)
    let origin = layout.origin(ofImage: sheet.times.count)
    for plane in sheet.planes.indices {
      let bytesPerPixel = format == .bgrx ? 4 : 1
      let divisor = plane == 0 ? 1 : 2
      let (width, height) = (cell.width / divisor * bytesPerPixel, cell.height / divisor)
      let stride = size.width / divisor * bytesPerPixel
      let (left, top) = (origin.x / divisor * bytesPerPixel, origin.y / divisor)
      frame.withPlane(plane) { source in
        for y in 0..<height {
          let start = (top + y) * stride + left
          source.withRow(y) { bytes in for x in 0..<width { sheet.planes[plane][start + x] = bytes[x] } }
        }
      }
    }
    sheet.times.append(frame.presentationTime)
    sheet.end = end
    state.sheet = sheet
    if sheet.times.count == tile.columns * tile.rows { send(&state) }
    self.state.withLock { [state] in $0 = state }
  }

  /// The planes of an empty sheet.
  private func background(_ size: PixelSize, _ format: PixelFormat) -> [[UInt8]] {
    let count = size.width * size.height
    if format == .bgrx {
      let color = tile.background
      let pixel = [color.blue, color.green, color.red, 0]
      return [
        [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, initialized in
          for index in 0..<count * 4 { bytes.initializeElement(at: index, to: pixel[index & 3]) }
          initialized = count * 4
        }
      ]
    }
    return [[UInt8](repeating: 16, count: count)]
      + Array(repeating: [UInt8](repeating: 128, count: count / 4), count: 2)
  }

  func end() {
    var state = state.withLock { $0 }
    send(&state)
    sheets.end()
  }

  /// Sends the sheet, full or not.
  private func send(_ state: inout State) {
    guard var sheet = state.sheet, let layout = state.layout else { return }
    state.sheet = nil
    if layout.hasText { layout.drawText(on: &sheet.planes[0], times: sheet.times) }
    let buffer = Buffer(copying: sheet.planes.flatMap { $0 })
    buffer.presentationTime = .stamp(sheet.start)
    buffer.duration = .stamp(sheet.end - sheet.start)
    sheets.send(buffer)
  }
}
