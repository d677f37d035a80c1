/// A frame's number as 40 black and white cells, which survive any processing that leaves the frame recognisable.
///
///     columns 0 … 7, from the left            each cell is width / 8 by height / 5 pixels large
///     row 0   number, bits 23 … 16
///     row 1   number, bits 15 … 8             white is 1
///     row 2   number, bits  7 … 0
///     row 3   check,  bits 15 … 8             CRC-16/XMODEM of the number's three bytes, all bits inverted
///     row 4   check,  bits  7 … 0
///
/// Cell (x, y) begins at pixel (x * width / 8, y * height / 5), rounded down. A reader takes the mean of the middle
/// half of each cell in both directions, and the midpoint between the darkest and the brightest cell as the threshold,
/// so that scaling, other ranges and grading do not matter. The inverted check ensures that there is always a cell of
/// each kind.
public enum NumberGrid {
  public static let columns = 8
  public static let rows = 5
  /// Numbers are below this limit.
  public static let limit = 1 << 24
  /// Cells whose means differ by less than this hold no number.
  static let contrast = 32.0

  /// Returns the cells of a number, row by row.
  static func cells(of number: Int) -> [Bool] {
    let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    let check = check(bytes)
    return (bytes + [UInt8(check >> 8), UInt8(check & 255)]).flatMap { byte in
      (0..<8).map { byte >> (7 - $0) & 1 == 1 }
    }
  }

  /// Returns the number of cells with these brightnesses; nil if there is none.
  static func number(of means: [Double]) -> Int? {
    guard means.count == columns * rows, let low = means.min(), let high = means.max(), high - low >= contrast else {
      return nil
    }
    let threshold = (low + high) / 2
    var bytes = [UInt8](repeating: 0, count: rows)
    for (index, mean) in means.enumerated() where mean > threshold { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
    guard check(Array(bytes[..<3])) == UInt16(bytes[3]) << 8 | UInt16(bytes[4]) else { return nil }
    return bytes[..<3].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the first pixel of a cell, of `count` in `size` pixels.
  static func start(_ cell: Int, of count: Int, in size: Int) -> Int { cell * size / count }

  private static func check(_ bytes: [UInt8]) -> UInt16 {
    var register: UInt16 = 0
    for byte in bytes {
      register ^= UInt16(byte) << 8
      for _ in 0..<8 { register = register & 0x8000 == 0 ? register << 1 : register << 1 ^ 0x1021 }
    }
    return ~register
  }
}
