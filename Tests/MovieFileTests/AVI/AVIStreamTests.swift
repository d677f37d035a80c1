import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Audio that chunks cut anywhere, and pictures that are packed in pairs.
@Suite struct AVIStreamTests {
  private typealias A = AVIBytes

  /// Audio with a constant bit rate, in chunks of a size that no frame has.
  @Test(arguments: [(0x55, "mp3", 16_000, 1), (0x2000, "ac3", 24_000, 1), (0x50, "mp2", 24_000, 1)])
  func framesOverChunks_arePutTogether(tag: Int, format: String, rate: Int, unit: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(format)")
    try Oracle.make(
      ["-f", "lavfi", "-i", "sine=duration=1:sample_rate=48000", "-b:a", "\(rate * 8)"]
        + (format == "mp3" ? ["-write_xing", "0", "-id3v2_version", "0"] : []) + [path])
    let audio = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let stream = A.stream(
      "auds", scale: unit, rate: rate, sampleSize: unit, format: A.wave(tag, rate: 48_000, block: unit, bits: 0))
    for size in [100, 701, 5000] {
      let chunks = stride(from: 0, to: audio.count, by: size).map { start in
        (id: "00wb", body: Array(audio[start..<min(start + size, audio.count)]), isKey: true)
      }
      let file = try AVIFile(source: MemoryByteSource(A.file([stream], chunks)))
      let packets = try file.allPackets()
      let samples: Int64 = format == "ac3" ? 1536 : 1152
      let expected = try ContainerReport(path).packets
      #expect(
        try packets.map { "adler32:\(try $0.bytes.read(from: file.source).adler32)" } == expected.map(\.data_hash))
      #expect(packets.map(\.presentationTime) == packets.indices.map { Int64($0) * samples })
      #expect(packets.allSatisfy { $0.duration == samples })
      #expect(file.streams.first?.timescale == 48_000)
      var walker = try file.packets(from: nil)
      for packet in packets {
        #expect(try file.packets(from: walker.place).first() == packet)
        _ = try walker.next()
      }
    }
  }

  /// The bytes of a picture that is none: it has not changed.
  private static let empty: [UInt8] = [0, 0, 1, 0xb6, 0x50]

  @Test(arguments: [1, 2]) func packedPictures_areThoseOfFFmpegsFilter(count: Int) throws {
    let folder = try TemporaryFolder()
    let plain = try Recipe(
      "plain.avi", "\(AVIFileTests.picture) -c:v mpeg4 -bf \(count) -b_strategy 0 -g 12"
    ).make(in: folder)
    let source = try AVIFile(source: FileByteSource(path: plain))
    var pictures = try source.allPackets().map { try $0.bytes.read(from: source.source) }
    // The mark of an encoder that packs, before the first picture.
    let first = try #require(pictures.first?.indices.first { pictures[0][$0...].starts(with: [0, 0, 1, 0xb6]) })
    pictures[0].insert(contentsOf: [0, 0, 1, 0xb2] + Array("DivX503b1393p".utf8), at: first)
    func isBidirectional(_ bytes: [UInt8]) -> Bool {
      let place = bytes.indices.first { bytes[$0...].starts(with: [0, 0, 1, 0xb6]) } ?? 0
      return bytes[place + 4] >> 6 == 2
    }
    // I [P B] B - [P B] B -
    var chunks: [(id: String, body: [UInt8], isKey: Bool)] = []
    var index = 0
    while index < pictures.count {
      if index + 1 < pictures.count, !isBidirectional(pictures[index]), isBidirectional(pictures[index + 1]) {
        chunks.append(("00dc", pictures[index] + pictures[index + 1], index == 0))
        index += 2
        while index < pictures.count, isBidirectional(pictures[index]) {
          chunks.append(("00dc", pictures[index], false))
          index += 1
        }
        chunks.append(("00dc", Self.empty, false))
      } else {
        chunks.append(("00dc", pictures[index], index == 0))
        index += 1
      }
    }
    let stream = A.stream("vids", scale: 1, rate: 25, length: chunks.count, format: A.bitmap("XVID"))
    let packed = folder.file("packed.avi")
    let bytes = A.file([stream], chunks)
    try Data(bytes).write(to: URL(fileURLWithPath: packed))
    let unpacked = folder.file("unpacked.avi")
    try Oracle.make(["-i", packed, "-c", "copy", "-bsf:v", "mpeg4_unpack_bframes", unpacked])
    let file = try AVIFile(source: MemoryByteSource(bytes))
    let packets = try file.allPackets()
    let expected = try ContainerReport(unpacked).packets
    #expect(packets.count == pictures.count)
    #expect(try packets.map { "adler32:\(try $0.bytes.read(from: file.source).adler32)" } == expected.map(\.data_hash))
    #expect(packets.map(\.decodeTime) == expected.map(\.dts))
    var walker = try file.packets(from: nil)
    for packet in packets {
      #expect(try file.packets(from: walker.place).first() == packet)
      _ = try walker.next()
    }
  }

  /// Encoders give the same frames to a movie, which has their presentation times.
  @Test(arguments: [
    "-c:v mpeg4 -bf 2 -b_strategy 0 -g 12", "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 3 -g 10",
    "-c:v libx264 -pix_fmt yuv420p -x264-params open-gop=1:keyint=10:bframes=3", "-c:v libx264 -pix_fmt yuv420p -bf 0",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=3", "-c:v mpeg2video -bf 2 -g 8",
  ]) func presentationTimes_areThoseOfAMovie(options: String) throws {
    let folder = try TemporaryFolder()
    // FFmpeg has no tag of its own for HEVC here.
    let tag = options.contains("libx265") ? " -tag:v HEVC" : ""
    let file = try AVIFile(
      source: FileByteSource(path: Recipe("a.avi", "\(AVIFileTests.picture) \(options)\(tag)").make(in: folder)))
    let movie = try Movie(path: Recipe("a.mov", "\(AVIFileTests.picture) \(options)").make(in: folder))
    let samples = try #require(movie.tracks.first).samples().all()
    let start = try #require(samples.map(\.presentationTime).min())
    let expected = samples.map { ($0.presentationTime - start) * 25 / Int64($0.timescale) }
    #expect(try file.allPackets().map(\.presentationTime) == expected)
    #expect(try file.allPackets().map(\.decodeTime) == (0..<30).map { $0 })
  }

  @Test func lateStream_beginsAtItsTime() throws {
    let stream = A.stream("vids", scale: 1, rate: 25, start: 5, format: A.bitmap("MJPG"))
    let file = try AVIFile(source: MemoryByteSource(A.file([stream], [("00dc", [1, 2, 3], true)])))
    #expect(try file.allPackets().map(\.decodeTime) == [5])
    // An hour and more is damage.
    let wrong = A.stream("vids", scale: 1, rate: 25, start: 1_000_000, format: A.bitmap("MJPG"))
    let other = try AVIFile(source: MemoryByteSource(A.file([wrong], [("00dc", [1, 2, 3], true)])))
    #expect(try other.allPackets().map(\.decodeTime) == [0])
  }
}

extension PacketWalker {
  /// Returns the next packet, and leaves the walk where it is.
  fileprivate func first() throws -> ContainerPacket? {
    var copy = self
    return try copy.next()
  }
}
