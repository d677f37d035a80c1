import MovieExercise
import MovieFile
import Testing

/// Substreams, missing times and damage of program streams that are made byte by byte.
@Suite struct ProgramStreamDamageTests {
  @Test func seed_hasAllItsPacketsAndFormats() throws {
    let file = try ProgramStreamFile(source: MemoryByteSource(StreamBytes.program))
    let packets = try file.walked()
    #expect(file.streams.map(\.number) == [0xe0, 0xc0, 0x80])
    #expect(file.streams.map { $0.coded?.codec.name } == ["mpeg2", "mpegAudio", "ac3"])
    for (stream, count) in [12, 8, 8].enumerated() { #expect(packets.count { $0.stream == stream } == count) }
    let video = packets.filter { $0.stream == 0 }
    // I, P, B: only the first states its times.
    #expect(video.compactMap(\.decodeTime).prefix(3) == [90_000, 93_600, 97_200])
    #expect(video.compactMap(\.presentationTime).prefix(3) == [93_600, 100_800, 97_200])
    #expect(video.map(\.isSync).prefix(3) == [true, false, false])
    try file.expectSameWalksFromAllPlaces()
  }

  @Test func junkBetweenPackets_isPassedOver() throws {
    let bytes = StreamBytes.program
    let end = bytes.indices.dropFirst(100).first { bytes[$0...].starts(with: [0, 0, 1, 0xba]) } ?? 0
    let file = try ProgramStreamFile(
      source: MemoryByteSource(Array(bytes[..<end]) + [9, 0, 0, 9] + Array(bytes[end...])))
    var walker = try file.packets(from: nil)
    var count = 0
    while try walker.next() != nil { count += 1 }
    #expect(count == 28)
    #expect(walker.problem?.code == .malformed)
  }

  @Test func cutOffEnd_givesWhatIsThere() throws {
    let bytes = StreamBytes.program
    let file = try ProgramStreamFile(source: MemoryByteSource(Array(bytes[..<(bytes.count - 200)])))
    var walker = try file.packets(from: nil)
    var count = 0
    while try walker.next() != nil { count += 1 }
    #expect(count >= 24)
    #expect(walker.problem?.code == .truncated)
  }

  @Test func otherFiles_areRefused() {
    for bytes in [[], [0, 0, 1, 0xba], [0, 0, 1, 0xba] + [UInt8](repeating: 0x44, count: 30)] {
      #expect { try ProgramStreamFile(source: MemoryByteSource(bytes)) } throws: {
        ($0 as? MovieError)?.code == .notAMovie
      }
    }
  }
}
