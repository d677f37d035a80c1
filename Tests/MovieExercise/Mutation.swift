/// Damages files, reproducibly.
public struct Mutation {
  private var numbers: Numbers

  /// - Parameter seed: The seed of the random numbers.
  public init(seed: UInt64) {
    numbers = Numbers(seed: seed)
  }

  /// Numbers at limits that programs often handle wrongly.
  private static let lies: [UInt32] = [
    0, 1, 2, 7, 8, 9, 15, 16, 255, 256, 0x7fff, 0xffff, 0x10000, 0x7fff_ffff, 0x8000_0000, 0xffff_fff8, 0xffff_ffff,
  ]

  /// Returns a damaged copy: bits flipped, numbers replaced, the end cut off, parts moved into others, types exchanged.
  public mutating func damaged(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      guard bytes.count > 32 else { break }
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: bytes[place(bytes)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 1: bytes[place(bytes)] = UInt8.random(in: 0...255, using: &numbers)
      case 2: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &numbers))
      case 3...5: write(Self.lies.randomElement(using: &numbers) ?? 0, at: box(in: bytes), in: &bytes)
      case 6:
        // The first fields of a box: flags, counts.
        let field = box(in: bytes) + 8 + 4 * Int.random(in: 0..<6, using: &numbers)
        write(Self.lies.randomElement(using: &numbers) ?? 0, at: field, in: &bytes)
      case 7: copyBox(in: &bytes)
      case 8:
        let (from, to) = (box(in: bytes), box(in: bytes))
        for index in 4..<8 where max(from, to) + index < bytes.count { bytes[to + index] = bytes[from + index] }
      default:
        let position = place(bytes)
        let (value, overflow) = read(position, bytes).addingReportingOverflow(
          1 << UInt32.random(in: 0..<32, using: &numbers))
        write(overflow ? 0 : value, at: position, in: &bytes)
      }
    }
    return bytes
  }

  private mutating func place(_ bytes: [UInt8]) -> Int { Int.random(in: bytes.indices, using: &numbers) }

  /// Returns the offset of something that looks like a box, or any offset if there is none.
  private mutating func box(in bytes: [UInt8]) -> Int {
    let start = place(bytes)
    for position in start..<max(start, min(start + 200, bytes.count - 8)) {
      let isType = bytes[position + 4..<position + 8].allSatisfy { (0x61...0x7a).contains($0) }
      if isType, bytes[position] == 0, bytes[position + 1] == 0 { return position }
    }
    return start
  }

  /// Copies a box into another, perhaps itself, without adjusting the sizes of the boxes around it.
  private mutating func copyBox(in bytes: inout [UInt8]) {
    let (from, to) = (box(in: bytes), box(in: bytes))
    let size = min(Int(read(from, bytes)), 600, bytes.count - from)
    guard size > 8, to + 8 <= bytes.count else { return }
    bytes.insert(contentsOf: bytes[from..<from + size], at: to + 8)
    write(read(to, bytes) &+ UInt32(size), at: to, in: &bytes)
  }

  private func read(_ position: Int, _ bytes: [UInt8]) -> UInt32 {
    guard position >= 0, position + 4 <= bytes.count else { return 0 }
    return bytes[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func write(_ value: UInt32, at position: Int, in bytes: inout [UInt8]) {
    guard position >= 0, position + 4 <= bytes.count else { return }
    for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
  }
}
