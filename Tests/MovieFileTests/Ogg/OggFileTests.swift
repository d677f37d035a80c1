import Foundation
import Testing

@testable import MovieFile

/// Packets of Ogg files that ffmpeg and GStreamer make, against ffprobe's.
@Suite struct OggFileTests {
  static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=3"
  static let tone = "-f lavfi -i sine=duration=3:sample_rate=44100"

  static let recipes = [
    Recipe("vorbis.ogg", "\(tone) -c:a libvorbis -page_duration 300000"),
    Recipe("opus.opus", "\(tone) -c:a libopus"), Recipe("flac.oga", "\(tone) -c:a flac"),
    Recipe("speex.spx", "\(tone) -ar 16000 -c:a libspeex"),
    Recipe("theora.ogv", "\(picture) \(tone) -c:v libtheora -g 12 -c:a libvorbis -page_duration 300000"),
    Recipe("ntsc.ogv", "-f lavfi -i testsrc=size=64x48:rate=30000/1001:duration=1 -c:v libtheora"),
    Recipe("vp8.ogv", "\(picture) \(tone) -c:v libvpx -deadline realtime -cpu-used 8 -g 20 -c:a libopus"),
    Recipe("large.ogv", "-f lavfi -i testsrc=size=640x480:rate=5:duration=2 -c:v libtheora -q:v 10 -g 3"),
    Recipe("packets.opus", "\(tone) -c:a libopus -page_duration 1 -frame_duration 60"),
  ]

  @Test(arguments: recipes) func packetsOfFFmpeg_areFFprobes(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try Self.compare(try recipe.make(in: folder))
  }

  static let pipelines = [
    "opus.ogg": "audiotestsrc num-buffers=150 ! opusenc ! oggmux name=mux",
    "vorbis.ogg": "audiotestsrc num-buffers=300 ! vorbisenc ! oggmux max-page-delay=200000000 name=mux",
    "both.ogv": "videotestsrc num-buffers=40 ! theoraenc keyframe-force=8 ! oggmux name=mux "
      + "audiotestsrc num-buffers=60 ! opusenc ! mux.",
    "skeleton.ogv": "videotestsrc num-buffers=20 ! theoraenc ! oggmux skeleton=true name=mux",
    "speex.ogg": "audiotestsrc num-buffers=40 ! audio/x-raw,rate=16000 ! speexenc ! oggmux name=mux",
    "flac.ogg": "audiotestsrc num-buffers=100 ! flacenc ! flacparse ! oggmux name=mux",
    "vp8.ogv": "videotestsrc num-buffers=20 ! vp8enc deadline=1 ! oggmux name=mux",
  ]

  @Test(arguments: pipelines.keys.sorted()) func packetsOfGStreamer_areFFprobes(name: String) throws {
    let folder = try TemporaryFolder()
    try Self.compare(try Self.run(name, in: folder))
  }

  private static func run(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    let words = (pipelines[name] ?? "").split(separator: " ").map(String.init)
    _ = try Oracle.run("gst-launch-1.0", ["-q"] + words + ["mux.", "!", "filesink", "location=\(path)"])
    return path
  }

  /// FFprobe gives some packets of this file times within the ones before them.
  @Test(.sharedMedia) func packetsOfOtherWriters_followEachOther() throws {
    let path = SharedMedia.path("bear_vorbis.ogg")
    let file = try OggFile(source: FileByteSource(path: path))
    let packets = try file.allPackets()
    let expected = try ContainerReport(path).packets
    #expect(try packets.map { "adler32:\(try $0.bytes.read(from: file.source).adler32)" } == expected.map(\.data_hash))
    for (packet, next) in zip(packets, packets.dropFirst()) {
      #expect(next.presentationTime == packet.presentationTime.map { $0 + (packet.duration ?? 0) })
    }
  }

  private static func compare(_ path: String) throws {
    let file = try OggFile(source: FileByteSource(path: path))
    let report = try ContainerReport(path)
    // FFprobe lists skeletons too, without packets.
    let indices = Set(report.packets.map(\.stream_index)).sorted()
    #expect(file.streams.count == indices.count)
    for (index, stream) in file.streams.enumerated() {
      // FFprobe takes the pre-skip off the times.
      let step = file.links[0].streams[index].mapping.step
      let theirs = report.packets.filter { $0.stream_index == indices[index] }.map { entry in
        "\((entry.pts ?? -1) * step + stream.priming) \(entry.size) \(entry.flags.prefix(1)) \(entry.data_hash ?? "")"
      }
      let ours = try file.lines(ofStream: index)
      if stream.coded?.codec == .vorbis {
        // FFprobe gives samples to the first packet, which has none.
        #expect(ours.dropFirst() == theirs.dropFirst())
        #expect(ours.first?.split(separator: " ").dropFirst() == theirs.first?.split(separator: " ").dropFirst())
      } else {
        #expect(ours == theirs, "\(stream.codecID)")
      }
      #expect(!ours.isEmpty && stream.problem == nil)
      #expect(stream.formatDescription != nil && stream.coded != nil, "\(stream.codecID)")
    }
    var walker = try file.packets(from: nil)
    while try walker.next() != nil {}
    #expect(walker.problem == nil)
  }

  /// The samples that are heard, by the packets' durations, priming and padding.
  static func heard(_ file: OggFile, stream: Int) throws -> Int64 {
    let packets = try file.allPackets().filter { $0.stream == stream }
    let all = packets.reduce(0) { $0 + ($1.duration ?? 0) }
    let unheard = packets.reduce(0) { $0 + ($1.discardPadding?.start ?? 0) + ($1.discardPadding?.end ?? 0) }
    return all - unheard - file.streams[stream].priming
  }

  @Test(arguments: [(0, 132_300), (1, 144_000), (2, 132_300)] as [(Int, Int64)])
  func heardSamples_areThoseOfTheSource(number: Int, count: Int64) throws {
    let folder = try TemporaryFolder()
    let file = try OggFile(source: FileByteSource(path: Self.recipes[number].make(in: folder)))
    #expect(try Self.heard(file, stream: 0) == count)
    let end = try #require(file.statedDuration)
    #expect(end == CMTime(value: count + file.streams[0].priming, timescale: file.streams[0].timescale))
  }

  @Test(arguments: [0, 4, 7]) func walkFromAnyPlace_givesTheSamePackets(number: Int) throws {
    let folder = try TemporaryFolder()
    let path = try Self.recipes[number].make(in: folder)
    let file = try OggFile(source: FileByteSource(path: path))
    let all = try file.allPackets()
    var walker = try file.packets(from: nil)
    for number in all.indices {
      if number % 11 == 0 {
        let place = walker.place
        #expect(try file.allPackets(from: place) == Array(all[number...]))
        // A file that is opened anew knows the place too.
        let other = try OggFile(source: FileByteSource(path: path))
        #expect(try other.allPackets(from: place).first == all[number])
      }
      _ = try walker.next()
    }
    #expect(try file.allPackets(from: walker.place).isEmpty)
  }

  @Test(arguments: [0, 1, 3, 4, 6, 7]) func bisection_leadsToASyncSampleBefore(number: Int) throws {
    let folder = try TemporaryFolder()
    let file = try OggFile(source: FileByteSource(path: Self.recipes[number].make(in: folder)))
    let all = try file.allPackets()
    for index in file.streams.indices {
      let packets = all.filter { $0.stream == index }
      let end = try #require(packets.last?.presentationTime)
      for step in 0...12 {
        let time = end * Int64(step) / 12
        let place = try #require(try file.place(of: index, atOrBefore: time))
        let found = try file.allPackets(from: place).filter { $0.stream == index }
        #expect(found == packets.suffix(found.count))
        let sync = try #require(found.first { $0.isSync }?.presentationTime)
        #expect(sync <= time || found.count == packets.count)
        // A walk from there begins again at its own places.
        var walker = try file.packets(from: place)
        for _ in 0..<5 { _ = try walker.next() }
        let next = walker.place
        #expect(try file.allPackets(from: next).first == walker.next())
      }
    }
  }
}
