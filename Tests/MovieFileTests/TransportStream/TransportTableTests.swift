import MovieExercise
import Testing

@testable import MovieFile

/// Tables, clocks and damage of transport streams that are made byte by byte.
@Suite struct TransportTableTests {
  private typealias Bytes = StreamBytes

  /// A stream of H.264 with one picture a packet.
  private func pictures(
    _ stream: inout Bytes.Transport, pid: UInt16, from start: Int64, count: Int = 8, reference: Bool = true
  ) {
    for number in 0..<count {
      let time = start + Int64(number) * 3600
      stream.add(
        Bytes.pes(0xe0, Bytes.h264[number % 4], pts: time & (1 << 33 - 1)), pid: pid,
        reference: reference ? time - 9000 : nil)
    }
  }

  private func file(_ stream: Bytes.Transport) throws -> TransportStreamFile {
    try TransportStreamFile(source: MemoryByteSource(stream.bytes))
  }

  private func times(_ file: TransportStreamFile, of stream: Int = 0) throws -> [Int64] {
    try file.walked().filter { $0.stream == stream }.compactMap(\.presentationTime)
  }

  /// The times of sixteen frames.
  private func expected(from start: Int64) -> [Int64] { (0..<16).map { start + $0 * 3600 } }

  @Test func seed_hasAllItsPacketsAndFormats() throws {
    let file = try TransportStreamFile(source: MemoryByteSource(StreamBytes.transport))
    let packets = try file.walked()
    #expect(file.streams.map(\.number) == [0x100, 0x101, 0x102])
    #expect(file.streams.map { $0.coded?.codec.name } == ["h264", "mpegAudio", "ac3"])
    #expect(file.streams[1].language == "eng")
    #expect(file.streams[0].formatDescription?.dimensions.width == 32)
    for stream in 0..<3 { #expect(packets.count { $0.stream == stream } == 12) }
    // Frames without a time follow the last one with a time.
    let audio = packets.filter { $0.stream == 1 }.compactMap(\.presentationTime)
    #expect(audio.prefix(4) == [90_000, 93_240, 96_480, 100_800])
    #expect(packets.filter { $0.stream == 0 }.map(\.isSync).prefix(4) == [true, false, false, true])
  }

  @Test func wrap_continuesTheTimeline() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    let start: Int64 = 1 << 33 - 70 * 90_000
    for second in 0..<100 { pictures(&stream, pid: 0x100, from: start + Int64(second) * 90_000, count: 2) }
    let times = try times(file(stream)).suffix(4)
    #expect(times.last == start + 99 * 90_000 + 3600)
  }

  @Test func jumpOfTheClock_goesOnAfterTheLastPacket() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    pictures(&stream, pid: 0x100, from: 900_000)
    pictures(&stream, pid: 0x100, from: 90_000)
    let file = try file(stream)
    #expect(try times(file) == expected(from: 900_000))
    // Bisection would be wrong.
    #expect(try file.place(of: 0, atOrBefore: 920_000) == nil)
    #expect(file.statedDuration == CMTime(value: 57_600, timescale: 90_000))
  }

  @Test func jumpWithoutClockReferences_goesOnAfterTheLastPacket() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    pictures(&stream, pid: 0x100, from: 90_000, reference: false)
    pictures(&stream, pid: 0x100, from: 90_000_000, reference: false)
    #expect(try times(file(stream)) == expected(from: 90_000))
  }

  @Test func streamThatMovesToAnotherPID_goesOn() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, []), (0x03, 0x101, [])])
    pictures(&stream, pid: 0x100, from: 90_000)
    stream.addTables([(0x1b, 0x200, []), (0x03, 0x101, [])], version: 1)
    pictures(&stream, pid: 0x200, from: 90_000 + 8 * 3600)
    let file = try file(stream)
    #expect(try times(file) == expected(from: 90_000))
    try file.expectSameWalksFromAllPlaces()
  }

  @Test func streamThatIsAnnouncedLater_isListedAndRead() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    pictures(&stream, pid: 0x100, from: 90_000)
    stream.addTables([(0x1b, 0x100, []), (0x03, 0x101, [0x0a, 4] + Array("eng".utf8) + [0])], version: 1)
    for number in 0..<8 {
      let time = 118_800 + Int64(number) * 3600
      pictures(&stream, pid: 0x100, from: time, count: 1)
      stream.add(Bytes.pes(0xc0, Bytes.mp3Frame(UInt8(number)), pts: time), pid: 0x101)
    }
    let file = try file(stream)
    #expect(file.streams.map(\.number) == [0x100, 0x101] && file.streams[1].language == "eng")
    #expect(file.streams[1].coded?.codec == .mpegAudio)
    #expect(try times(file) == expected(from: 90_000))
    #expect(try times(file, of: 1) == (0..<8).map { 118_800 + $0 * 3600 })
    try file.expectSameWalksFromAllPlaces()
  }

  @Test func programOfAnotherNumber_goesOn() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    pictures(&stream, pid: 0x100, from: 90_000)
    stream.addTables([(0x1b, 0x300, [])], number: 7, mapPID: 0x1100, version: 1)
    pictures(&stream, pid: 0x300, from: 90_000 + 8 * 3600)
    #expect(try times(file(stream)) == expected(from: 90_000))
  }

  @Test func pausingStream_doesNotHoldOthersBack() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, []), (0x03, 0x101, [])])
    pictures(&stream, pid: 0x100, from: 90_000, count: 3)
    for second in 0..<40 {
      let time = 90_000 + Int64(second) * 90_000
      stream.add(Bytes.pes(0xc0, Bytes.mp3Frame(UInt8(second)), pts: time), pid: 0x101)
    }
    let file = try file(stream)
    var walker = try file.packets(from: nil)
    var order: [Int] = []
    while let packet = try walker.next() { order.append(packet.stream) }
    #expect(order.count { $0 == 0 } == 3)
    #expect((order.lastIndex(of: 0) ?? 40) < 20)
    try file.expectSameWalksFromAllPlaces()
  }

  @Test func packetsOf204Bytes_areRead() throws {
    let bytes = StreamBytes.transport
    let long = stride(from: 0, to: bytes.count, by: 188).flatMap {
      Array(bytes[$0..<$0 + 188]) + [UInt8](repeating: 0xaa, count: 16)
    }
    let (file, plain) = (
      try TransportStreamFile(source: MemoryByteSource(long)), try TransportStreamFile(source: MemoryByteSource(bytes))
    )
    #expect(try file.walked().map(\.presentationTime) == plain.walked().map(\.presentationTime))
  }

  @Test func lostPackets_areReported_andThoseBehindThemRead() throws {
    let bytes = StreamBytes.transport
    // The fourth of five packets with the first frames of audio.
    let file = try TransportStreamFile(source: MemoryByteSource(Array(bytes[..<1128] + bytes[1316...])))
    var walker = try file.packets(from: nil)
    var count = 0
    while try walker.next() != nil { count += 1 }
    #expect(count >= 30)
    #expect(walker.problem?.code == .malformed)
  }

  @Test func junkBetweenPackets_isPassedOver() throws {
    let bytes = StreamBytes.transport
    let cut = 188 * 9
    let file = try TransportStreamFile(
      source: MemoryByteSource(Array(bytes[..<cut]) + [1, 2, 0x47, 3] + Array(bytes[cut...])))
    var walker = try file.packets(from: nil)
    var count = 0
    while try walker.next() != nil { count += 1 }
    #expect(count == 36)
    #expect(walker.problem?.offset == Int64(cut))
  }

  @Test func repeatedPackets_areTakenOnce() throws {
    let bytes = StreamBytes.transport
    let doubled = stride(from: 0, to: bytes.count, by: 188).flatMap { start -> [UInt8] in
      let packet = Array(bytes[start..<start + 188])
      return packet + packet
    }
    let file = try TransportStreamFile(source: MemoryByteSource(doubled))
    #expect(try file.walked().count == 36)
  }

  @Test func encryptedStream_isListedAsProtected() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, []), (0x03, 0x101, [])])
    for number in 0..<8 {
      let time = 90_000 + Int64(number) * 3600
      stream.add(Bytes.pes(0xe0, Bytes.h264[number % 4], pts: time), pid: 0x100, reference: time, isScrambled: true)
      stream.add(Bytes.pes(0xc0, Bytes.mp3Frame(UInt8(number)), pts: time), pid: 0x101)
    }
    let file = try file(stream)
    #expect(file.streams[0].problem?.code == .protected)
    #expect(try times(file, of: 1).count == 8)
  }

  /// As a recording of television that begins in the middle of a group of pictures.
  @Test func frameBeforeTheFirstReference_isReadByItsNumber() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x02, 0x100, [])])
    for (number, picture) in [2, 1, 2, 0, 1, 2].enumerated() {
      let time = 90_000 + Int64(number) * 3600
      stream.add(Bytes.pes(0xe0, Bytes.mpeg2[picture], pts: time), pid: 0x100, reference: time - 9000)
    }
    let file = try file(stream)
    let packets = try file.walked()
    #expect(packets.count == 6)
    let index = PacketIndex(file)
    for (number, packet) in packets.enumerated() {
      let found = try #require(try index.packet(number, of: 0))
      let bytes = try PacketReader(index, stream: 0).bytes(of: found)
      #expect(try bytes.read(from: file.source) == packet.bytes.read(from: file.source), "\(number)")
    }
  }

  @Test func videoWithoutHeaders_isLeftOut_andNoted() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, []), (0x03, 0x101, [])])
    for number in 0..<8 {
      let time = 90_000 + Int64(number) * 3600
      stream.add(Bytes.pes(0xe0, Bytes.h264[1 + number % 2], pts: time), pid: 0x100, reference: time)
      stream.add(Bytes.pes(0xc0, Bytes.mp3Frame(UInt8(number)), pts: time), pid: 0x101)
    }
    let file = try file(stream)
    #expect(file.streams.map(\.mediaType) == ["", "soun"])
    #expect(try times(file, of: 1).count == 8)
    #expect(try file.packets(from: nil).omission?.message.contains("PID 256") == true)
  }

  @Test func otherFiles_areRefused() {
    for bytes in [[], [0x47], [UInt8](repeating: 0x47, count: 3000), [UInt8](repeating: 0, count: 3000)] {
      #expect { try TransportStreamFile(source: MemoryByteSource(bytes)) } throws: {
        ($0 as? MovieError)?.code == .notAMovie
      }
    }
  }

  @Test func privateTypes_areThoseOfTheRegistration() throws {
    var stream = Bytes.Transport()
    stream.addTables(
      [
        (0x81, 0x100, []), (0x82, 0x101, []), (0x06, 0x102, [0x7b, 0]),
        (0x06, 0x103, [0x59, 4, 0x64, 0x65, 0x75, 0x21]),
        (0x80, 0x104, []), (0x90, 0x105, []), (0x83, 0x106, []),
      ], programDescriptors: [5, 4] + Array("HDMV".utf8))
    stream.add(Bytes.pes(0xbd, Bytes.ac3Frame(1) + Bytes.ac3Frame(2), pts: 90_000), pid: 0x100)
    let file = try file(stream)
    #expect(file.streams.map(\.number) == [0x100, 0x101, 0x102, 0x103, 0x104, 0x105, 0x106])
    #expect(file.streams.map(\.mediaType) == ["soun", "soun", "soun", "sbtl", "soun", "sbtl", "soun"])
    #expect(file.streams[3].language == "deu" && file.streams[3].flags.contains(.forHearingImpaired))
    #expect(file.streams[0].coded?.codec == .ac3)
  }

  /// Two pictures a second, and packets of nothing between them, as in a stream of constant bit rate.
  @Test func streamOfMostlyEmptyPackets_isSearchedWithoutReadingAllOfIt() throws {
    var stream = Bytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    let empty = [[UInt8]](repeating: [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184), count: 1500)
      .flatMap { $0 }
    var bytes: [UInt8] = stream.bytes
    for number in 0..<40 {
      var part = Bytes.Transport()
      let time = 900_000 + Int64(number) * 45_000
      part.add(Bytes.pes(0xe0, Bytes.h264[0], pts: time), pid: 0x100, reference: time - 9000, isDiscontinuous: true)
      bytes += part.bytes + empty
    }
    let source = SparseFile([.bytes(bytes)])
    let file = try TransportStreamFile(source: source)
    let opened = source.traffic.bytes
    for number in [3, 17, 38] {
      let before = source.traffic.bytes
      let time = 900_000 + Int64(number) * 45_000
      let place = try #require(try file.place(of: 0, atOrBefore: time + 1000))
      #expect(source.traffic.bytes - before < bytes.count / 2)
      var walker = try file.packets(from: place)
      let first = try #require(try walker.next()?.presentationTime)
      #expect(first <= time && time - first <= 4 * 45_000)
    }
    #expect(opened < bytes.count)
  }
}
