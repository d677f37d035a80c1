import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Packets of AVI files that ffmpeg and GStreamer make, against ffprobe's.
@Suite struct AVIFileTests {
  static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=1.2"
  static let tone = "-f lavfi -i sine=duration=1.2:sample_rate=44100"

  static let recipes = [
    Recipe("mpeg4.avi", "\(picture) \(tone) -c:v mpeg4 -bf 2 -g 10 -c:a libmp3lame"),
    Recipe("mjpeg.avi", "\(picture) \(tone) -c:v mjpeg -c:a pcm_s16le"),
    Recipe("huffyuv.avi", "\(picture) \(tone) -c:v huffyuv -c:a pcm_u8"),
    Recipe("ffv1.avi", "\(picture) \(tone) -c:v ffv1 -g 5 -c:a ac3"),
    Recipe("msmpeg4.avi", "\(picture) \(tone) -c:v msmpeg4 -g 10 -c:a wmav2"),
    Recipe("msmpeg4v2.avi", "\(picture) \(tone) -c:v msmpeg4v2 -c:a adpcm_ms"),
    Recipe("cinepak.avi", "\(picture) \(tone) -c:v cinepak -t 0.4 -c:a adpcm_ima_wav"),
    Recipe("wmv2.avi", "\(picture) \(tone) -c:v wmv2 -c:a mp2"),
    Recipe("raw.avi", "\(picture) \(tone) -c:v rawvideo -pix_fmt bgr24 -c:a pcm_alaw"),
    Recipe("yuv.avi", "\(picture) \(tone) -c:v rawvideo -pix_fmt yuyv422 -c:a pcm_mulaw"),
    Recipe("dv.avi", "-f lavfi -i testsrc=size=720x576:rate=25:duration=0.2 -c:v dvvideo -pix_fmt yuv420p"),
    Recipe("h264.avi", "\(picture) \(tone) -c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 2 -g 10 -c:a aac"),
    Recipe(
      "hevc.avi",
      "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=2 -tag:v HEVC"),
    Recipe("xvid.avi", "\(picture) \(tone) -c:v libxvid -g 8 -c:a libmp3lame -q:a 4"),
    Recipe("ntsc.avi", "-f lavfi -i testsrc=size=64x48:rate=30000/1001:duration=1 \(tone) -c:v mpeg4 -c:a flac"),
    Recipe("vp8.avi", "\(picture) -c:v libvpx -deadline realtime -cpu-used 8 -g 10"),
    Recipe("sound.avi", "\(tone) -ac 2 -c:a pcm_f32le"),
  ]

  @Test(arguments: recipes) func packetsOfFFmpeg_areFFprobes(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try Self.compare(try recipe.make(in: folder))
  }

  static let pipelines = [
    "mpeg4.avi": "videotestsrc num-buffers=20 ! avenc_mpeg4 ! avimux name=mux "
      + "audiotestsrc num-buffers=40 ! audio/x-raw,rate=44100 ! lamemp3enc target=bitrate cbr=true ! mpegaudioparse ! mux.",
    "jpeg.avi": "videotestsrc num-buffers=10 ! jpegenc ! avimux name=mux audiotestsrc num-buffers=40 ! mux.",
    "ac3.avi": "audiotestsrc num-buffers=80 ! audio/x-raw,rate=48000 ! avenc_ac3 ! ac3parse ! avimux name=mux",
  ]

  @Test(arguments: pipelines.keys.sorted()) func packetsOfGStreamer_areFFprobes(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    let words = (Self.pipelines[name] ?? "").split(separator: " ").map(String.init)
    _ = try Oracle.run("gst-launch-1.0", ["-q"] + words + ["mux.", "!", "filesink", "location=\(path)"])
    try Self.compare(path)
  }

  /// A recording to a pipe has no index, and no sizes.
  @Test(arguments: [0, 1, 11, 13]) func recordingWithoutIndex_isWalked(number: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe.avi")
    let bytes = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error"] + Self.recipes[number].arguments + ["-f", "avi", "pipe:1"])
    try bytes.write(to: URL(fileURLWithPath: path))
    // FFprobe has no key flags without an index.
    try Self.compare(path, hasKeys: false)
    let whole = try AVIFile(source: FileByteSource(path: Self.recipes[number].make(in: folder)))
    let walked = try AVIFile(source: FileByteSource(path: path))
    for index in whole.streams.indices {
      #expect(try walked.timedLines(ofStream: index) == whole.timedLines(ofStream: index))
    }
  }

  /// Compares decode times, sizes, key flags and bytes.
  static func compare(_ path: String, hasKeys: Bool = true) throws {
    let file = try AVIFile(source: FileByteSource(path: path))
    let report = try ContainerReport(path)
    let bases = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "stream=time_base", "-of", "csv=p=0", path]
    ).split(separator: "\n").map { $0.split(separator: "/").compactMap { Int64($0) } }
    #expect(bases.count == file.streams.count)
    for (index, stream) in file.streams.enumerated() {
      let hasStartCodes = stream.coded?.nalUnitLength != nil
      let theirs = report.packets.filter { $0.stream_index == index }.map { entry in
        let time = (entry.dts ?? -1) * bases[index][0] * Int64(stream.timescale) / bases[index][1]
        let bytes = hasStartCodes ? "" : " \(entry.size) \(entry.data_hash ?? "")"
        return "\(time) \(hasKeys ? String(entry.flags.prefix(1)) : "")\(bytes)"
      }
      let ours = try file.allPackets().filter { $0.stream == index }.map { packet in
        let read = try packet.bytes.read(from: file.source)
        let bytes = hasStartCodes ? "" : " \(read.count) adler32:\(read.adler32)"
        return "\(packet.decodeTime ?? -1) \(hasKeys ? packet.isSync ? "K" : "_" : "")\(bytes)"
      }
      #expect(ours == theirs, "\(stream.codecID)")
      #expect(!ours.isEmpty && stream.problem == nil)
      #expect(stream.formatDescription != nil, "\(stream.codecID)")
    }
    var walker = try file.packets(from: nil)
    while try walker.next() != nil {}
    #expect(walker.problem == nil)
  }

  @Test(arguments: [11, 12]) func startCodes_becomeLengths(number: Int) throws {
    let folder = try TemporaryFolder()
    let path = try Self.recipes[number].make(in: folder)
    let file = try AVIFile(source: FileByteSource(path: path))
    let packets = try file.allPackets().filter { $0.stream == 0 }
    let stored = try ContainerReport(path).packets.filter { $0.stream_index == 0 }
    #expect(packets.count == stored.count)
    for (packet, entry) in zip(packets, stored) {
      let offset = try #require(entry.pos.flatMap { Int64($0) })
      let chunk = try file.source.bytes(at: offset, count: #require(Int(entry.size)))
      var bytes = try packet.bytes.read(from: file.source)[...]
      var units: [[UInt8]] = []
      while bytes.count >= 4 {
        let count = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        units.append(Array(bytes.dropFirst(4).prefix(count)))
        bytes = bytes.dropFirst(4 + count)
      }
      #expect(bytes.isEmpty && units == StartCodes.units(in: chunk).map { Array($0) })
    }
    let description = try #require(file.streams[0].formatDescription)
    #expect(description.parameterSets.count >= 2 && description.dimensions.width == 64)
  }

  @Test func formats_haveTheNamesOfTheTable() throws {
    let folder = try TemporaryFolder()
    let expected = [
      "mp4v .mp3", "jpeg lpcm", "HFYU lpcm", "FFV1 ac-3", "DIV3 WMA2", "MP42 ms\\x00\\x02", "cvid ms\\x00\\x11",
      "WMV2 .mp2", "DIB  alaw", "yuvs ulaw", "dvcp", "avc1 aac ",
    ]
    for (recipe, names) in zip(Self.recipes, expected) {
      let file = try AVIFile(source: FileByteSource(path: recipe.make(in: folder)))
      let found = file.streams.map { stream in
        stream.formatDescription.map { BoxType(rawValue: $0.mediaSubType.rawValue).text } ?? "none"
      }
      #expect(found.joined(separator: " ") == names, "\(recipe.file)")
      #expect(file.streams.allSatisfy { $0.coded != nil }, "\(recipe.file)")
    }
  }

  @Test(arguments: [0, 3, 7]) func walkFromAnyPlace_givesTheSamePackets(number: Int) throws {
    let folder = try TemporaryFolder()
    let path = try Self.recipes[number].make(in: folder)
    let file = try AVIFile(source: FileByteSource(path: path))
    let all = try file.allPackets()
    var walker = try file.packets(from: nil)
    for number in all.indices {
      if number % 9 == 0 {
        let place = walker.place
        #expect(try file.allPackets(from: place) == Array(all[number...]))
        let other = try AVIFile(source: FileByteSource(path: path))
        #expect(try other.allPackets(from: place).first == all[number])
      }
      _ = try walker.next()
    }
    #expect(try file.allPackets(from: walker.place).isEmpty)
  }
}

extension AVIFile {
  /// Returns a line for each packet of a stream: decode time, key flag, checksum.
  func timedLines(ofStream index: Int) throws -> [String] {
    try allPackets().filter { $0.stream == index }.map { packet in
      "\(packet.decodeTime ?? -1) \(packet.isSync) \(try packet.bytes.read(from: source).adler32)"
    }
  }
}
