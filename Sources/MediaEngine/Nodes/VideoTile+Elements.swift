internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

extension VideoTile: ElementNode {
  var elements: [ElementChoice] { ["videoconvert", "queue"].map { ElementChoice($0) } }

  /// `videoconvert ! (frames into the sheet)`, with the sheets as a side output.
  ///
  /// Images stay in red, green and blue: each conversion of them cuts off a level or two.
  func build(_ bin: NodeBin) throws {
    let convert = try bin.add("videoconvert")
    let sheets = try SideStream(in: bin.bin)
    let table = SheetComposer(columns: columns, rows: rows, sheets)
    let effect = try ClosureElements.videoEffect(formats: [.i420, .bgrx]) { frame in try table.add(frame) }
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
    var count = 0
  }

  private struct State {
    var cell: PixelSize?
    var format: PixelFormat?
    var sheet: Sheet?
  }

  /// The most pixels that encoders of images take in a row or column.
  private static let longestSide = 16384

  private let columns: Int
  private let rows: Int
  private let sheets: SideStream
  private let state = Mutex(State())

  init(columns: Int, rows: Int, _ sheets: SideStream) {
    (self.columns, self.rows, self.sheets) = (columns, rows, sheets)
  }

  func add(_ frame: borrowing VideoFrame) throws {
    let format = frame.pixelFormat
    // Of I420, cells of even size, so that the chroma of neighbours does not mix.
    let step = format == .i420 ? 2 : 1
    let cell = PixelSize(width: frame.width / step * step, height: frame.height / step * step)
    let size = PixelSize(width: cell.width * columns, height: cell.height * rows)
    guard cell.width > 0, cell.height > 0, max(size.width, size.height) <= Self.longestSide else {
      throw Diagnostic(
        "a sheet of \(size.text) is too large", notes: ["no side is longer than \(Self.longestSide)"],
        help: "scale the pictures before they are put on it")
    }
    var state = state.withLock { state in
      defer { state = State() }
      return state
    }
    if state.cell != cell || state.format != format {
      send(&state)
      let caps =
        "video/x-raw,format=\(format),width=\(size.width),height=\(size.height),framerate=0/1,pixel-aspect-ratio=1/1"
      try sheets.begin(caps: format == .bgrx ? caps + ",colorimetry=sRGB" : caps)
      (state.cell, state.format) = (cell, format)
    }
    let end = frame.presentationTime + (frame.duration.isNumeric ? frame.duration : .zero)
    var sheet =
      state.sheet
      ?? Sheet(planes: Self.black(size, format), start: frame.presentationTime, end: end)
    let (row, column) = (sheet.count / columns, sheet.count % columns)
    for plane in sheet.planes.indices {
      let (width, height) =
        format == .bgrx
        ? (cell.width * 4, cell.height) : plane == 0 ? (cell.width, cell.height) : (cell.width / 2, cell.height / 2)
      let stride = width * columns
      frame.withPlane(plane) { source in
        for y in 0..<height {
          let start = (row * height + y) * stride + column * width
          source.withRow(y) { bytes in for x in 0..<width { sheet.planes[plane][start + x] = bytes[x] } }
        }
      }
    }
    sheet.count += 1
    sheet.end = end
    state.sheet = sheet
    if sheet.count == columns * rows { send(&state) }
    self.state.withLock { [state] in $0 = state }
  }

  /// The planes of a black sheet.
  private static func black(_ size: PixelSize, _ format: PixelFormat) -> [[UInt8]] {
    let count = size.width * size.height
    if format == .bgrx { return [[UInt8](repeating: 0, count: count * 4)] }
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
    guard let sheet = state.sheet else { return }
    state.sheet = nil
    let buffer = Buffer(copying: sheet.planes.flatMap { $0 })
    buffer.presentationTime = .stamp(sheet.start)
    buffer.duration = .stamp(sheet.end - sheet.start)
    sheets.send(buffer)
  }
}
