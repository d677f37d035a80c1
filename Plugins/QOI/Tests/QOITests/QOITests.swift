import Testing

@testable import QOI

@Suite struct QOITests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// Returns an image with runs, small and large differences, and repeated colours.
  private static func picture(_ width: Int, _ height: Int, hasAlpha: Bool, seed: UInt64) -> QOIImage {
    var random = Random(state: seed)
    var pixels: [UInt8] = []
    var last: [UInt8] = [0, 0, 0, 255]
    var known: [[UInt8]] = [last]
    for _ in 0..<width * height {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: break
      case 2: last = last.map { $0 &+ UInt8.random(in: 0...3, using: &random) &- 2 }
      case 3: last = last.map { $0 &+ UInt8.random(in: 0...40, using: &random) &- 20 }
      case 4: last = known.randomElement(using: &random) ?? last
      default: last = last.map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      if !hasAlpha || Bool.random(using: &random) { last[3] = 255 }
      known.append(last)
      pixels += last
    }
    return QOIImage(width: width, height: height, hasAlpha: hasAlpha, pixels: pixels)
  }

  @Test(arguments: [(1, 1), (7, 3), (61, 1), (62, 2), (63, 5), (200, 1), (33, 33)], [true, false])
  func whatIsEncoded_isDecoded(size: (Int, Int), hasAlpha: Bool) throws {
    for seed in 0..<20 as Range<UInt64> {
      let picture = Self.picture(size.0, size.1, hasAlpha: hasAlpha, seed: seed)
      #expect(try QOIImage(decoding: [UInt8](picture.encoded)) == picture)
    }
  }

  /// Computed by hand from the specification: a run of the first colour, a difference, a luma, a colour, an index.
  @Test func eachChunk_isAsTheSpecificationSays() throws {
    let pixels: [UInt8] = [
      0, 0, 0, 255, 0, 0, 0, 255, 1, 255, 0, 255, 11, 9, 12, 255, 200, 0, 0, 255, 1, 255, 0, 255,
    ]
    let picture = QOIImage(width: 6, height: 1, hasAlpha: false, pixels: pixels)
    let header: [UInt8] = Array("qoif".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 3, 0]
    let chunks: [UInt8] = [
      0xC1,  // a run of two
      0x76,  // red +1, green -1, blue 0
      0xAA, 0x8A,  // green +10, red as much, blue 2 more
      0xFE, 200, 0, 0,  // a colour
      51,  // (1 * 3 + 255 * 5 + 0 * 7 + 255 * 11) % 64: the one with that slot
      0, 0, 0, 0, 0, 0, 0, 1,
    ]
    #expect([UInt8](picture.encoded) == header + chunks)
  }

  @Test func everyPrefix_isTruncated() throws {
    let bytes = [UInt8](Self.picture(9, 9, hasAlpha: true, seed: 3).encoded)
    for count in 0..<bytes.count {
      #expect(throws: QOIError.self) { try QOIImage(decoding: Array(bytes[..<count])) }
    }
  }

  @Test func hostileBytes_neverTrap() {
    var random = Random(state: 7)
    let bytes = [UInt8](Self.picture(12, 12, hasAlpha: true, seed: 5).encoded)
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let picture = try? QOIImage(decoding: damaged) {
        #expect(picture.pixels.count == picture.width * picture.height * 4)
      }
      var splitter = QOISplitter()
      _ = try? splitter.add(damaged)
    }
  }

  @Test(
    arguments: [
      ([0, 0, 0, 0, 0, 0, 0, 1, 3, 0], QOIError.badSize(width: 0, height: 1)),
      ([255, 255, 255, 255, 255, 255, 255, 255, 3, 0], .badSize(width: 4_294_967_295, height: 4_294_967_295)),
      ([0, 0, 0x40, 0, 0, 0, 0x40, 0, 3, 0], .truncated(at: 22)),
      ([0, 0, 0, 1, 0, 0, 0, 1, 5, 0], .badChannels(5)), ([0, 0, 0, 1, 0, 0, 0, 1, 3, 2], .badColorSpace(2)),
    ] as [([UInt8], QOIError)])
  func headers_areChecked_beforeMemoryIsUsed(header: [UInt8], error: QOIError) {
    let bytes = Array("qoif".utf8) + header + [0, 0, 0, 0, 0, 0, 0, 1]
    #expect(throws: error) { try QOIImage(decoding: bytes) }
    #expect(throws: QOIError.noMagic) { try QOIImage(decoding: Array("qoi?".utf8) + header) }
  }

  @Test(arguments: [1, 7, 64, 1000, 100_000]) func imagesAreFound_inPiecesOfAnySize(size: Int) throws {
    let pictures = (0..<5).map { Self.picture(20, 10, hasAlpha: $0 % 2 == 0, seed: UInt64($0)) }
    let bytes = pictures.flatMap { [UInt8]($0.encoded) }
    var splitter = QOISplitter()
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      found += try splitter.add(bytes[start..<min(bytes.count, start + size)])
    }
    try splitter.finish()
    #expect(try found.map { try QOIImage(decoding: $0) } == pictures)
    _ = try splitter.add([1, 2, 3])
    #expect(throws: QOIError.truncated(at: 3)) { try splitter.finish() }
  }
}
