import Foundation
import Synchronization
import Testing

@testable import MovieFile

/// Containers whose bytes come one after the other, against the same bytes as files.
@Suite(.timeLimit(.minutes(10))) struct ArrivingStreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=4"
  private static let tone = "-f lavfi -i sine=duration=4:sample_rate=48000"
  private static let h264 = "-c:v libx264 -preset ultrafast -bf 2 -g 12 -pix_fmt yuv420p"

  /// Opens a container of any kind.
  private static func open(_ source: any ByteSource) throws -> any InterleavedFile {
    try source.opened { () throws(MovieError) in try openOnce(source) }
  }

  private static func openOnce(_ source: any ByteSource) throws(MovieError) -> any InterleavedFile {
    let head = try source.bytes(at: 0, count: 200)
    switch head {
    case _ where head.starts(with: [0x1a, 0x45]): return try MatroskaFile(source: source)
    case _ where head[0] == 0x47: return try TransportStreamFile(source: source)
    case _ where head.starts(with: [0, 0, 1, 0xba]): return try ProgramStreamFile(source: source)
    case _ where head.starts(with: "FLV".utf8): return try FLVFile(source: source)
    case _ where head.starts(with: "RIFF".utf8): return try AVIFile(source: source)
    default: return try OggFile(source: source)
    }
  }

  /// Bytes that come in pieces of many sizes, and then end.
  private static func stream(_ bytes: [UInt8], waiting: @escaping @Sendable () -> Void = {}) -> ArrivingBytes {
    let position = Mutex((offset: 0, size: 1))
    return ArrivingBytes(name: "stream", Reception(), firstBytes: Array(bytes.prefix(300))) {
      waiting()
      return position.withLock { position in
        let start = min(300 + position.offset, bytes.count)
        let part = bytes[start..<min(start + position.size, bytes.count)]
        position = (position.offset + part.count, position.size * 7 % 40_009)
        return Array(part)
      }
    }
  }

  private func bytes(_ recipe: Recipe) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: recipe.make(in: folder))))
  }

  /// The packets of a stream with their bytes, in decoding order; of a stream that comes, what was read is given back.
  private static func packets(
    _ stream: Int, of index: PacketIndex
  ) throws -> [(packet: IndexedPacket, bytes: [UInt8])] {
    var result: [(IndexedPacket, [UInt8])] = []
    let file = PacketReader(index, stream: stream)
    let reader = index.addReader(of: stream)
    while var packet = try index.packet(result.count, of: stream) {
      let place = try index.heldBytes(of: packet.number, stream) ?? file.bytes(of: packet)
      let bytes = try place.read(from: index.file.source)
      // Places of a stream have no use.
      packet.place = PacketPlace(offset: 0)
      result.append((packet, bytes))
      index.move(reader, to: packet.number)
    }
    return result
  }

  static let recipes = [
    Recipe("a.mkv", "\(picture) \(tone) \(h264) -c:a aac"),
    Recipe("b.mkv", "\(picture) \(tone) -c:v mpeg4 -bf 2 -c:a libvorbis"),
    Recipe("a.webm", "\(picture) \(tone) -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus"),
    Recipe("a.ts", "\(picture) \(tone) \(h264) -c:a aac"), Recipe("b.ts", "\(picture) \(tone) -bf 2 -c:a mp2"),
    Recipe("a.mpg", "\(picture) \(tone) -bf 2 -c:a mp2"), Recipe("b.mpg", "\(picture) \(h264)"),
    Recipe("a.flv", "\(picture) \(tone) \(h264) -c:a aac"), Recipe("b.flv", "\(picture) -c:v flv"),
    Recipe("a.avi", "\(picture) \(tone) \(h264) -c:a libmp3lame"), Recipe("b.avi", "\(picture) \(tone) -c:v mjpeg"),
    Recipe("a.ogg", "\(picture) \(tone) -c:v libtheora -c:a libvorbis"), Recipe("b.ogg", "\(tone) -c:a libopus"),
  ]

  @Test(arguments: recipes) func packets_areThoseOfTheFile(recipe: Recipe) throws {
    let bytes = try bytes(recipe)
    let file = PacketIndex(try Self.open(MemoryByteSource(bytes)))
    let arriving = PacketIndex(try Self.open(Self.stream(bytes)))
    #expect(arriving.file.streams.map(\.codecID) == file.file.streams.map(\.codecID))
    #expect(arriving.file.origin == file.file.origin)
    for stream in file.file.streams.indices {
      // The stream that is read later is kept.
      let (wanted, found) = (try Self.packets(stream, of: file), try Self.packets(stream, of: arriving))
      #expect(found.map(\.packet) == wanted.map(\.packet))
      #expect(found.map(\.bytes) == wanted.map(\.bytes))
      #expect(try arriving.discardPadding(of: stream) == file.discardPadding(of: stream))
    }
  }

  @Test(arguments: recipes.prefix(3)) func streamThatIsCutOff_hasThePacketsOfTheFile(recipe: Recipe) throws {
    let whole = try bytes(recipe)
    for size in [whole.count * 9 / 10, whole.count - 1, whole.count / 2] {
      let bytes = Array(whole[..<size])
      let file = PacketIndex(try Self.open(MemoryByteSource(bytes)))
      let arriving = PacketIndex(try Self.open(Self.stream(bytes)))
      for stream in file.file.streams.indices {
        #expect(
          try Self.packets(stream, of: arriving).map(\.packet) == Self.packets(stream, of: file).map(\.packet))
      }
      #expect(arriving.problem?.code == file.problem?.code)
    }
  }

  /// The links of a chain are met on the way.
  @Test(arguments: ["libvorbis", "libopus", "flac"]) func chainedOgg_givesAllItsLinks(codec: String) throws {
    let first = try bytes(Recipe("1.ogg", "-f lavfi -i sine=duration=1.3:sample_rate=48000 -c:a \(codec)"))
    let second = try bytes(Recipe("2.ogg", "-f lavfi -i sine=duration=0.7:sample_rate=48000 -c:a \(codec)"))
    let bytes = first + second
    let file = PacketIndex(try Self.open(MemoryByteSource(bytes)))
    let arriving = PacketIndex(try Self.open(Self.stream(bytes)))
    let wanted = try Self.packets(0, of: file)
    #expect(try Self.packets(0, of: arriving).map(\.packet) == wanted.map(\.packet))
    #expect(try wanted.count > PacketIndex(Self.open(MemoryByteSource(first))).count(of: 0))
  }

  /// Packets are found before the stream has ended.
  @Test(arguments: recipes) func firstPackets_areThereBeforeTheEnd(recipe: Recipe) throws {
    let bytes = try bytes(recipe)
    let source = Self.stream(bytes)
    let index = PacketIndex(try Self.open(source))
    // The bytes in which the streams of a program stream show themselves are all read.
    let head = recipe.file.hasSuffix("mpg") ? 1 << 18 : 1 << 17
    for stream in index.file.streams.indices { #expect(try index.packet(0, of: stream) != nil) }
    #expect(source.arrived < bytes.count * 3 / 4 || bytes.count < head, "\(source.arrived) of \(bytes.count)")
    #expect(!index.isComplete || bytes.count < head)
  }

  /// Bytes that all readers have passed are given back: a stream may have no end.
  @Test(arguments: Soak.cases(["long.mkv", "long.ts", "long.flv", "long.avi", "long.mpg"], every: 2))
  func packetsThatWereRead_areForgotten(name: String) throws {
    let media = "-f lavfi -i testsrc=size=64x48:rate=25:duration=200 -f lavfi -i sine=duration=200:sample_rate=48000"
    let codecs = name.hasSuffix("flv") ? "-c:v flv -c:a libmp3lame -ar 44100" : "-c:v mpeg2video -g 12 -c:a mp2"
    let bytes = try bytes(Recipe(name, "\(media) -q:v 2 \(codecs)"))
    let source = Self.stream(bytes)
    let index = PacketIndex(try Self.open(source))
    let readers = index.file.streams.indices.map { index.addReader(of: $0) }
    var next = readers.map { _ in 0 }
    var largest: Int64 = 0
    while true {
      let times = try next.indices.map { stream in
        try index.packet(next[stream], of: stream).map {
          Double($0.decodeTime) / Double(index.timescale(of: stream))
        } ?? .infinity
      }
      guard let first = times.indices.min(by: { times[$0] < times[$1] }), times[first] < .infinity else { break }
      let held = try #require(index.heldBytes(of: next[first], first))
      _ = try held.read(from: source)
      index.move(readers[first], to: next[first])
      next[first] += 1
      largest = max(largest, source.keptCount)
    }
    #expect(next.allSatisfy { $0 > 4900 })
    // As much as decoders may hold.
    #expect(largest < bytes.count / 4, "\(largest) of \(bytes.count)")
    #expect(throws: MovieError.self) { try source.bytes(at: 0, count: 1) }
  }

  /// A reader that waits for the stream does not keep others from what has come.
  @Test func lookup_doesNotWaitForAnother() async throws {
    let bytes = try bytes(Self.recipes[0])
    let (isWaiting, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Mutex(0)
    let source = ArrivingBytes(name: nil, Reception(), firstBytes: Array(bytes[..<(bytes.count / 2)])) {
      guard
        calls.withLock({ calls in
          calls += 1; return calls == 1
        })
      else { return [] }
      isWaiting.signal()
      isReleased.wait()
      return Array(bytes[(bytes.count / 2)...])
    }
    let index = PacketIndex(try Self.open(source))
    let count = Mutex(0)
    let thread = Thread { count.withLock { $0 = (try? index.count(of: 0)) ?? -1 } }
    thread.start()
    await withCheckedContinuation { done in
      Thread {
        isWaiting.wait(); done.resume()
      }.start()
    }
    #expect(try index.packet(0, of: 0)?.number == 0 && index.packet(0, of: 1)?.number == 0)
    isReleased.signal()
    #expect(try index.count(of: 0) == 100)
  }

  @Test func manyBytes_areKeptInAFile() throws {
    // Repeated in a length that no buffer's size divides.
    let pattern = (0..<999_983).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let bytes = (0..<73).reduce(into: Data()) { bytes, _ in bytes += pattern }
    let offset = Mutex(0)
    let source = ArrivingBytes(name: nil, Reception(), firstBytes: []) {
      offset.withLock { offset in
        let part = bytes[offset..<min(offset + 1_000_003, bytes.count)]
        offset = part.endIndex
        return [UInt8](part)
      }
    }
    #expect(try source.bytes(at: Int64(bytes.count - 5), count: 5) == Array(bytes.suffix(5)))
    #expect(source.keptCount == bytes.count && source.size > bytes.count)
    for start in stride(from: 0, to: bytes.count - 3_000_000, by: 5_000_011) {
      #expect(try Data(source.bytes(at: Int64(start), count: 3_000_000)) == bytes[start..<start + 3_000_000])
      source.discard(before: Int64(start))
    }
    #expect(source.keptCount < bytes.count)
    #expect(throws: MovieError.self) { try source.bytes(at: 0, count: 1) }
    #expect(throws: MovieError.self) { try source.bytes(at: Int64(bytes.count), count: 1) }
    #expect(source.size == bytes.count)
  }

  // MARK: Errors

  /// Bytes that cannot be read once.
  private final class FailingBytes: ByteSource {
    let bytes: MemoryByteSource
    let failing: Int
    let count = Mutex(0)
    var size: Int64 { bytes.size }
    var name: String? { nil }

    init(_ bytes: [UInt8], failing: Int) { (self.bytes, self.failing) = (MemoryByteSource(bytes), failing) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
      let number = count.withLock { count in
        count += 1; return count
      }
      if number == failing { throw MovieError(.unreadable, "the network is away") }
      try bytes.read(at: offset, into: buffer)
    }
  }

  /// After a read error, a lookup goes on where the walk was: no packet is left out.
  @Test(arguments: Soak.cases(recipes, every: 2)) func walk_goesOnAfterAReadError(recipe: Recipe) throws {
    let bytes = try bytes(recipe)
    let all = try PacketIndex(Self.open(MemoryByteSource(bytes)))
    let source = FailingBytes(bytes, failing: .max)
    let opened = try Self.open(source)
    let opening = source.count.withLock { $0 }
    _ = try PacketIndex(opened).count(of: 0)
    let reads = source.count.withLock { $0 } - opening
    for part in 1...12 {
      let failing = FailingBytes(bytes, failing: opening + max(1, reads * part / 13))
      let index = PacketIndex(try Self.open(failing))
      #expect(throws: MovieError.self) { try index.count(of: 0) }
      for stream in all.file.streams.indices {
        let count = try all.count(of: stream)
        #expect(try index.count(of: stream) == count)
        for number in 0..<count { #expect(try index.packet(number, of: stream) == all.packet(number, of: stream)) }
      }
    }
  }
}
