import Testing

@testable import MovieFile

/// The colours that the headers of coded frames tell.
@Suite struct ColorCodesTests {
  private static let colors = ColorCodes(primaries: 9, transfer: 16, matrix: 9)

  /// A temporal unit as libaom begins it: a delimiter, the sequence header, and what follows.
  private static let av1: [UInt8] = [
    0x12, 0, 0x0a, 0x0c, 0, 0, 0, 4, 0x3c, 0xfe, 0xcf, 0x81, 0xb5, 0xf2, 0, 0x80, 0x32, 1, 0,
  ]

  private func changed(_ bytes: [UInt8], _ change: ColorCodes.Change?) -> [UInt8]? {
    change.map { Array(bytes[..<$0.range.lowerBound]) + $0.bytes + bytes[$0.range.upperBound...] }
  }

  @Test func sequenceHeaderOfAV1_getsADescription_once() throws {
    let named = try #require(changed(Self.av1, Self.av1.withUnsafeBytes { Self.colors.changeOfAV1($0) }))
    // The header is three bytes longer, and says so.
    #expect(named.count == Self.av1.count + 3 && named[3] == 0x0f)
    #expect(named.suffix(3) == Self.av1.suffix(3))
    #expect(named.withUnsafeBytes { Self.colors.changeOfAV1($0) } == nil)
    let other = ColorCodes(primaries: 1, transfer: 1, matrix: 1)
    let again = try #require(changed(named, named.withUnsafeBytes { other.changeOfAV1($0) }))
    #expect(again.count == named.count)
  }

  @Test func onlyKeyFramesOfVP9_tellTheMatrix() throws {
    let key: [UInt8] = [0x82, 0x49, 0x83, 0x42, 0x13, 0xf0]
    let named = try #require(changed(key, key.withUnsafeBytes { Self.colors.changeOfVP9($0) }))
    #expect(named == [0x82, 0x49, 0x83, 0x42, 0xb3, 0xf0])
    #expect(named.withUnsafeBytes { Self.colors.changeOfVP9($0) } == nil)
    #expect([UInt8]([0x86, 0x49, 0x83, 0x42, 0]).withUnsafeBytes { Self.colors.changeOfVP9($0) } == nil)
  }

  @Test func framesOfProRes_tellCodesThatTheyHave() throws {
    var frame = [UInt8](repeating: 0, count: 40)
    frame.replaceSubrange(4..<8, with: Array("icpf".utf8))
    let colors = ColorCodes(primaries: 4, transfer: 6, matrix: 6)
    #expect(frame.withUnsafeBytes { colors.changeOfProRes($0) }?.bytes == [2, 1, 6])
  }

  /// Bytes that are cut off or changed are refused, or changed within bounds.
  @Test func damagedHeaders_areNoTrap() {
    for count in 0...Self.av1.count {
      for place in 0..<Self.av1.count {
        for bit in 0..<8 {
          var bytes = Self.av1
          bytes[place] ^= 1 << bit
          let part = Array(bytes.prefix(count))
          for change in part.withUnsafeBytes({
            [Self.colors.changeOfAV1($0), Self.colors.changeOfVP9($0), Self.colors.changeOfProRes($0)]
          }) { #expect(change.map { $0.range.upperBound <= count } ?? true) }
        }
      }
    }
  }
}
