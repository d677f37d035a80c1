import Foundation
import MovieExercise
import MovieFile
import Testing

/// Pictures of H.264 and HEVC in packets that hold parts of several: frame by frame against the times that ffmpeg gave
/// each of them, in transport and program streams.
@Suite struct MissingStampTests {
  /// A picture with the times that the muxer gave it.
  private struct Picture {
    let bytes: [UInt8]
    let presentation: Int64
    let decode: Int64
  }

  private static func recipe(_ name: String, rate: String = "25", _ codec: String) -> Recipe {
    Recipe("\(name).ts", "-f lavfi -i testsrc=size=64x48:rate=\(rate):duration=3 \(codec) -pix_fmt yuv420p")
  }

  private static let hevc = "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=3"

  static let recipes = [
    recipe("plain", "-c:v libx264 -bf 0 -g 12"),
    recipe("closed", "-c:v libx264 -bf 2 -b_strategy 0 -g 12"),
    recipe("open", "-c:v libx264 -x264-params open-gop=1:keyint=10:bframes=3:b-adapt=0"),
    recipe("pyramid", "-c:v libx264 -x264-params bframes=5:b-pyramid=normal:b-adapt=0:keyint=20"),
    recipe("interlaced", "-c:v libx264 -x264-params tff=1:bframes=2:b-adapt=0:keyint=12"),
    recipe("film", rate: "24000/1001", "-c:v libx264 -x264-params bframes=3:b-adapt=0:keyint=15"),
    recipe("hevc-closed", "\(hevc):open-gop=0"),
    recipe("hevc-open", rate: "30", "\(hevc):open-gop=1"),
  ]

  enum Container: CaseIterable { case program, transport }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pictures(_ recipe: Recipe) throws -> [Picture] {
    let oracle = try StreamComparison(recipe.make(in: folder))
    let payload = try oracle.payload(0)
    let packets = oracle.packets(0)
    // FFmpeg counts a zero before a start code of HEVC to the packet before.
    let starts = packets.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.size) }.map { start in
      start > 0 && start < payload.count && payload[start...].starts(with: [0, 0, 1]) && payload[start - 1] == 0
        ? start - 1 : start
    }
    return try packets.indices.map { index in
      let presentation = try #require(packets[index].presentation)
      return Picture(
        bytes: Array(payload[starts[index]..<starts[index + 1]]), presentation: presentation,
        decode: packets[index].decode ?? presentation)
    }
  }

  /// The offsets at which pictures begin in their stream, and the end of the last one.
  private func offsets(of pictures: [Picture]) -> [Int] {
    pictures.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.bytes.count) }
  }

  /// Puts the pictures into packets that end at some offsets; each states the times of the first picture that begins in
  /// it, at its offset and so many bytes (ISO/IEC 13818-1, 2.4.3.7).
  private func stream(
    _ pictures: [Picture], _ container: Container, isHEVC: Bool, ends: [Int], padding: Int = 0, leavingOut left: Int = 0
  ) throws -> any InterleavedFile {
    let bytes = pictures.flatMap(\.bytes)
    let starts = offsets(of: pictures)
    var packets: [[UInt8]] = []
    var begin = 0
    for end in ends.filter({ $0 > 0 && $0 < bytes.count }) + [bytes.count] {
      let first = pictures.indices.first { starts[$0] + padding >= begin && starts[$0] + padding < end }
      let stated = first.map { pictures[$0] }
      packets.append(
        StreamBytes.pes(0xe0, Array(bytes[begin..<end]), pts: stated?.presentation, dts: stated?.decode))
      begin = end
    }
    packets.removeFirst(left)
    switch container {
    case .program:
      return try ProgramStreamFile(
        source: MemoryByteSource(packets.flatMap { StreamBytes.pack(90_000) + $0 } + [0, 0, 1, 0xb9]))
    case .transport:
      var stream = StreamBytes.Transport()
      stream.addTables([(isHEVC ? 0x24 : 0x1b, 0x100, [])])
      for packet in packets { stream.add(packet, pid: 0x100) }
      return try TransportStreamFile(source: MemoryByteSource(stream.bytes))
    }
  }

  private func expect(_ file: any InterleavedFile, has pictures: some Collection<Picture>, _ note: String) throws {
    let packets = try file.walked()
    #expect(packets.count == pictures.count, "\(note)")
    for (number, (packet, picture)) in zip(packets, pictures).enumerated() {
      let (presentation, decode) = (packet.presentationTime ?? -1, packet.decodeTime ?? -1)
      // Between stamps, which are rounded, times may be off by a tick.
      guard abs(presentation - picture.presentation) <= 1, abs(decode - picture.decode) <= 1 else {
        Issue.record(
          "\(note): frame \(number) of \(pictures.count) is at \(presentation)/\(decode), not \(picture.presentation)/\(picture.decode)"
        )
        return
      }
    }
  }

  @Test(arguments: recipes, Container.allCases)
  func packetsOfAnySize_giveEachPictureItsTime(_ recipe: Recipe, _ container: Container) throws {
    let pictures = try pictures(recipe)
    let count = pictures.reduce(0) { $0 + $1.bytes.count }
    for size in [61, 700, 3000, 20_000] {
      let file = try stream(
        pictures, container, isHEVC: recipe.file.hasPrefix("hevc"),
        ends: Array(stride(from: size, to: count, by: size)))
      try expect(file, has: pictures, "packets of \(size) bytes")
      // Headers of HEVC are not read for the rate: behind the last stamp, a walk that begins there does not know it.
      if size == 700, !recipe.file.hasPrefix("hevc") { try file.expectSameWalksFromAllPlaces() }
    }
  }

  /// The packets at the beginning are lost: the first picture that is left stands within a group.
  @Test(arguments: recipes, Container.allCases)
  func streamThatBeginsWithinAGroup_givesEachPictureItsTime(_ recipe: Recipe, _ container: Container) throws {
    let pictures = try pictures(recipe)
    let starts = offsets(of: pictures)
    for left in [2, 5, 7] {
      // One packet for each of the first pictures, and larger ones.
      let ends =
        Array(starts[1..<12]) + starts[12...].enumerated().filter { $0.offset % 9 == 4 }.map { $0.element + 40 }
      let file = try stream(
        pictures, container, isHEVC: recipe.file.hasPrefix("hevc"), ends: ends, leavingOut: left)
      try expect(file, has: pictures[left...], "without \(left)")
    }
  }

  /// A picture begins with the zero before its start code: a packet that begins behind it is not that picture's.
  @Test(arguments: [recipes[1], recipes[6]], Container.allCases)
  func packetThatBeginsWithinAStartCode_hasTheTimeOfTheNextPicture(_ recipe: Recipe, _ container: Container) throws {
    let pictures = try pictures(recipe)
    let starts = offsets(of: pictures)
    for shift in -1...6 {
      let ends = starts.enumerated().filter { $0.offset % 3 == 2 }.map { $0.element + shift }
      let file = try stream(pictures, container, isHEVC: recipe.file.hasPrefix("hevc"), ends: ends)
      try expect(file, has: pictures, "\(shift) bytes behind the beginning")
    }
  }

  /// Where packets begin with pictures, a zero at the end of one is padding, not the beginning of a picture.
  @Test(arguments: Container.allCases) func zeroAtTheEndOfAPacket_isPadding(_ container: Container) throws {
    let pictures = try pictures(Self.recipes[1])
    let starts = offsets(of: pictures)
    let file = try stream(pictures, container, isHEVC: false, ends: starts.map { $0 + 1 }, padding: 1)
    try expect(file, has: pictures, "padding")
  }
}
