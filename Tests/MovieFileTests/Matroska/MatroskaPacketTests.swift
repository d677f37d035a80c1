import Foundation
import Testing

@testable import MovieFile

/// Packets of files that ffmpeg and GStreamer make, against ffprobe's.
@Suite struct MatroskaPacketTests {
  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=1.2"
  private static let tone = "-f lavfi -i sine=duration=1.2:sample_rate=48000"
  private static let h264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 2 -g 10"

  static let recipes = [
    Recipe("plain.mkv", "\(picture) \(tone) \(h264) -c:a aac"),
    Recipe("hevc.mkv", "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=3"),
    Recipe("vp8.webm", "\(picture) \(tone) -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis"),
    Recipe("vp9.webm", "\(picture) \(tone) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus"),
    Recipe("av1.mkv", "\(picture) -c:v libaom-av1 -cpu-used 8 -usage realtime -t 0.4"),
    Recipe("mpeg4.mkv", "\(picture) \(tone) -c:v mpeg4 -bf 2 -c:a libmp3lame"),
    Recipe("mpeg2.mkv", "\(picture) \(tone) -c:v mpeg2video -bf 2 -c:a mp2"),
    Recipe("theora.mkv", "\(picture) \(tone) -c:v libtheora -c:a flac"),
    Recipe("prores.mkv", "\(picture) \(tone) -c:v prores_ks -c:a pcm_s16le"),
    Recipe("ffv1.mkv", "\(picture) \(tone) -c:v ffv1 -c:a pcm_f32le"),
    Recipe("mjpeg.mkv", "\(picture) \(tone) -c:v mjpeg -c:a ac3"),
    Recipe("eac3.mkv", "\(picture) \(tone) -c:v rawvideo -pix_fmt yuyv422 -c:a eac3"),
    Recipe("big.mka", "\(tone) -c:a pcm_s24be"),
    Recipe("alac.mka", "\(tone) -c:a alac"),
    Recipe("dts.mka", "\(tone) -c:a dca -strict -2"),
    Recipe("tta.mka", "\(tone) -c:a tta"),
    Recipe("wavpack.mka", "\(tone) -ac 6 -c:a wavpack"),
    Recipe("quicktime.mkv", "\(picture) -c:v cinepak"),
    Recipe("microsoft.mkv", "\(picture) \(tone) -c:v wmv2 -c:a adpcm_ms -allow_raw_vfw 1"),
    Recipe("subtitles.mkv", "\(picture) -i SUBTITLES -map 0 -map 1 -map 1 -c:v libvpx -c:s:0 srt -c:s:1 ass"),
    Recipe("live.mkv", "\(picture) \(tone) \(h264) -c:a aac -live 1"),
    Recipe("clusters.mkv", "\(picture) \(tone) \(h264) -c:a aac -cluster_time_limit 200"),
    Recipe("front.mkv", "\(picture) \(tone) \(h264) -c:a aac -reserve_index_space 4096"),
    Recipe("late.mkv", "-itsoffset 0.4 \(picture) \(tone) \(h264) -c:a aac"),
    Recipe("vfr.mkv", "\(picture) -vf select=not(mod(n\\,3))+eq(n\\,1) -vsync vfr \(h264)"),
    Recipe("open.mkv", "\(picture) -c:v libx264 -bf 3 -x264-params open-gop=1:keyint=10 -pix_fmt yuv420p"),
  ]

  @Test(arguments: recipes) func packetsOfFFmpeg_areFFprobes(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let lines = "1\n00:00:00,100 --> 00:00:00,500\nHallo\n\n2\n00:00:00,600 --> 00:00:01,000\nWelt\n"
    try Data(lines.utf8).write(to: folder.url("text.srt"))
    let arguments = recipe.arguments.map { $0 == "SUBTITLES" ? folder.file("text.srt") : $0 }
    try Oracle.make(arguments + [folder.file(recipe.file)])
    try Self.compare(folder.file(recipe.file))
  }

  static let pipelines = [
    "vp8.webm": "videotestsrc num-buffers=20 ! vp8enc deadline=1 ! webmmux name=mux",
    "live.mkv": "videotestsrc num-buffers=20 ! x264enc ! matroskamux streamable=true name=mux",
    "both.mkv": "videotestsrc num-buffers=20 ! x264enc ! h264parse ! matroskamux name=mux "
      + "audiotestsrc num-buffers=40 ! opusenc ! mux.",
  ]

  @Test(arguments: pipelines.keys.sorted()) func packetsOfGStreamer_areFFprobes(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    let words = (Self.pipelines[name] ?? "").split(separator: " ").map(String.init)
    _ = try Oracle.run("gst-launch-1.0", ["-q"] + words + ["mux.", "!", "filesink", "location=\(path)"])
    try Self.compare(path)
  }

  @Test(.sharedMedia, arguments: ["sample.mkv", "sample_with_srt.mkv", "bbb_642x642_768kbps_30fps_vp9.webm"])
  func packetsOfOtherWriters_areFFprobes(name: String) throws {
    let path = SharedMedia.path(name)
    try Self.compare(path)
  }

  private static func compare(_ path: String) throws {
    let file = try MatroskaFile(source: FileByteSource(path: path))
    let report = try ContainerReport(path)
    for (index, stream) in file.streams.enumerated() {
      // FFprobe takes the priming off the times, in whole units.
      let delay = CMTimeConvertScale(
        CMTime(value: stream.priming, timescale: max(stream.sampleRate, 1)), timescale: stream.timescale,
        method: .roundHalfAwayFromZero)
      var (ours, theirs) = (
        try file.lines(ofStream: index), report.lines(ofStream: index, earlierBy: delay.value)
      )
      if stream.coded?.codec == .ac3, path.contains("sample") {
        // Frames of a lace have no times of their own: FFprobe adds durations that it has rounded.
        ours = ours.map { String($0.drop { $0 != " " }) }
        theirs = theirs.map { String($0.drop { $0 != " " }) }
      }
      #expect(ours == theirs, "\(stream.codecID)")
      #expect(!ours.isEmpty)
      #expect(stream.formatDescription != nil, "\(stream.codecID)")
    }
    #expect(file.streams.count == Set(report.packets.map(\.stream_index)).count)
    var walker = try file.packets(from: nil)
    while try walker.next() != nil {}
    #expect(walker.problem == nil)
  }

  /// An I-frame inside an open group that is no recovery point would give other frames than a decoder that saw all.
  @Test func iFramesThatAreNoRecoveryPoints_areNoSyncSamples() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe(
      "refresh.mkv", "\(Self.picture) -c:v libx264 -pix_fmt yuv420p -x264-params intra-refresh=1:keyint=10"
    ).make(in: folder)
    let file = try MatroskaFile(source: FileByteSource(path: path))
    let packets = try file.allPackets()
    #expect(packets.count == 30)
    #expect(packets.indices.filter { packets[$0].isSync } == [0])
  }

  @Test func walkFromAnyPlace_givesTheSamePackets() throws {
    let folder = try TemporaryFolder()
    for recipe in [Self.recipes[0], Recipe("live.mkv", "\(Self.picture) \(Self.tone) \(Self.h264) -c:a aac -live 1")] {
      let file = try MatroskaFile(source: FileByteSource(path: recipe.make(in: folder)))
      let all = try file.allPackets()
      var walker = try file.packets(from: nil)
      for number in all.indices {
        if number % 7 == 0 { #expect(try file.allPackets(from: walker.place) == Array(all[number...])) }
        _ = try walker.next()
      }
      #expect(try file.allPackets(from: walker.place).isEmpty)
    }
  }
}
