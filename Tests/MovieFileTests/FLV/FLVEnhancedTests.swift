import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Codecs of Enhanced RTMP, whose tags are made of movies' samples, as no writer at hand makes them.
@Suite struct FLVEnhancedTests {
  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=0.6"
  private static let tone = "-f lavfi -i sine=duration=0.6:sample_rate=48000"

  /// The movie, the FourCC in tags, and the box of the configuration.
  static let recipes: [(recipe: Recipe, fourCC: String, box: String)] = [
    (
      Recipe("hevc.mp4", "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=2 -tag:v hvc1"),
      "hvc1", "hvcC"
    ),
    (Recipe("av1.mp4", "\(picture) -c:v libaom-av1 -cpu-used 8 -usage realtime -t 0.4"), "av01", "av1C"),
    (Recipe("vp9.mp4", "\(picture) -c:v libvpx-vp9 -deadline realtime -cpu-used 8"), "vp09", "vpcC"),
    (Recipe("opus.mp4", "\(tone) -c:a libopus"), "Opus", ""), (Recipe("ac3.mp4", "\(tone) -c:a ac3"), "ac-3", ""),
    (Recipe("eac3.mp4", "\(tone) -c:a eac3"), "ec-3", ""),
    (Recipe("flac.mp4", "\(tone) -c:a flac -strict -2"), "fLaC", ""),
    (Recipe("aac.mp4", "\(tone) -c:a aac"), "mp4a", ""),
    (Recipe("mp3.mp4", "\(tone) -c:a libmp3lame"), ".mp3", ""),
  ]

  @Test(arguments: recipes.indices) func fourCC_isReadAsInAMovie(number: Int) throws {
    let (recipe, fourCC, box) = Self.recipes[number]
    let folder = try TemporaryFolder()
    let movie = try Movie(path: recipe.make(in: folder))
    let track = try #require(movie.tracks.first)
    let description = try #require(try track.formatDescriptions().first)
    let isVideo = !box.isEmpty
    var bytes = FLVBytes.header(flags: isVideo ? 1 : 4)
    let configuration = Self.configuration(description, fourCC, box)
    if let configuration {
      bytes +=
        isVideo
        ? FLVBytes.enhancedVideo(0, fourCC, type: 0, configuration)
        : FLVBytes.enhancedAudio(0, fourCC, type: 0, configuration)
    }
    var payloads: [[UInt8]] = []
    var expected: [[Int64]] = []
    for sample in try track.samples().all() {
      let payload = try movie.data(of: sample, in: track)
      let time = Int(sample.decodeTime * 1000 / Int64(sample.timescale))
      let offset = fourCC == "hvc1" ? Int(sample.presentationTime * 1000 / Int64(sample.timescale)) - time : 0
      // Packets without an offset have a kind of their own.
      let type: UInt8 = fourCC == "hvc1" && offset == 0 ? 3 : 1
      let field = fourCC == "hvc1" && type == 1 ? FLVBytes.u24(offset) : []
      bytes +=
        isVideo
        ? FLVBytes.enhancedVideo(time, fourCC, type: type, isKey: sample.isSync, field + payload)
        : FLVBytes.enhancedAudio(time, fourCC, type: 1, payload)
      payloads.append(payload)
      expected.append([Int64(time), Int64(time + offset), sample.isSync ? 1 : 0])
    }
    let file = try FLVFile(source: MemoryByteSource(bytes))
    let packets = try file.allPackets()
    #expect(try packets.map { try $0.bytes.read(from: file.source) } == payloads)
    #expect(packets.map { [$0.decodeTime ?? -1, $0.presentationTime ?? -1, $0.isSync ? 1 : 0] } == expected)
    let stream = try #require(file.streams.first)
    #expect(file.streams.count == 1 && stream.problem == nil && stream.codecID == fourCC)
    let found = try #require(stream.formatDescription)
    #expect(found.mediaSubType == description.mediaSubType)
    if isVideo {
      #expect(found.dimensions.width == 64 || fourCC != "hvc1")
      #expect(found.atoms.first { $0.type.text == box }?.payload == configuration)
    } else {
      let (ours, theirs) = (found.audioStreamBasicDescription, description.audioStreamBasicDescription)
      #expect(ours?.mSampleRate == theirs?.mSampleRate)
      // MP4 states two channels for MP3, whatever it has.
      #expect(ours?.mChannelsPerFrame == theirs?.mChannelsPerFrame || fourCC == ".mp3")
      #expect(fourCC != "Opus" || stream.priming == 312)
    }
  }

  /// The first tag's contents; nil for codecs without.
  private static func configuration(_ description: CMFormatDescription, _ fourCC: String, _ box: String) -> [UInt8]? {
    let cookie = [UInt8](description.magicCookie ?? Data())
    switch fourCC {
    case "Opus":
      // The header of RFC 7845 has little-endian numbers.
      return Array("OpusHead".utf8) + [1, cookie[1]] + cookie[2..<4].reversed() + cookie[4..<8].reversed()
        + cookie[8..<10].reversed() + cookie[10...]
    case "fLaC": return Array("fLaC".utf8) + cookie
    case "mp4a": return ESDescriptor(descriptor: cookie)?.decoderSpecificInfo
    case "ac-3", "ec-3", ".mp3": return nil
    default: return description.atoms.first { $0.type.text == box }?.payload
    }
  }

  @Test func tracksOfOneTag_areStreams() throws {
    func audio(_ type: UInt8, _ tracks: [(UInt8, [UInt8])]) -> [UInt8] {
      [9 << 4 | 5, 1 << 4 | type] + Array("mp4a".utf8)
        + tracks.flatMap { [$0.0] + FLVBytes.u24($0.1.count) + $0.1 }
    }
    let bytes =
      FLVBytes.header(flags: 4) + FLVBytes.audio(0, audio(0, [(0, [0x12, 0x10]), (1, [0x11, 0x90])]))
      + FLVBytes.audio(0, audio(1, [(0, [1, 2, 3]), (1, [4, 5])]))
      // A track alone, and several codecs.
      + FLVBytes.audio(23, [9 << 4 | 5, 0 << 4 | 1] + Array("mp4a".utf8) + [1, 6, 7])
      + FLVBytes.audio(46, [9 << 4 | 5, 2 << 4 | 1] + Array("mp4a".utf8) + [0] + FLVBytes.u24(1) + [8])
    let file = try FLVFile(source: MemoryByteSource(bytes))
    #expect(file.streams.map(\.sampleRate) == [44_100, 48_000])
    let packets = try file.allPackets()
    #expect(packets.map(\.stream) == [0, 1, 1, 0])
    #expect(try packets.map { try $0.bytes.read(from: file.source) } == [[1, 2, 3], [4, 5], [6, 7], [8]])
    var walker = try file.packets(from: nil)
    for packet in packets {
      #expect(try file.allPackets(from: walker.place).first == packet)
      _ = try walker.next()
    }
  }

  @Test func modifiers_arePassedOver() throws {
    // Nanoseconds, and one of 300 bytes.
    let long: [UInt8] = [0xff] + MovieBytes.u16(299) + [UInt8](repeating: 0, count: 300)
    let modifiers: [UInt8] = [2, 0, 0, 9, 0 << 4 | 7] + long + [1 << 4 | 1]
    let bytes =
      FLVBytes.header(flags: 1) + FLVBytes.enhancedVideo(0, "av01", type: 0, [0x81, 0, 0, 0])
      + FLVBytes.video(40, [0x80 | 1 << 4 | 7] + modifiers + Array("av01".utf8) + [1, 2, 3])
    let file = try FLVFile(source: MemoryByteSource(bytes))
    let packets = try file.allPackets()
    #expect(try packets.map { try $0.bytes.read(from: file.source) } == [[1, 2, 3]])
    #expect(packets.first?.presentationTime == 40 && packets.first?.isSync == true)
  }
}
