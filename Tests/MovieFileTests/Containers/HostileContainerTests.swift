import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Numbers at their limits, and files made so that reading them takes far more time or memory than they are large.
@Suite struct HostileContainerTests {
  private typealias M = MatroskaBytes
  private typealias A = AVIBytes

  // MARK: Numbers at their limits

  /// The difference of the first and the last time has no number.
  @Test(arguments: [true, false]) func timesAtBothLimits_areIndexed(isVideo: Bool) throws {
    let track =
      isVideo
      ? M.track(1, type: 1, codec: "V_FFV1", M.video(64, 48))
      : M.track(1, type: 2, codec: "A_PCM/INT/LIT", M.audio(48_000, channels: 1, bits: 16))
    let bytes =
      M.header
      + M.segment(
        M.info(), M.tracks(track), M.cluster(0, M.simple(1, -100, [1, 2]), M.simple(1, -50, [1, 2])),
        M.cluster(Int.max, M.simple(1, -1, [3, 4])), M.cluster(Int.max, M.simple(1, 0, [5, 6])))
    let file = try MatroskaFile(source: MemoryByteSource(bytes))
    let index = PacketIndex(file)
    #expect(try index.count(of: 0) == 4)
    for number in 0..<4 { #expect(try #require(try index.packet(number, of: 0)).duration > 0) }
    #expect(try file.place(of: 0, atOrBefore: -1) == nil)
  }

  @Test func paddingBeyondAllNumbers_isIndexed() throws {
    let track = M.track(1, type: 2, codec: "A_PCM/INT/LIT", M.audio(100_000_000, channels: 1, bits: 16))
    let group = M.element(0xa0, M.element(0xa1, M.block(1, 0, [1, 2])) + M.number(0x75a2, Int.max))
    let bytes =
      M.header
      + M.segment(M.info(), M.tracks(track), M.cluster(0, [[UInt8]](repeating: group, count: 24).flatMap { $0 }))
    let index = PacketIndex(try MatroskaFile(source: MemoryByteSource(bytes)))
    #expect(try index.discardPadding(of: 0).end > 0)
  }

  @Test func lateStreamOfTheLargestNumbers_isOpened() throws {
    let stream = A.stream(
      "vids", scale: 0xffff_ffff, rate: 2, start: 0xffff_ffff, length: 0xffff_ffff, format: A.bitmap("MJPG"))
    let file = try AVIFile(source: MemoryByteSource(A.file([stream], [("00dc", [1, 2], true), ("00dc", [3], true)])))
    #expect(try PacketIndex(file).count(of: 0) == 2)
  }

  // MARK: Memory

  /// Bytes of zlib that give as many zeros: literals and matches of fixed codes (RFC 1951, 3.2.6).
  private static func compressedZeros(_ count: Int) -> [UInt8] {
    var bits: [UInt8] = [1, 1, 0]
    bits += [0, 0, 1, 1, 0, 0, 0, 0]
    let matches = (count - 1) / 258
    for _ in 0..<matches { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    bits += [0, 0, 0, 0, 0, 0, 0]
    var bytes: [UInt8] = [0x78, 0x9c]
    for start in stride(from: 0, to: bits.count, by: 8) {
      bytes.append(
        bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) })
    }
    let sum = (1 + 258 * matches) % 65_521
    return bytes + MovieBytes.u32(sum << 16 | 1)
  }

  @Test func compressedLaces_areDecompressedUpToALimit() throws {
    let frame = Self.compressedZeros(6 << 20)
    let lace: [UInt8] = [3] + frame + frame + frame + frame
    let encodings = M.element(0x6d80, M.element(0x6240, M.element(0x5034, M.number(0x4254, 0))))
    let bytes =
      M.header
      + M.segment(
        M.info(), M.tracks(M.track(1, type: 17, codec: "S_TEXT/UTF8", encodings)),
        M.cluster(0, M.simple(1, 0, lacing: 2, lace)))
    var walker = try MatroskaFile(source: MemoryByteSource(bytes)).packets(from: nil)
    var total = 0
    while let packet = try walker.next() { total += packet.bytes.count }
    #expect(total > 6 << 20 && total <= 16 << 20 && walker.problem?.code == .malformed)
  }

  /// A frame with start codes is read to find them, but none of any size.
  @Test func largeFrameWithStartCodes_isNotReadAsAWhole() throws {
    let sets = StreamBytes.h264[0].prefix(34)
    let front =
      M.info()
      + M.tracks(M.track(1, type: 1, codec: "V_MPEG4/ISO/AVC", M.video(32, 32) + M.element(0x63a2, Array(sets))))
    let size = 300 << 20
    let block = M.block(1, 0, [])
    let source = SparseFile([
      .bytes(M.header + [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xff, count: 7) + front),
      .bytes([0x1f, 0x43, 0xb6, 0x75, 0x01] + [UInt8](repeating: 0xff, count: 7) + M.number(0xe7, 0)),
      .bytes([0xa3, 0x01] + MovieBytes.u64(size + block.count).suffix(7) + block), .zeros(size),
    ])
    let file = try MatroskaFile(source: source)
    #expect(file.streams[0].coded?.codec == .h264)
    var walker = try file.packets(from: nil)
    while try walker.next() != nil {}
    #expect(source.traffic.bytes < 1 << 20)
  }

  /// An index of indexes that names the same part again and again.
  @Test func partOfAnIndexThatIsRepeated_isTakenOnce() throws {
    func file(_ place: Int) -> ([UInt8], Int) {
      let entries = [[UInt8]](repeating: A.little(place, 8) + A.little(48, 4) + A.little(2, 4), count: 100)
      let index = A.little(4, 2) + [0, 0] + A.little(100, 4) + Array("00dc".utf8) + MovieBytes.zeros(12)
      let stream = A.stream(
        "vids", scale: 1, rate: 25, length: 2, format: A.bitmap("MJPG"),
        extra: A.chunk("indx", index + entries.flatMap { $0 }))
      let head = A.list("hdrl", A.chunk("avih", MovieBytes.zeros(56)), stream)
      let frames = A.chunk("00dc", [0xff, 0xd8, 1, 2]) + A.chunk("00dc", [0xff, 0xd8, 3])
      let base = 12 + head.count + 12
      let chunks =
        A.little(2, 2) + [0, 1] + A.little(2, 4) + Array("00dc".utf8) + A.little(base, 8) + A.little(0, 4)
        + A.little(8, 4) + A.little(4, 4) + A.little(20, 4) + A.little(3, 4)
      let body = Array("AVI ".utf8) + head + A.list("movi", frames, A.chunk("ix00", chunks))
      return (Array("RIFF".utf8) + A.little(body.count, 4) + body, base + frames.count)
    }
    let file = try AVIFile(source: MemoryByteSource(file(file(0).1).0))
    #expect(try file.allPackets().map(\.bytes.count) == [4, 3])
  }

  /// Entries that name one chunk again: a player that follows them shows its frame for so long.
  @Test func chunkThatAnIndexRepeats_isReadOnce() throws {
    let stream = A.stream("vids", scale: 1, rate: 25, length: 6, format: A.bitmap("MJPG"))
    var bytes = A.file([stream], [("00dc", [0xff, 0xd8, 1, 2], true), ("00dc", [0xff, 0xd8, 5, 6], true)])
    let index = try #require(bytes.indices.first { bytes[$0...].starts(with: "idx1".utf8) })
    let (first, second) = (Array(bytes[index + 8..<index + 24]), Array(bytes[index + 24..<index + 40]))
    let entries = [first, first, first, second, second].flatMap { $0 }
    bytes = bytes[..<(index + 4)] + A.little(entries.count, 4) + entries
    let packets = try AVIFile(source: MemoryByteSource(bytes)).allPackets()
    #expect(packets.map(\.decodeTime) == [0, 3] && packets.map(\.bytes.count) == [4, 4])
  }

  // MARK: Time

  /// The smallest frames that have a header.
  @Test func manySmallFramesInAChunk_areAllGiven() throws {
    let frame: [UInt8] = [0xff, 0xf1, 0x50, 0x40, 0x01, 0x00, 0xfc, 0x21]
    let count = 60_000
    let stream = A.stream("auds", scale: 1, rate: 8000, sampleSize: 1, format: A.wave(0xff, rate: 44_100, block: 1))
    let chunk = [[UInt8]](repeating: frame, count: count).flatMap { $0 }
    let file = try AVIFile(source: MemoryByteSource(A.file([stream], [("00wb", chunk, true)])))
    #expect(try file.allPackets().count == count)
  }

  /// A frame of DTS that claims a megabyte, and is searched in chunks of a byte.
  @Test func frameInManyChunks_isSearchedOnce() throws {
    let head: [UInt8] = [0x64, 0x58, 0x20, 0x25, 0, 0x20, 0x1f, 0xff, 0xff, 0xe0, 0, 0, 0, 0, 0, 0]
    let stream = A.stream("auds", scale: 1, rate: 8000, sampleSize: 1, format: A.wave(0x2001, rate: 48_000, block: 1))
    let bytes = head + MovieBytes.zeros(30_000)
    let file = try AVIFile(source: MemoryByteSource(A.file([stream], bytes.map { ("00wb", [$0], true) })))
    #expect(try file.allPackets().isEmpty)
  }

  /// Pictures that wait for the reference before them are given out sooner or later, in order.
  @Test func picturesWithoutAReferenceBehindThem_areAllGiven() throws {
    func picture(_ type: UInt8) -> [UInt8] { [0, 0, 1, 0xb6, type << 6, 7] }
    let stream = A.stream("vids", scale: 1, rate: 25, format: A.bitmap("XVID"))
    let count = 10_000
    let chunks = (0..<count).map { (id: "00dc", body: picture($0 == 0 ? 0 : 2), isKey: $0 == 0) }
    let file = try AVIFile(source: MemoryByteSource(A.file([stream], chunks)))
    var walker = try file.packets(from: nil)
    _ = try walker.next()
    #expect(walker.place.offset < 200)
    let packets = try file.allPackets()
    #expect(packets.map(\.decodeTime) == (0..<Int64(count)).map { $0 })
    #expect(Set(packets.compactMap(\.presentationTime)).count == count)
  }

  /// Beginnings of pages that are none, each with a body of its own size.
  @Test func falsePages_takeNoLongTime() throws {
    let front =
      OggBytes.page(2, serial: 1, number: 0, granule: 0, OggBytes.opusHead())
      + OggBytes.page(0, serial: 1, number: 1, granule: 0, Array("OpusTags".utf8) + MovieBytes.zeros(8))
    let beginning: [UInt8] = Array("OggS".utf8) + [0] + [UInt8](repeating: 0xff, count: 22)
    let noise = (0..<4000).flatMap { _ in beginning } + MovieBytes.zeros(70_000)
    let opus: [UInt8] = [0xfc] + [UInt8](repeating: 0, count: 40)
    let bytes = front + noise + OggBytes.page(4, serial: 1, number: 2, granule: 960, opus)
    #expect(try OggFile(source: MemoryByteSource(bytes)).allPackets().map(\.presentationTime) == [0])
  }

  /// A server may claim any size.
  private struct Endless: ByteSource {
    let part: [UInt8]
    let size: Int64
    var name: String? { nil }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
      try check(offset, buffer.count)
      for index in buffer.indices { buffer[index] = part[Int((offset + Int64(index)) % Int64(part.count))] }
    }
  }

  @Test func sizeThatNoFileHas_isRefused() throws {
    let opus = OggBytes.page(2, serial: 1, number: 0, granule: 0, OggBytes.opusHead())
    let parts = [
      StreamBytes.transport, StreamBytes.program, opus, SeedFiles.all.first { $0.name == "Matroska" }?.bytes ?? [],
      FLVBytes.header() + FLVBytes.video(0, [0x17, 0, 0, 0, 0]), A.file([], []),
    ]
    let openings: [(any ByteSource) throws -> any InterleavedFile] = [
      { try TransportStreamFile(source: $0) }, { try ProgramStreamFile(source: $0) }, { try OggFile(source: $0) },
      { try MatroskaFile(source: $0) }, { try FLVFile(source: $0) }, { try AVIFile(source: $0) },
    ]
    for (part, open) in zip(parts, openings) {
      for size in [Int64.max, 1 << 57] {
        #expect { try open(Endless(part: part, size: size)) } throws: { ($0 as? MovieError)?.code == .excessive }
      }
    }
  }
}
