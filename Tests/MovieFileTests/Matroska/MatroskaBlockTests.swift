import MovieExercise
import Testing

@testable import MovieFile

/// Blocks, laces and clusters in every form, made byte by byte.
@Suite struct MatroskaBlockTests {
  private typealias M = MatroskaBytes

  private func file(fields: [UInt8] = [], type: Int = 1, _ media: [UInt8]...) throws -> MatroskaFile {
    let track = M.track(1, type: type, codec: type == 1 ? "V_VP8" : "A_AC3", fields)
    let bytes = M.header + M.segment(M.info(), M.tracks(track), media.flatMap { $0 })
    return try MatroskaFile(source: MemoryByteSource(bytes))
  }

  /// Returns a line for each packet: time, duration, sync flag, bytes.
  private func dump(_ file: MatroskaFile) throws -> [String] {
    try file.allPackets().map { packet in
      let bytes = try packet.bytes.read(from: file.source).map(String.init).joined(separator: ",")
      let (time, duration) = (packet.presentationTime.map(String.init), packet.duration.map(String.init))
      return "\(time ?? "-") \(duration ?? "-") \(packet.isSync ? "K" : "_") \(bytes)"
    }
  }

  @Test(
    arguments: [
      (1, [2, 1, 2, 9, 8, 8, 7, 7, 7]), (2, [2, 9, 8, 7]), (3, [2, 0x81, 0xc0, 9, 8, 8, 7, 7, 7]),
    ] as [(UInt8, [UInt8])])
  func framesOfALace_areDefaultDurationsApart(lacing: UInt8, payload: [UInt8]) throws {
    let duration = M.number(0x23e383, 33_333_333)
    let file = try file(fields: duration, type: 2, M.cluster(100, M.simple(1, 5, lacing: lacing, payload)))
    let expected = lacing == 2 ? ["9", "8", "7"] : ["9", "8,8", "7,7,7"]
    #expect(try dump(file) == ["105 - K \(expected[0])", "138 - K \(expected[1])", "172 - K \(expected[2])"])
  }

  @Test func framesOfALaceWithoutDurations_haveNoTimes() throws {
    let file = try file(type: 2, M.cluster(0, M.simple(1, 5, lacing: 2, [1, 3, 4])))
    #expect(try dump(file) == ["5 - K 3", "- - K 4"])
  }

  @Test func framesOfALaceInAGroup_shareItsDuration() throws {
    let block = M.element(0xa1, M.block(1, 0, isKey: false, lacing: 2, [2, 1, 2, 3]))
    let file = try file(type: 2, M.cluster(0, M.element(0xa0, block + M.number(0x9b, 10))))
    #expect(try dump(file) == ["0 3 K 1", "3 4 K 2", "7 3 K 3"])
  }

  @Test(
    arguments: [(1, [2, 255, 255]), (2, [2, 1, 2]), (3, [2, 0x84, 0x81]), (3, [1]), (1, [])] as [(UInt8, [UInt8])])
  func damagedLace_isPassedOver(lacing: UInt8, payload: [UInt8]) throws {
    let file = try file(
      type: 2, M.cluster(0, M.simple(1, 0, lacing: lacing, payload), M.simple(1, 20, [7])))
    #expect(try dump(file) == ["20 - K 7"])
    var walker = try file.packets(from: nil)
    while try walker.next() != nil {}
    #expect(walker.problem?.code == .malformed)
  }

  @Test func groupWithReferences_isNoSyncSample() throws {
    func group(_ time: Int, _ bytes: [UInt8], _ fields: [UInt8]) -> [UInt8] {
      M.element(0xa0, M.element(0xa1, M.block(1, time, isKey: false, bytes)) + fields)
    }
    // Additions, such as alpha, are no frames.
    let additions = M.element(0x75a1, M.element(0xa6, M.number(0xee, 1) + M.element(0xa5, [5])))
    let file = try file(
      M.cluster(0, group(0, [0x10, 1], additions), group(40, [0x11, 2], M.element(0xfb, [0xd8]) + M.number(0x9b, 25))))
    #expect(try dump(file) == ["0 - K 16,1", "40 25 _ 17,2"])
  }

  @Test func fillersAndChecksums_arePassedOver() throws {
    let filler = M.element(0xec, [0xa3, 0x81, 0])
    let cluster = M.element(
      0x1f43_b675,
      M.element(0xbf, [1, 2, 3, 4]) + filler + M.number(0xe7, 7) + M.number(0xab, 3) + M.simple(1, 0, [0x10]) + filler
        + M.simple(1, 1, [0x10]))
    #expect(try dump(file(filler + cluster + filler)) == ["7 - K 16", "8 - K 16"])
  }

  @Test func clustersOfUnknownSize_endWhereOthersBegin() throws {
    let cluster = M.open(0x1f43_b675, M.number(0xe7, 50) + M.simple(1, -10, [0x10]))
    let tags = M.element(0x1254_c367, [])
    #expect(try dump(file(cluster + cluster + tags + cluster)) == ["40 - K 16", "40 - K 16", "40 - K 16"])
  }

  @Test func strippedHeaders_arePutBackInPlace() throws {
    func encodings(_ order: Int, _ bytes: [UInt8]) -> [UInt8] {
      M.element(
        0x6240, M.number(0x5031, order) + M.element(0x5034, M.number(0x4254, 3) + M.element(0x4255, bytes)))
    }
    let file = try file(
      fields: M.element(0x6d80, encodings(0, [1]) + encodings(1, [2, 3])), type: 2, M.cluster(0, M.simple(1, 0, [9])))
    // The last applied is undone first.
    #expect(try dump(file) == ["0 - K 1,2,3,9"])
    let packet = try #require(file.allPackets().first)
    #expect(packet.bytes.pieces.count == 2 && packet.bytes.count == 4)
  }

  @Test func compressedPackets_areDecompressed() throws {
    let zlib = M.element(0x6d80, M.element(0x6240, M.element(0x5034, [])))
    // "aaaa" in a stored block.
    let stream: [UInt8] = [0x78, 0x01, 1, 4, 0, 0xfb, 0xff, 97, 97, 97, 97, 3, 0xce, 1, 0x85]
    let file = try file(fields: zlib, type: 17, M.cluster(0, M.simple(1, 0, stream), M.simple(1, 9, [1, 2, 3])))
    #expect(try dump(file) == ["0 - K 97,97,97,97"])
    #expect(file.streams[0].problem == nil)
  }

  @Test func encryption_isSaid() throws {
    let encryption = M.element(0x6d80, M.element(0x6240, M.number(0x5033, 1) + M.element(0x5035, [])))
    #expect(try file(fields: encryption, M.cluster(0)).streams[0].problem?.code == .protected)
    let unknown = M.element(0x6d80, M.element(0x6240, M.element(0x5034, M.number(0x4254, 2))))
    #expect(try file(fields: unknown, M.cluster(0)).streams[0].problem?.code == .unsupported)
  }

  @Test func paddingAndPriming_areSamples() throws {
    func group(_ nanoseconds: Int) -> [UInt8] {
      M.element(0xa0, M.element(0xa1, M.block(1, 0, [1])) + M.number(0x75a2, nanoseconds))
    }
    let fields = M.audio(48_000, channels: 2) + M.number(0x56aa, 6_500_000) + M.number(0x56bb, 80_000_000)
    let file = try file(fields: fields, type: 2, M.cluster(0, group(-6_500_000), group(13_500_000)))
    #expect(try file.allPackets().map(\.discardPadding) == [DiscardPadding(start: 312), DiscardPadding(end: 648)])
    #expect(file.streams[0].priming == 312)
    #expect(file.streams[0].preRoll == CMTime(value: 80, timescale: 1000))
  }

  @Test func unitsOfTheFile_areExact() throws {
    func times(_ scale: Int, _ fields: [UInt8] = []) throws -> (Int32, [Int64?]) {
      let track = M.track(1, type: 1, codec: "V_VP8", fields)
      let media = M.cluster(3, M.simple(1, 0, [0x10]), M.simple(1, 2, [0x10]))
      let file = try MatroskaFile(
        source: MemoryByteSource(M.header + M.segment(M.info(scale: scale), M.tracks(track), media)))
      return (file.streams[0].timescale, try file.allPackets().map(\.presentationTime))
    }
    #expect(try times(1) == (1_000_000_000, [3, 5]))
    #expect(try times(100_000) == (10_000, [3, 5]))
    // The unit of no whole number: nanoseconds.
    #expect(try times(22_676) == (1_000_000_000, [68_028, 113_380]))
    #expect(try times(1_000_000, M.float(0x23314f, 2)) == (1000, [6, 10]))
  }
}

private func == (a: (Int32, [Int64?]), b: (Int32, [Int64?])) -> Bool { a.0 == b.0 && a.1 == b.1 }
