import Testing

@testable import MovieFile

@Suite struct BoxWriterTests {
  @Test func boxesHaveTheirSizes() {
    var writer = BoxWriter()
    writer.box("moov") { moov in
      moov.fullBox("mvhd", version: 1, flags: 2) { $0.u16(0x1234) }
      moov.box("free") { _ in }
    }
    #expect(
      writer.contents == [0, 0, 0, 30] + Array("moov".utf8) + [0, 0, 0, 14] + Array("mvhd".utf8)
        + [1, 0, 0, 2, 0x12, 0x34, 0, 0, 0, 8] + Array("free".utf8))
  }

  @Test func tablesStayWhereTheyAreAndComeOutInTheirPlace() {
    var table = WordTable()
    for word in 0..<40_000 { table.append(UInt32(word)) }
    table[39_999] = 7
    var writer = BoxWriter()
    writer.box("stsz") { box in
      box.u8(1)
      box.table(table)
      box.u8(2)
    }
    let bytes = writer.contents
    #expect(bytes.count == writer.count && bytes.count == 8 + 2 + 160_000)
    let start: [UInt8] = [0, 2, 0x71, 0x0a, 0x73, 0x74, 0x73, 0x7a, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    #expect(Array(bytes[..<17]) == start)
    #expect(Array(bytes[(9 + 4 * 16_384)...].prefix(4)) == [0, 0, 0x40, 0])
    #expect(bytes.suffix(5) == [0, 0, 0, 7, 2])
  }
}
