/// Composes the images of a GIF file on its screen, one packet after the other.
///
///     packet ─▷ header? ─ extensions ─▷ dispose of the image before ─▷ draw ─▷ canvas
///
/// A packet is an image with what comes before it; the first one has the header too. Places that no image covers have the
/// background's colour if the first image has no transparency, as in ffmpeg and Pillow, else they are transparent.
package struct GIFDecoder: Sendable {
  /// Pixels of blue, green, red and alpha, not premultiplied, the top row first; transparent ones are white.
  package private(set) var canvas: [UInt32] = []
  package private(set) var screen: GIFScreen?
  private var palette: [UInt32] = []
  /// The rectangle that is disposed of before the next image, and its treatment.
  private var disposal = GIFControl.Disposal.keep
  private var drawn = Rectangle()
  /// The colour that a disposed rectangle gets, and the pixels that it had.
  private var fill = transparentPixel
  private var saved: [UInt32] = []

  private static let transparentPixel: UInt32 = 0x00ff_ffff
  /// The number of pixels that any packet may ask for; for more, a packet must have some bytes: 4,096 pixels in each at most.
  private static let smallScreen = 1 << 24

  package init() {}

  /// The part of an image that lies on the screen.
  private struct Rectangle {
    var (left, top, right, bottom) = (0, 0, 0, 0)
  }

  /// Decodes a packet onto the canvas.
  ///
  /// - Returns: False if the image has fewer pixels than its size asks for; those that are missing stay as they are.
  /// - Throws: `GIFError` if there is no image; the canvas stays as it is.
  package mutating func decode(_ bytes: UnsafeRawBufferPointer) throws(GIFError) -> Bool {
    var position = 0
    var isFirst = false
    if let screen = GIFScreen(bytes) {
      try begin(screen, bytes)
      (position, isFirst) = (screen.byteCount, true)
    }
    guard let screen else { throw GIFError("the header is missing") }
    var blocks = GIFBlocks(bytes, at: position)
    var control = GIFControl()
    while let block = blocks.next() {
      switch block {
      case .control(let found): control = found
      case .image(let image):
        if isFirst, control.transparent == nil, let color = background(screen) {
          canvas = [UInt32](repeating: color, count: canvas.count)
        }
        return try draw(image, control, on: screen, bytes)
      case .trailer: throw GIFError("there is no image")
      case .application, .other: continue
      }
    }
    throw GIFError("its image is cut off, or damaged")
  }

  private mutating func begin(_ screen: GIFScreen, _ bytes: UnsafeRawBufferPointer) throws(GIFError) {
    let pixels = screen.width * screen.height
    guard pixels > 0, pixels <= Self.smallScreen + bytes.count << 12 else {
      throw GIFError("a screen of \(screen.width) by \(screen.height) pixels is more than the file can fill")
    }
    guard bytes.count >= screen.byteCount else { throw GIFError("its palette is cut off") }
    self.screen = screen
    palette = Self.colors(bytes, at: GIFScreen.headerSize, count: screen.colorCount)
    canvas = [UInt32](repeating: Self.transparentPixel, count: pixels)
    (disposal, saved) = (.keep, [])
  }

  private func background(_ screen: GIFScreen) -> UInt32? {
    palette.indices.contains(screen.background) ? palette[screen.background] : nil
  }

  /// Returns the opaque colours of a palette.
  private static func colors(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> [UInt32] {
    (0..<count).map { index in
      let place = offset + 3 * index
      return 0xff00_0000 | UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
    }
  }

  // MARK: Drawing

  private mutating func draw(
    _ image: GIFImage, _ control: GIFControl, on screen: GIFScreen, _ bytes: UnsafeRawBufferPointer
  ) throws(GIFError) -> Bool {
    let own = Self.colors(bytes, at: image.palette, count: image.colorCount)
    var colors = own.isEmpty ? palette : own
    guard !colors.isEmpty else { throw GIFError("its image has no palette") }
    guard image.left < screen.width, image.top < screen.height, image.width > 0, image.height > 0 else {
      throw GIFError("its image lies outside of the screen")
    }
    let size = Int(bytes[image.data - 1])
    guard (1...8).contains(size) else { throw GIFError("codes of \(size) bits") }
    // Numbers without a colour are black.
    colors += [UInt32](repeating: 0xff00_0000, count: max(0, 256 - colors.count))

    dispose(screen)
    let area = Rectangle(
      left: image.left, top: image.top, right: min(screen.width, image.left + image.width),
      bottom: min(screen.height, image.top + image.height))
    prepareDisposal(control, area, screen)
    return paint(image, area, colors, control.transparent, GIFCodes(bytes, at: image.data, size: size), screen.width)
  }

  private mutating func dispose(_ screen: GIFScreen) {
    switch disposal {
    case .keep: break
    case .background:
      for row in drawn.top..<drawn.bottom {
        for place in row * screen.width + drawn.left..<row * screen.width + drawn.right { canvas[place] = fill }
      }
    case .previous:
      let width = drawn.right - drawn.left
      for row in drawn.top..<drawn.bottom {
        let (from, to) = ((row - drawn.top) * width, row * screen.width + drawn.left)
        for column in 0..<width { canvas[to + column] = saved[from + column] }
      }
    }
  }

  private mutating func prepareDisposal(_ control: GIFControl, _ area: Rectangle, _ screen: GIFScreen) {
    (disposal, saved) = (control.disposal, [])
    switch disposal {
    case .keep: return
    case .background:
      // As ffmpeg: without a colour for it, the background is transparent too, and black to programs that ignore this.
      fill = control.transparent == nil ? background(screen) ?? 0 : Self.transparentPixel
    case .previous:
      saved.reserveCapacity((area.right - area.left) * (area.bottom - area.top))
      for row in area.top..<area.bottom {
        saved += canvas[row * screen.width + area.left..<row * screen.width + area.right]
      }
    }
    drawn = area
  }

  /// Draws the pixels of an image; returns true if all were there.
  private mutating func paint(
    _ image: GIFImage, _ area: Rectangle, _ colors: [UInt32], _ transparent: UInt8?, _ codes: GIFCodes, _ stride: Int
  ) -> Bool {
    var codes = codes
    // 256 stands for no colour.
    let hole = transparent.map(Int.init) ?? 256
    let visible = area.right - area.left
    var rows = GIFRows(height: image.height, isInterlaced: image.isInterlaced)
    var (column, left) = (0, image.height)
    canvas.withUnsafeMutableBufferPointer { canvas in
      colors.withUnsafeBufferPointer { colors in
        var start = (image.top + rows.row) * stride + image.left
        var isShown = image.top + rows.row < area.bottom
        codes.decode { run in
          for index in run {
            if isShown, column < visible, Int(index) != hole { canvas[start + column] = colors[Int(index)] }
            column += 1
            guard column == image.width else { continue }
            (column, left) = (0, left - 1)
            if left == 0 { return false }
            rows.advance()
            start = (image.top + rows.row) * stride + image.left
            isShown = image.top + rows.row < area.bottom
          }
          return true
        }
      }
    }
    return left == 0
  }
}

/// The rows of an image in the order of its data: from top to bottom, or in four passes (appendix E).
private struct GIFRows {
  let height: Int
  private(set) var row = 0
  private var pass: Int
  private static let starts = [0, 4, 2, 1]
  private static let steps = [8, 8, 4, 2]

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    pass = isInterlaced ? 0 : 4
  }

  mutating func advance() {
    guard pass < 4 else { return row += 1 }
    row += Self.steps[pass]
    while row >= height, pass < 3 {
      pass += 1
      row = Self.starts[pass]
    }
  }
}
