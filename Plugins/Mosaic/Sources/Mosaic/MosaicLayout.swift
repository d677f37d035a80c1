import MediaGraph

/// The places of a mosaic's frames: cells of one size in rows, filled from the left and from the top.
///
/// All numbers are even, so that the chroma planes, which are half as large, fit.
struct MosaicLayout: Equatable, Sendable {
  let cell: PixelSize
  let gap: Int
  let columns: Int?

  /// A rectangle of pixels.
  struct Frame: Equatable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  init(cell: PixelSize, gap: Int, columns: Int?) {
    self.cell = PixelSize(width: max(2, cell.width & ~1), height: max(2, cell.height & ~1))
    self.gap = gap + gap % 2
    self.columns = columns
  }

  /// Returns the number of columns, by default the one that makes the mosaic nearly square.
  func columns(of count: Int) -> Int {
    if let columns { return columns }
    return (1...).first { $0 * $0 >= count } ?? 1
  }

  func size(of count: Int) -> PixelSize {
    let columns = columns(of: max(1, count))
    let rows = (max(1, count) + columns - 1) / columns
    return PixelSize(
      width: columns * cell.width + (columns + 1) * gap, height: rows * cell.height + (rows + 1) * gap)
  }

  /// Returns the rectangle of a frame: as large as its cell allows, centred, with its own aspect ratio.
  func frame(of picture: PixelSize, at index: Int, count: Int) -> Frame {
    let columns = columns(of: count)
    var (width, height) = (cell.width, max(2, picture.height * cell.width / max(1, picture.width) & ~1))
    if height > cell.height {
      (width, height) = (max(2, picture.width * cell.height / max(1, picture.height) & ~1), cell.height)
    }
    (width, height) = (min(width, cell.width), min(height, cell.height))
    return Frame(
      x: gap + index % columns * (cell.width + gap) + ((cell.width - width) / 2 & ~1),
      y: gap + index / columns * (cell.height + gap) + ((cell.height - height) / 2 & ~1), width: width, height: height)
  }
}
