/// The colours of an image in a GIF file, and each pixel's place among them.
///
/// Up to 256 colours are kept as they are. Of more, boxes of the colour cube are cut at their median until there are as many,
/// and each box has the mean of its pixels' colours (Heckbert 1982). Nothing is dithered: patterns compress badly, and
/// flicker.
struct GIFPalette {
  /// Red, green and blue, in the lowest 24 bits.
  private(set) var colors: [UInt32] = []
  /// The place of the transparent pixels; nil if there are none.
  private(set) var transparent: UInt8?
  private(set) var indices: [UInt8] = []

  /// - Parameter pixels: Red, green, blue and alpha in a row; those of less than half of alpha are transparent.
  init(_ pixels: UnsafeBufferPointer<UInt8>) {
    let count = pixels.count / 4
    var words = [UInt32](repeating: Self.none, count: count)
    var isTransparent = false
    for index in 0..<count {
      if pixels[4 * index + 3] >= 128 {
        words[index] =
          UInt32(pixels[4 * index]) << 16 | UInt32(pixels[4 * index + 1]) << 8 | UInt32(pixels[4 * index + 2])
      } else {
        isTransparent = true
      }
    }
    let room = isTransparent ? 255 : 256
    let places = Self.exact(words, room) ?? Self.reduced(words, room)
    colors = places.colors
    if isTransparent {
      transparent = UInt8(colors.count)
      colors.append(0)
    }
    let hidden = transparent ?? 0
    indices = words.map { $0 == Self.none ? hidden : places.place($0) }
  }

  private static let none = UInt32.max

  private struct Places {
    var colors: [UInt32]
    var place: (UInt32) -> UInt8
  }

  /// Returns the colours themselves; nil if they are more than a number.
  private static func exact(_ words: [UInt32], _ room: Int) -> Places? {
    var places: [UInt32: UInt8] = [:]
    var colors: [UInt32] = []
    var last = none
    for word in words where word != none && word != last {
      last = word
      guard places[word] == nil else { continue }
      guard colors.count < room else { return nil }
      places[word] = UInt8(colors.count)
      colors.append(word)
    }
    return Places(colors: colors) { places[$0] ?? 0 }
  }

  /// The number of bits of a component by which colours are sorted into cells.
  private static let bits: UInt32 = 5

  private static func cell(_ word: UInt32) -> Int {
    func part(_ shift: UInt32) -> UInt32 { word >> (shift + 8 - bits) & (1 << bits - 1) }
    return Int(part(16) << (2 * bits) | part(8) << bits | part(0))
  }

  /// Pixels of similar colours: their number, and the sums of their components.
  private struct Cell {
    var count = 0
    var sum = SIMD3<Int>()
    var index = 0
    /// The place in the cube along an axis.
    func place(_ axis: Int) -> Int { index >> (Int(bits) * (2 - axis)) & (1 << Int(bits) - 1) }
  }

  private static func reduced(_ words: [UInt32], _ room: Int) -> Places {
    var all = [Cell](repeating: Cell(), count: 1 << (3 * bits))
    for word in words where word != none {
      let index = cell(word)
      all[index].count += 1
      all[index].sum &+= SIMD3(Int(word >> 16), Int(word >> 8 & 255), Int(word & 255))
      all[index].index = index
    }
    var boxes = [Box(all.filter { $0.count > 0 })]
    while boxes.count < room,
      let widest = boxes.indices.filter({ boxes[$0].cells.count > 1 }).max(by: {
        boxes[$0].weight < boxes[$1].weight
      })
    {
      boxes.append(boxes[widest].cut())
    }
    var places = [UInt8](repeating: 0, count: all.count)
    for (place, box) in boxes.enumerated() {
      for cell in box.cells { places[cell.index] = UInt8(place) }
    }
    return Places(colors: boxes.map(\.color)) { places[cell($0)] }
  }

  private struct Box {
    private(set) var cells: [Cell]
    /// The axis along which the box is longest, and its length times its pixels.
    private(set) var axis = 0
    private(set) var weight = 0

    init(_ cells: [Cell]) {
      self.cells = cells
      var longest = -1
      for axis in 0..<3 {
        let places = cells.map { $0.place(axis) }
        let length = (places.max() ?? 0) - (places.min() ?? 0)
        if length > longest { (longest, self.axis) = (length, axis) }
      }
      weight = longest * cells.reduce(0) { $0 + $1.count }
    }

    /// Cuts the box at its median pixel; returns the other half.
    mutating func cut() -> Box {
      let axis = axis
      let sorted = cells.sorted { $0.place(axis) < $1.place(axis) }
      let half = sorted.reduce(0) { $0 + $1.count } / 2
      var (sum, middle) = (0, 0)
      while middle < sorted.count - 1, sum + sorted[middle].count <= half || middle == 0 {
        sum += sorted[middle].count
        middle += 1
      }
      self = Box(Array(sorted[..<middle]))
      return Box(Array(sorted[middle...]))
    }

    /// The mean colour.
    var color: UInt32 {
      let count = max(1, cells.reduce(0) { $0 + $1.count })
      let sum = cells.reduce(SIMD3<Int>()) { $0 &+ $1.sum }
      func mean(_ value: Int) -> UInt32 { UInt32((value + count / 2) / count) }
      return mean(sum.x) << 16 | mean(sum.y) << 8 | mean(sum.z)
    }
  }
}
