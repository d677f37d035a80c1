import Foundation
import MovieFile
import Testing

@testable import MediaSource

/// Every coded sample of files of every kind, as ffprobe lists the packets.
@Suite struct ListedFileTests {
  /// The packets of the same file, by ffprobe.
  struct Report: Decodable {
    struct Stream: Decodable {
      let index: Int
      let codec_type: String?
      let time_base: String
      /// Seconds a unit of its times.
      var unit: Double { 1 / (time_base.split(separator: "/").last.flatMap { Double($0) } ?? 1) }
    }
    struct Packet: Decodable {
      let stream_index: Int
      let pts_time: String?
      let dts_time: String?
      let duration_time: String?
      let size: String
      let pos: String?
      let flags: String
      var time: Double? { pts_time.flatMap { Double($0) } }
      var decodeTime: Double? { dts_time.flatMap { Double($0) } }
      var duration: Double? { duration_time.flatMap { Double($0) } }
      var end: Double? { time.flatMap { time in duration.map { time + $0 } } }
    }
    let streams: [Stream]
    let packets: [Packet]

    init(_ path: String) throws {
      let text = try Oracle.text(
        "ffprobe",
        ["-v", "error", "-show_packets", "-show_entries", "stream=index,codec_type,time_base", "-of", "json", path])
      self = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    }
  }

  /// A file that ffmpeg makes, and what is particular about its times.
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: String
    /// Where ffprobe's first packet is on our timeline, in seconds; nil if it begins anywhere, and ours at zero.
    var start: Double? = 0
    /// True if places in the file are listed.
    var hasOffsets = false
    /// True for uncompressed audio, which each program cuts in its own way.
    var isUncompressed = false
    /// True if the file says when frames are decoded, or else when they are shown.
    var hasDecodeTimes = true
    /// The difference of ffprobe's times, in seconds, besides rounding.
    var difference = 0.0
    /// ffprobe counts the zero before the start code that begins a picture (ITU-T H.265, B.2.2) as part of the picture
    /// before.
    var zerosEndPictures = false
    var testDescription: String { name }
  }

  private static let picture = "-f lavfi -i testsrc2=size=176x144:rate=25:duration=1 -pix_fmt yuv420p"
  private static let both = "-f lavfi -i sine=sample_rate=44100:duration=1 \(picture)"
  private static let tone = "-f lavfi -i sine=sample_rate=44100:duration=1"
  private static let h264 = "-c:v libx264 -preset veryfast -x264-params keyint=12:scenecut=0:bframes=2:b-adapt=0"
  private static let hevc = "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=12"

  static let files: [File] = [
    File(name: "h264.mkv", arguments: "\(both) \(h264) -c:a aac", hasDecodeTimes: false),
    File(name: "hevc.mkv", arguments: "\(picture) \(hevc)", hasDecodeTimes: false),
    File(name: "vp8.webm", arguments: "\(both) -c:v libvpx -g 12 -c:a libopus -ar 48000", hasDecodeTimes: false),
    File(
      name: "vp9.webm", arguments: "\(picture) -c:v libvpx-vp9 -deadline realtime -cpu-used 8", hasDecodeTimes: false),
    File(name: "ffv1.mkv", arguments: "\(both) -c:v ffv1 -c:a flac", hasDecodeTimes: false),
    File(name: "h264.ts", arguments: "\(both) \(h264) -c:a aac", start: nil),
    // Between stamps, ffprobe adds up durations that it has cut to units.
    File(
      name: "hevc.ts", arguments: "\(both) \(hevc) -c:a ac3", start: nil, difference: 6.0 / 90000,
      zerosEndPictures: true),
    File(name: "mpeg2.ts", arguments: "\(both) -c:v mpeg2video -bf 2 -g 12 -c:a mp2", start: nil),
    File(name: "mpeg2.mpg", arguments: "\(both) -c:v mpeg2video -bf 2 -g 12 -c:a mp2 -f vob", start: nil),
    File(name: "mpeg4.avi", arguments: "\(both) -c:v mpeg4 -bf 2 -g 12 -c:a libmp3lame", hasDecodeTimes: false),
    File(name: "h264.avi", arguments: "\(both) \(h264) -c:a ac3", hasDecodeTimes: false),
    File(name: "h264.flv", arguments: "\(both) \(h264) -c:a aac"),
    File(name: "flv1.flv", arguments: "\(both) -c:v flv1 -g 12 -c:a libmp3lame"),
    File(name: "theora.ogg", arguments: "\(picture) -c:v libtheora -g 12"),
    File(name: "a.opus", arguments: "\(tone) -c:a libopus -ar 48000"),
    // The first packet gives no sound; ffprobe counts half of it all the same.
    File(name: "vorbis.ogg", arguments: "\(tone) -c:a libvorbis", difference: 128.0 / 44100),
    // Its encoder looks ahead by 143 samples, which its files do not tell.
    File(name: "speex.ogg", arguments: "\(tone) -c:a libspeex -ar 16000", difference: 143.0 / 16000),
    File(name: "a.flac", arguments: "\(tone) -c:a flac"),
    File(name: "a.wav", arguments: "\(tone) -c:a pcm_s16le", hasOffsets: true, isUncompressed: true),
    File(name: "a.aiff", arguments: "\(tone) -c:a pcm_s16be", hasOffsets: true, isUncompressed: true),
    File(name: "pcm.caf", arguments: "\(tone) -c:a pcm_s16be", hasOffsets: true, isUncompressed: true),
    File(name: "alac.caf", arguments: "\(tone) -c:a alac", hasOffsets: true),
    // LAME puts 1105 samples before the sound: the encoder's 576, and the decoder's 529. ffprobe counts them, and skips
    // them later.
    File(name: "a.mp3", arguments: "\(tone) -c:a libmp3lame", start: -1105.0 / 44100, hasOffsets: true),
    File(name: "a.aac", arguments: "\(tone) -c:a aac", hasOffsets: true),
    File(name: "a.ac3", arguments: "\(tone) -c:a ac3", difference: 30.0 / 90000),
    File(name: "a.mp4", arguments: "\(both) \(h264) -c:a aac", hasOffsets: true),
  ]

  @Test(arguments: files) func samples_areThePacketsOfFFprobe(file: File) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(file.name)
    try Oracle.make(file.arguments.split(separator: " ").map(String.init) + [path])
    let listing = try Listing(path)
    let report = try Report(path)
    let zero = file.start.map { -$0 } ?? report.packets.compactMap(\.time).min() ?? 0
    var counts = [0, 0]
    for track in listing.tracks {
      let kind = track.mediaType == "vide" ? 0 : 1
      let streams = report.streams.filter { $0.codec_type == ["video", "audio"][kind] }
      let stream = try #require(streams.indices.contains(counts[kind]) ? streams[counts[kind]] : nil)
      counts[kind] += 1
      try compare(track, with: report.packets.filter { $0.stream_index == stream.index }, stream.unit, zero, file)
    }
    #expect(counts[0] + counts[1] == report.streams.count)
  }

  private func compare(
    _ track: Listing.Track, with packets: [Report.Packet], _ unit: Double, _ zero: Double, _ file: File
  ) throws {
    let samples = track.samples
    #expect(!samples.isEmpty && !track.codec.contains("?"))
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTime <= $1.decodeTime })
    #expect(samples.allSatisfy { $0.decodeTime <= $0.time })
    guard !file.isUncompressed || track.mediaType != "soun" else {
      #expect(samples.reduce(0) { $0 + $1.size } == packets.reduce(0) { $0 + (Int($1.size) ?? 0) })
      let end = try #require(samples.last?.end)
      let last = try #require(packets.last)
      #expect(samples.first?.offset == packets.first?.pos.flatMap { Int64($0) })
      #expect(abs(end - (last.end ?? .nan)) < 1e-5)
      return
    }
    var sizes = packets.compactMap { Int($0.size) }
    if file.zerosEndPictures, track.mediaType == "vide" {
      sizes[0] -= 1
      sizes[sizes.count - 1] += 1
    }
    #expect(samples.map(\.size) == sizes)
    #expect(samples.map(\.sync) == packets.map { $0.flags.hasPrefix("K") })
    // Some streams' packets have places that are not their own: of pages, of clusters.
    if file.hasOffsets {
      #expect(samples.map(\.offset) == packets.map { $0.pos.flatMap { Int64($0) } })
    } else {
      // Samples that lie in one piece follow each other.
      let offsets = samples.compactMap(\.offset)
      #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 })
    }
    let tolerance = max(unit, 1 / Double(track.timescale)) * 1.01 + (track.mediaType == "soun" ? file.difference : 0)
    for (index, (sample, packet)) in zip(samples, packets).enumerated() {
      if let time = packet.time {
        #expect(abs(sample.time - (time - zero)) < tolerance, "\(track.mediaType) \(index)")
      }
      if file.hasDecodeTimes, track.mediaType == "vide", let time = packet.decodeTime {
        #expect(abs(sample.decodeTime - (time - zero)) < tolerance, "\(track.mediaType) \(index)")
      }
    }
  }

  @Test func subtitlesOfMatroska_areListedToo() throws {
    let folder = try TemporaryFolder()
    try Data("1\n00:00:00,250 --> 00:00:00,500\nOne\n\n2\n00:00:00,600 --> 00:00:00,900\nTwo\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("a.srt")))
    let path = folder.file("a.mkv")
    let options: [String] = "\(Self.picture) \(Self.h264) -c:s srt".split(separator: " ").map(String.init)
    try Oracle.make(["-i", folder.file("a.srt")] + options + [path])
    let text = try #require(try Listing(path).tracks.first { $0.mediaType == "sbtl" })
    #expect(text.samples.map(\.pts) == ["0.250000000", "0.600000000"])
    #expect(text.samples.map(\.duration) == ["0.250000000", "0.300000000"])
    #expect(text.samples.map(\.size) == [3, 3])
  }

  /// The command says what is in the file, not how it was read.
  @Test func numbersOfTracks_areTheFiles() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.ts")
    try Oracle.make(
      "\(Self.both) -c:v mpeg2video -c:a mp2 -streamid 0:0x31 -streamid 1:0x32".split(separator: " ").map(String.init)
        + [path])
    #expect(Set(try ListedFile(path: path).entries.map(\.id)) == [0x31, 0x32])
  }

  @Test func whatIsNoMedia_isRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    try Data("Hello, I am no media.".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: (any Error).self) { try ListedFile(path: path) }
  }

  /// The streams of the next link come when those of the one before have ended.
  @Test func chainedFile_hasTheStreamsOfAllLinks() throws {
    let folder = try TemporaryFolder()
    var chain = Data()
    for (name, rate) in [("a.ogg", 44_100), ("b.ogg", 48_000), ("c.ogg", 22_050)] {
      try Oracle.make(["-f", "lavfi", "-i", "sine=d=1:r=\(rate)", "-c:a", "libvorbis", folder.file(name)])
      chain += try Data(contentsOf: folder.url(name))
    }
    try chain.write(to: folder.url("chain.ogg"))
    let entries = try DemuxedContainer(MediaInput(path: folder.file("chain.ogg"))).listing().entries
    #expect(entries.map(\.mediaType) == ["soun", "soun", "soun"])
  }
}

extension Listing {
  init(_ path: String) throws {
    let file = try ListedFile(path: path)
    let bytes = Collected()
    try file.listing(of: file.entries).writeJSON { bytes.all += $0 }
    self = try JSONDecoder().decode(Listing.self, from: Data(bytes.all))
  }

  private final class Collected {
    var all: [UInt8] = []
  }
}
