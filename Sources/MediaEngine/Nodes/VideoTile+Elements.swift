internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

extension VideoTile: ElementNode {
  var elements: [ElementChoice] { ["videoconvert", "queue"].map { ElementChoice($0) } }

  /// `videoconvert ! (I420 into the sheet)`, with the sheets as a side output.
  func build(_ bin: NodeBin) throws {
    let convert = try bin.add("videoconvert")
    let sheets = try SideStream(in: bin.bin)
    let table = SheetComposer(columns: columns, rows: rows, sheets)
    let effect = try ClosureElements.videoEffect(formats: [.i420]) { frame in try table.add(frame) }
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
    // Cells of even size, so that the chroma of neighbours does not mix.
    let cell = PixelSize(width: frame.width / 2 * 2, height: frame.height / 2 * 2)
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
    if state.cell != cell {
      send(&state)
      let caps =
        "video/x-raw,format=I420,width=\(size.width),height=\(size.height),framerate=0/1,pixel-aspect-ratio=1/1"
      try sheets.begin(caps: caps)
      state.cell = cell
    }
    let end = frame.presentationTime + (frame.duration.isNumeric ? frame.duration : .zero)
    var sheet =
      state.sheet
      ?? Sheet(
        planes: [[UInt8](repeating: 16, count: size.width * size.height)]
          + Array(repeating: [UInt8](repeating: 128, count: size.width * size.height / 4), count: 2),
        start: frame.presentationTime, end: end)
    let (row, column) = (sheet.count / columns, sheet.count % columns)
    for plane in 0..<3 {
      let (width, height) = plane == 0 ? (cell.width, cell.height) : (cell.width / 2, cell.height / 2)
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
