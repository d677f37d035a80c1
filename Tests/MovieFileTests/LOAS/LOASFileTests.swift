import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Files of AAC in LOAS, frame by frame.
@Suite struct LOASFileTests {
  private func bytes(_ options: String = "", duration: Double = 1) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try Recipe("a.latm", "-f lavfi -i sine=duration=\(duration):sample_rate=48000 -c:a aac \(options)")
      .make(in: folder)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func frames(_ bytes: [UInt8]) throws -> (packets: [ContainerPacket], problem: MovieError?) {
    let file = try LOASFile(source: MemoryByteSource(bytes))
    var walker = try file.packets(from: nil)
    var packets: [ContainerPacket] = []
    while let packet = try walker.next() { packets.append(packet) }
    return (packets, walker.problem)
  }

  @Test(arguments: ["", "-ac 6 -b:a 300k", "-ar 96000", "-smc-interval 10"])
  func file_isDescribedAndWalkedFromAnyPlace(options: String) throws {
    let bytes = try bytes(options)
    #expect(LOASFile.matches(bytes))
    let file = try LOASFile(source: MemoryByteSource(bytes))
    let stream = file.streams[0]
    #expect(stream.coded?.codec == .aac && stream.sampleRate == (options.contains("96000") ? 96_000 : 48_000))
    let format = stream.formatDescription?.audioStreamBasicDescription
    #expect(format?.mChannelsPerFrame == (options.hasPrefix("-ac") ? 6 : 1))
    let (packets, problem) = try frames(bytes)
    #expect(problem == nil && packets.count > 46)
    try file.expectSameWalksFromAllPlaces()
    try file.expectIndexOfAllPackets()
  }

  @Test func bytesThatAreNoFrames_arePassedOver() throws {
    let bytes = try bytes()
    let whole = try frames(bytes).packets
    let middle = bytes.count / 2
    let (packets, problem) = try frames(bytes[..<middle] + [UInt8](repeating: 0x56, count: 700) + bytes[middle...])
    #expect(problem?.code == .malformed)
    #expect(packets.count >= whole.count - 2 && packets.count <= whole.count)
    #expect(packets.last?.bytes == whole.last?.bytes)
  }

  @Test func lastFrameThatIsCutOff_isLeftOut() throws {
    let bytes = try bytes()
    let (packets, problem) = try frames(Array(bytes.dropLast(9)))
    #expect(problem?.code == .truncated)
    #expect(try packets.count == frames(bytes).packets.count - 1)
  }

  @Test func otherBytes_areNone() throws {
    #expect(!LOASFile.matches([]) && !LOASFile.matches([0x56, 0xe0]))
    #expect(!LOASFile.matches([0x56, 0xe0, 0x09] + [UInt8](repeating: 7, count: 4000)))
    let frame: [UInt8] = [0x56, 0xe0, 4, 0xff, 0xff, 0xff, 0xff]
    #expect(throws: MovieError.self) { try LOASFile(source: MemoryByteSource(frame)) }
  }

  @Test func damagedFile_endsAsAnyOther() throws {
    let bytes = try bytes(duration: 0.2)
    var numbers = Numbers(seed: 7)
    for _ in 0..<Soak.rounds(300, of: 20_000) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        damaged[Int.random(in: damaged.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) { damaged.removeLast(Int.random(in: 0..<damaged.count, using: &numbers)) }
      guard let file = try? LOASFile(source: MemoryByteSource(damaged)) else { continue }
      #expect(try PacketIndex(file).count(of: 0) <= 12)
    }
  }
}
