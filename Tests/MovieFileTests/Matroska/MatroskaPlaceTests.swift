import MovieExercise
import Testing

@testable import MovieFile

/// Places by cues and by bisection, and how little of a large file they read.
@Suite struct MatroskaPlaceTests {
  private typealias M = MatroskaBytes

  private enum Index { case cues, none, unknownSizes }

  /// Four gigabytes: a cluster each second with a key frame of 4.2 MB, 24 others, and 50 packets of audio.
  private static func file(_ index: Index) -> SparseFile {
    let front =
      M.info(duration: 1_024_000)
      + M.tracks(
        M.track(1, type: 1, codec: "V_FFV1", M.video(64, 48)),
        M.track(2, type: 2, codec: "A_OPUS", M.audio(48_000, channels: 2)))
    let (frame, payload) = (4_200_000, 1000)
    var blocks: [SparseFile.Part] = [.bytes(M.number(0xe7, 0))]
    for packet in 0..<75 {
      let isVideo = packet % 3 == 0
      let size = packet == 0 ? frame : payload
      let head = M.block(
        isVideo ? 1 : 2, isVideo ? packet / 3 * 40 : (packet - packet / 3 - 1) * 20, isKey: packet == 0 || !isVideo, [])
      blocks.append(.bytes([0xa3, 0x01] + MovieBytes.u64(size + head.count).suffix(7) + head))
      blocks.append(.zeros(size))
    }
    let clusterSize = blocks.reduce(0) { $0 + $1.count } + 12
    let count = 1024
    let seek = { (cues: Int) in
      M.element(0x114d_9b74, M.element(0x4dbb, M.element(0x53ab, [0x1c, 0x53, 0xbb, 0x6b]) + M.number(0x53ac, cues)))
    }
    let first = (index == .cues ? seek(0).count : 0) + front.count
    var parts: [SparseFile.Part] = []
    for number in 0..<count {
      let size =
        index == .unknownSizes ? [UInt8](repeating: 0xff, count: 7) : Array(MovieBytes.u64(clusterSize - 12).suffix(7))
      parts.append(.bytes([0x1f, 0x43, 0xb6, 0x75, 0x01] + size + M.number(0xe7, number * 1000)))
      parts += blocks.dropFirst()
    }
    var tail: [UInt8] = []
    if index == .cues {
      tail = M.element(
        0x1c53_bb6b,
        (0..<count).flatMap { number in
          M.element(
            0xbb,
            M.number(0xb3, number * 1000)
              + M.element(0xb7, M.number(0xf7, 1) + M.number(0xf1, first + number * clusterSize)))
        })
    }
    let head = (index == .cues ? seek(first + count * clusterSize) : []) + front
    let size =
      index == .unknownSizes
      ? [UInt8](repeating: 0xff, count: 7)
      : Array(MovieBytes.u64(head.count + count * clusterSize + tail.count).suffix(7))
    return SparseFile([.bytes(M.header + [0x18, 0x53, 0x80, 0x67, 0x01] + size + head)] + parts + [.bytes(tail)])
  }

  @Test func fourGigabytesWithCues_areOpenedByHeadersAlone() throws {
    let source = Self.file(.cues)
    #expect(source.size > 4 << 30)
    let file = try MatroskaFile(source: source)
    #expect(file.statedDuration == CMTime(value: 1024, timescale: 1))
    #expect(source.traffic.reads < 10 && source.traffic.bytes < 100_000)
    let place = try #require(try file.place(of: 0, atOrBefore: 700_500))
    // The cues, which are read once.
    #expect(source.traffic.reads < 20 && source.traffic.bytes < 400_000)
    let before = source.traffic
    let again = try #require(try file.place(of: 0, atOrBefore: 100_999))
    // The block that the cue names.
    #expect(source.traffic.reads <= before.reads + 3 && source.traffic.bytes < before.bytes + 20_000)
    for (place, time) in [(place, 700_000), (again, 100_000)] as [(PacketPlace, Int64)] {
      var walker = try file.packets(from: place)
      let packet = try #require(try walker.next())
      #expect(packet.presentationTime == time && packet.isSync && packet.stream == 0)
    }
    #expect(source.traffic.reads < before.reads + 20)
  }

  @Test(arguments: [0, 1, 2]) func everyStream_findsAPlaceBeforeATime(kind: Int) throws {
    let source = Self.file([.cues, .none, .unknownSizes][kind])
    let file = try MatroskaFile(source: source)
    for stream in [0, 1] {
      for time: Int64 in [0, 999, 1000, 512_345, 1_023_999, .max] {
        let place = try #require(try file.place(of: stream, atOrBefore: time), "\(stream) \(time)")
        var walker = try file.packets(from: place)
        var found: ContainerPacket?
        while found == nil, let packet = try walker.next() { if packet.stream == stream { found = packet } }
        let start = try #require(found?.presentationTime)
        #expect(found?.isSync == true && start <= time && (time > 1 << 40 || time - start < 3000), "\(stream) \(time)")
      }
      #expect(try file.place(of: stream, atOrBefore: -1) == nil)
    }
    #expect(try file.place(of: 9, atOrBefore: 0) == nil)
  }

  /// Writers name I-frames at which no decoder can begin, and editors leave offsets of clusters that have moved.
  @Test func cueWithoutASyncSample_givesTheOneBefore() throws {
    let sets: [UInt8] = [1, 0x42, 0, 10, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 10, 1, 0, 2, 0x68, 0xce]
    let track = M.tracks(M.track(1, type: 1, codec: "V_MPEG4/ISO/AVC", M.video(64, 48) + M.element(0x63a2, sets)))
    let frame = { (type: UInt8) in [0, 0, 0, 2, type, 0x88] as [UInt8] }
    // The third cluster begins with an I-frame that is no IDR picture, and the fourth is named at another place.
    let clusters = [0x65, 0x65, 0x41, 0x65].enumerated().map { number, type in
      M.cluster(number * 1000, M.simple(1, 0, frame(type)), M.simple(1, 500, isKey: false, frame(0x41)))
    }
    let front = M.info() + track
    func cues(from start: Int) -> [UInt8] {
      var place = start
      return M.element(
        0x1c53_bb6b,
        clusters.enumerated().flatMap { number, cluster -> [UInt8] in
          defer { place += cluster.count }
          let named = number == 3 ? place + 40 : place
          return M.element(
            0xbb, M.number(0xb3, number * 1000) + M.element(0xb7, M.number(0xf7, 1) + M.number(0xf1, named)))
        })
    }
    let index = cues(from: front.count + cues(from: 0).count)
    let bytes = M.header + M.segment(front, index, clusters.flatMap { $0 })
    let file = try MatroskaFile(source: MemoryByteSource(bytes))
    let all = try file.allPackets()
    #expect(all.map(\.isSync) == [true, false, true, false, false, false, true, false])
    for time: Int64 in [0, 900, 1000, 1900, 2000, 2600, 2999] {
      let place = try #require(try file.place(of: 0, atOrBefore: time), "\(time)")
      let met = try file.allPackets(from: place).first { $0.isSync }?.presentationTime
      #expect(met == (time < 1000 ? 0 : 1000), "\(time)")
    }
    let last = try #require(try file.place(of: 0, atOrBefore: 3400))
    #expect(try file.allPackets(from: last).contains { $0.isSync && ($0.presentationTime ?? .max) <= 3400 })
  }

  /// A file that was recorded anew: what is not read is said.
  @Test(arguments: [true, false]) func anotherSegment_isReported(hasSize: Bool) throws {
    let parts = M.info() + M.tracks(M.track(1, type: 1, codec: "V_FFV1")) + M.cluster(0, M.simple(1, 0, [1]))
    let one = M.header + (hasSize ? M.segment(parts) : M.open(0x1853_8067, parts))
    var walker = try MatroskaFile(source: MemoryByteSource(one + one)).packets(from: nil)
    var count = 0
    while try walker.next() != nil { count += 1 }
    #expect(count == 1 && walker.problem?.code == .unsupported && walker.problem?.offset == Int64(one.count))
  }
}

private func == (a: (reads: Int, bytes: Int), b: (reads: Int, bytes: Int)) -> Bool {
  a.reads == b.reads && a.bytes == b.bytes
}
