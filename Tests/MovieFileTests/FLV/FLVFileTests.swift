import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Packets of Flash Video files that ffmpeg and GStreamer make, against ffprobe's.
@Suite struct FLVFileTests {
  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=1.2"
  private static let h264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 2 -g 10"

  private static func tone(_ rate: Int) -> String { "-f lavfi -i sine=duration=1.2:sample_rate=\(rate)" }

  static let recipes = [
    Recipe("plain.flv", "\(picture) \(tone(44_100)) \(h264) -c:a aac"),
    Recipe("index.flv", "\(picture) \(tone(44_100)) \(h264) -c:a aac -flvflags add_keyframe_index"),
    Recipe("open.flv", "\(picture) -c:v libx264 -bf 3 -x264-params open-gop=1:keyint=10 -pix_fmt yuv420p"),
    Recipe("sorenson.flv", "\(picture) \(tone(44_100)) -c:v flv -c:a libmp3lame"),
    Recipe("screen.flv", "\(picture) \(tone(22_050)) -c:v flashsv -c:a adpcm_swf"),
    Recipe("screen2.flv", "\(picture) \(tone(11_025)) -c:v flashsv2 -c:a pcm_u8"),
    Recipe("pcm.flv", "\(tone(44_100)) -ac 2 -c:a pcm_s16le"), Recipe("speex.flv", "\(tone(16_000)) -c:a libspeex"),
    Recipe("alaw.flv", "\(tone(8_000)) -c:a pcm_alaw"), Recipe("mulaw.flv", "\(tone(8_000)) -c:a pcm_mulaw"),
    Recipe("nellymoser.flv", "\(tone(22_050)) -c:a nellymoser"),
    Recipe("late.flv", "-itsoffset 0.4 \(picture) \(tone(44_100)) \(h264) -c:a aac"),
  ]

  @Test(arguments: recipes) func packetsOfFFmpeg_areFFprobes(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try Self.compare(try recipe.make(in: folder))
  }

  static let pipelines = [
    "x264.flv": "videotestsrc num-buffers=20 ! x264enc ! h264parse ! flvmux name=mux "
      + "audiotestsrc num-buffers=40 ! audio/x-raw,rate=44100 ! avenc_aac ! aacparse ! mux.",
    "mp3.flv": "audiotestsrc num-buffers=40 ! audio/x-raw,rate=44100 ! lamemp3enc ! mpegaudioparse ! flvmux name=mux",
    "live.flv": "videotestsrc num-buffers=20 ! avenc_flv ! flvmux streamable=true name=mux",
  ]

  @Test(arguments: pipelines.keys.sorted()) func packetsOfGStreamer_areFFprobes(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    let words = (Self.pipelines[name] ?? "").split(separator: " ").map(String.init)
    _ = try Oracle.run("gst-launch-1.0", ["-q"] + words + ["mux.", "!", "filesink", "location=\(path)"])
    try Self.compare(path)
  }

  private static func compare(_ path: String) throws {
    let file = try FLVFile(source: FileByteSource(path: path))
    let report = try ContainerReport(path)
    let packets = try file.allPackets()
    for (index, stream) in file.streams.enumerated() {
      let (ours, theirs) = (try file.lines(ofStream: index), report.lines(ofStream: index))
      #expect(ours == theirs, "\(stream.codecID)")
      #expect(!ours.isEmpty && stream.problem == nil)
      #expect(stream.formatDescription != nil && stream.coded != nil, "\(stream.codecID)")
      let times = report.packets.filter { $0.stream_index == index }.map(\.dts)
      #expect(packets.filter { $0.stream == index }.map(\.decodeTime) == times)
    }
    #expect(file.streams.count == Set(report.packets.map(\.stream_index)).count)
    var walker = try file.packets(from: nil)
    while try walker.next() != nil {}
    #expect(walker.problem == nil)
  }

  @Test(arguments: [0, 5]) func walkFromAnyPlace_givesTheSamePackets(number: Int) throws {
    let folder = try TemporaryFolder()
    let file = try FLVFile(source: FileByteSource(path: Self.recipes[number].make(in: folder)))
    let all = try file.allPackets()
    var walker = try file.packets(from: nil)
    for number in all.indices {
      #expect(try file.allPackets(from: walker.place).first == all[number])
      _ = try walker.next()
    }
    #expect(try file.allPackets(from: walker.place).isEmpty)
  }

  @Test func indexOfKeyFrames_leadsToTheSyncSampleBefore() throws {
    let folder = try TemporaryFolder()
    let file = try FLVFile(source: FileByteSource(path: Self.recipes[1].make(in: folder)))
    let video = try #require(file.streams.firstIndex { $0.mediaType == "vide" })
    let keys = try file.allPackets().filter { $0.stream == video && $0.isSync }.compactMap(\.presentationTime)
    #expect(keys.count == 3)
    for time in stride(from: 80 as Int64, through: 1400, by: 30) {
      let place = try #require(try file.place(of: video, atOrBefore: time))
      let first = try file.allPackets(from: place).first { $0.stream == video }
      #expect(first?.isSync == true && first?.presentationTime == keys.last { $0 <= time })
    }
    let audio = try #require(file.streams.firstIndex { $0.mediaType == "soun" })
    for time in [100 as Int64, 500, 1200] {
      let place = try #require(try file.place(of: audio, atOrBefore: time))
      let first = try #require(try file.allPackets(from: place).first { $0.stream == audio })
      #expect(try #require(first.presentationTime) <= time)
    }
    // Without an index, only a walk tells.
    let plain = try FLVFile(source: FileByteSource(path: Self.recipes[0].make(in: folder)))
    #expect(try plain.place(of: 0, atOrBefore: 500) == nil)
  }

  @Test func duration_isTheMetadatas_orTheLastFramesEnd() throws {
    let folder = try TemporaryFolder()
    let path = try Self.recipes[0].make(in: folder)
    let file = try FLVFile(source: FileByteSource(path: path))
    let stated = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
    #expect(file.statedDuration?.seconds == Double(stated))
    // A stream has no length when its header is written.
    let live = folder.file("live.flv")
    try Oracle.make(["-i", path, "-c", "copy", "-flvflags", "no_duration_filesize", live])
    let ends = Dictionary(grouping: try file.allPackets(), by: \.stream).values.map { packets in
      let times = packets.compactMap(\.presentationTime).sorted().suffix(2)
      return times[times.endIndex - 1] * 2 - times[times.startIndex]
    }
    #expect(try FLVFile(source: FileByteSource(path: live)).statedDuration?.value == ends.max())
  }

  @Test func statedDecodeTimeOfTheLastFrame_isNotTheDuration() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("reordered.flv")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3", "-c:v", "libx264", "-bf", "2", "-b_strategy", "0", path,
    ])
    // GStreamer states 2.88 s, the last decode time; the frames last from 0.08 s to 3.08 s.
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let name = Array("duration".utf8) + [0]
    let place = try #require(bytes.firstRange(of: name)).upperBound
    bytes.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: 2.88.bitPattern.bigEndian, Array.init))
    #expect(try FLVFile(source: MemoryByteSource(bytes)).statedDuration?.value == 3080)
  }

  /// Headers that announce nothing, the wrong kind, or a kind that does not come.
  @Test(arguments: [0, 1, 4, 5] as [UInt8]) func flagsOfTheHeader_mayLie(flags: UInt8) throws {
    let folder = try TemporaryFolder()
    for recipe in [Self.recipes[0], Self.recipes[6]] {
      let path = try recipe.make(in: folder)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let streams = try FLVFile(source: MemoryByteSource(bytes)).streams
      bytes[4] = flags
      let found = try FLVFile(source: MemoryByteSource(bytes)).streams
      #expect(found.map(\.codecID) == streams.map(\.codecID))
      #expect(found.map(\.formatDescription) == streams.map(\.formatDescription))
    }
  }

  /// Random access to an I-frame that is no recovery point would give other frames.
  @Test func iFramesThatAreNoRecoveryPoints_areNoSyncSamples() throws {
    let sets: [UInt8] = [1, 0x42, 0, 10, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 10, 1, 0, 2, 0x68, 0xce]
    let bytes =
      FLVBytes.header(flags: 1) + FLVBytes.video(0, [0x17, 0, 0, 0, 0] + sets)
      + FLVBytes.video(0, [0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x65, 0x88])
      + FLVBytes.video(40, [0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x41, 0x88])
    let packets = try FLVFile(source: MemoryByteSource(bytes)).allPackets()
    #expect(packets.map(\.isSync) == [true, false])
  }

  /// An index of key frames names those at which no decoder can begin, and those of other tracks.
  @Test func placeByTheIndex_isThatOfASyncSampleOfTheStream() throws {
    let sets: [UInt8] = [1, 0x42, 0, 10, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 10, 1, 0, 2, 0x68, 0xce]
    func file(_ places: [Int]) -> ([UInt8], [Int]) {
      var bytes =
        FLVBytes.header(flags: 5) + FLVBytes.metadata([], times: [0, 1, 2], offsets: places.map(Double.init))
        + FLVBytes.video(0, [0x17, 0, 0, 0, 0] + sets) + FLVBytes.audio(0, [0xaf, 0, 0x12, 0x10])
      var found: [Int] = []
      // The last is an I-frame that is no IDR picture.
      for (second, type) in [0x65, 0x65, 0x41].enumerated() {
        found.append(bytes.count)
        bytes += FLVBytes.video(second * 1000, [0x17, 1, 0, 0, 0, 0, 0, 0, 2, UInt8(type), 0x88])
        bytes += FLVBytes.audio(second * 1000 + 700, [0xaf, 1, 0x21, 0x10])
      }
      return (bytes, found)
    }
    let bytes = file(file([1, 1, 1]).1).0
    let flash = try FLVFile(source: MemoryByteSource(bytes))
    #expect(try flash.allPackets().filter { $0.stream == 0 }.map(\.isSync) == [true, true, false])
    for (time, key) in [(0, 0), (999, 0), (1000, 1000), (2500, 1000)] as [(Int64, Int64)] {
      let place = try #require(try flash.place(of: 0, atOrBefore: time))
      #expect(try flash.allPackets(from: place).first { $0.stream == 0 }?.presentationTime == key)
    }
    for time: Int64 in [800, 1200, 1700, 2100, 2800] {
      let place = try #require(try flash.place(of: 1, atOrBefore: time))
      let first = try #require(try flash.allPackets(from: place).first { $0.stream == 1 }?.presentationTime)
      #expect(first <= time)
    }
  }
}
