import Foundation
import MovieFile
import Testing

/// Transport streams of ffmpeg and GStreamer, packet by packet as ffprobe lists them.
@Suite struct TransportStreamTests {
  static let recipes: [Recipe] = [
    Recipe("h264-aac.ts", "\(Recipe.picture) \(Recipe.tone) -c:v libx264 -bf 3 -g 12 -pix_fmt yuv420p -c:a aac"),
    Recipe(
      "open-mp3.ts",
      "\(Recipe.picture) \(Recipe.tone) -c:v libx264 -x264-params open-gop=1:keyint=10:bframes=3 -pix_fmt yuv420p -c:a libmp3lame"
    ),
    Recipe(
      "slices-ac3.ts",
      "\(Recipe.picture) \(Recipe.tone) -c:v libx264 -x264-params slices=5:keyint=9:aud=1 -pix_fmt yuv420p -c:a ac3"),
    Recipe(
      "hevc-eac3.ts",
      "\(Recipe.picture) \(Recipe.tone) -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=3 -c:a eac3"
    ),
    Recipe("mpeg2-mp2.ts", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg2video -bf 2 -g 8 -c:a mp2"),
    Recipe("mpeg1-dts.ts", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg1video -bf 0 -c:a dca -strict -2 -ac 2"),
    Recipe("mpeg4-aac.ts", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg4 -bf 2 -c:a aac"),
    Recipe("opus.ts", "\(Recipe.tone) -c:a libopus -ar 48000"),
    Recipe("latm.ts", "\(Recipe.tone) -c:a aac -mpegts_flags latm"),
    Recipe("surround.ts", "\(Recipe.tone) -c:a aac -ac 6"),
    Recipe("pcm.m2ts", "\(Recipe.tone) -c:a pcm_bluray -ar 48000 -ac 2 -mpegts_m2ts_mode 1"),
    Recipe("dts.m2ts", "\(Recipe.tone) -c:a dca -strict -2 -ac 6 -ar 48000 -mpegts_m2ts_mode 1"),
    Recipe("wrap.ts", "\(Recipe.picture) \(Recipe.tone) \(Recipe.h264) -bf 2 -c:a mp2 -output_ts_offset 95442"),
    Recipe("late.ts", "\(Recipe.tone) -itsoffset 0.5 \(Recipe.picture) \(Recipe.h264) -c:a mp2"),
    Recipe("one.ts", "\(Recipe.picture) -c:v mpeg2video -bf 2 -g 8 -pes_payload_size 1 -muxrate 4M"),
    // Packets with a single frame of audio, between frames of equal size.
    Recipe(
      "large-aac.ts",
      "-f lavfi -i color=gray:size=64x48:duration=2 -f lavfi -i anoisesrc=duration=2:sample_rate=48000 -c:v mpeg2video -g 1 -q:v 2 -c:a aac -ac 6 -b:a 900k"
    ),
    Recipe("studio.ts", "\(Recipe.tone) -c:a s302m -strict -2 -ar 48000 -ac 4 -sample_fmt s16"),
    // No descriptor says what these streams hold.
    Recipe(
      "private.m2ts", "\(Recipe.picture) \(Recipe.tone) -c:v libx264 -pix_fmt yuv420p -c:a aac -mpegts_m2ts_mode 1"),
    Recipe("private-mp2.m2ts", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg2video -c:a mp2 -mpegts_m2ts_mode 1"),
    Recipe(
      "disc.m2ts", "\(Recipe.picture) \(Recipe.tone) -c:v libx264 -pix_fmt yuv420p -c:a ac3 -mpegts_m2ts_mode 1"),
  ]

  @Test(arguments: recipes) func packets_areThoseOfFFprobe(_ recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = try recipe.make(in: folder)
    try TransportStreamFile(source: FileByteSource(path: path)).compare(with: StreamComparison(path))
  }

  /// With gradual refresh, decoding from a recovery point gives the right frame only later: it is no sync sample.
  @Test func gradualRefresh_hasNoSyncSamplesButTheFirst() throws {
    let folder = try TemporaryFolder()
    let recipe = Recipe(
      "refresh.ts", "\(Recipe.picture) -c:v libx264 -x264-params intra-refresh=1:keyint=8 -pix_fmt yuv420p")
    let path = try recipe.make(in: folder)
    let file = try TransportStreamFile(source: FileByteSource(path: path))
    try file.compare(with: StreamComparison(path), isIntraRefresh: true)
    #expect(try file.walked().count(where: \.isSync) == 1)
  }

  @Test func streamsOfGStreamer_haveThePacketsOfFFprobe() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("gstreamer.ts")
    _ = try Oracle.run(
      "gst-launch-1.0",
      "-q mpegtsmux name=mux ! filesink location=\(path) videotestsrc num-buffers=20 ! video/x-raw,width=64,height=48,framerate=25/1 ! x264enc key-int-max=8 ! h264parse ! mux. audiotestsrc num-buffers=30 ! audioconvert ! avenc_ac3 ! mux."
        .split(separator: " ").map(String.init), withErrors: true)
    try TransportStreamFile(source: FileByteSource(path: path)).compare(with: StreamComparison(path))
  }

  @Test(.sharedMedia) func realFile_hasThePacketsOfFFprobe() throws {
    let path = SharedMedia.path("sample_h264_mpeg_audio.ts")
    try TransportStreamFile(source: FileByteSource(path: path)).compare(with: StreamComparison(path))
  }

  @Test(arguments: [
    "h264-aac.ts", "mpeg2-mp2.ts", "hevc-eac3.ts", "mpeg1-dts.ts", "disc.m2ts", "wrap.ts", "large-aac.ts",
  ])
  func walkFromAnyPlace_givesTheSamePackets(name: String) throws {
    let folder = try TemporaryFolder()
    let recipe = try #require(Self.recipes.first { $0.file == name })
    let file = try TransportStreamFile(source: FileByteSource(path: recipe.make(in: folder)))
    try file.expectSameWalksFromAllPlaces()
    try file.expectIndexOfAllPackets()
  }

  @Test(arguments: ["h264-aac.ts", "mpeg2-mp2.ts", "late.ts", "wrap.ts"])
  func place_isBeforeTheLastSyncSample(name: String) throws {
    let folder = try TemporaryFolder()
    let recipe = try #require(Self.recipes.first { $0.file == name })
    let file = try TransportStreamFile(source: FileByteSource(path: recipe.make(in: folder)))
    try file.expectPlacesOfSyncSamples()
  }

  @Test func duration_isThatOfTheLongestStream() throws {
    let folder = try TemporaryFolder()
    let recipe = try #require(Self.recipes.first { $0.file == "h264-aac.ts" })
    let path = try recipe.make(in: folder)
    let file = try TransportStreamFile(source: FileByteSource(path: path))
    let end = try StreamComparison(path).report.packets.compactMap(\.pts).max() ?? 0
    let duration = try #require(file.statedDuration)
    #expect(abs(file.origin.value + duration.value - end) <= 3600)
  }

  /// Access units of Opus state the samples that are not heard.
  @Test func primingAndPaddingOfOpus_areKnown() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe("opus.ts", "-f lavfi -i sine=duration=1.013:sample_rate=48000 -c:a libopus").make(in: folder)
    let index = PacketIndex(try TransportStreamFile(source: FileByteSource(path: path)))
    let count = try index.count(of: 0)
    let first = try #require(try index.packet(0, of: 0))
    let last = try #require(try index.packet(count - 1, of: 0))
    let padding = try index.discardPadding(of: 0)
    #expect(padding.start == 312)
    let heard = last.presentationTime + last.duration - first.presentationTime - padding.start - padding.end
    #expect(heard == 48_624)
  }

  /// GStreamer states the time of the first sample that is heard, ffmpeg that of the first one.
  @Test func timeOfTheFirstHeardSample_isNotThatOfThePacket() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("opus.ts")
    _ = try Oracle.run(
      "gst-launch-1.0",
      ["-q"]
        + "audiotestsrc num-buffers=40 ! audio/x-raw,rate=48000 ! opusenc ! opusparse ! mpegtsmux ! filesink location=\(path)"
        .split(separator: " ").map(String.init))
    let index = PacketIndex(try TransportStreamFile(source: FileByteSource(path: path)))
    let (first, second) = (try #require(try index.packet(0, of: 0)), try #require(try index.packet(1, of: 0)))
    #expect(try index.discardPadding(of: 0).start == 312)
    #expect(second.presentationTime - first.presentationTime == 960)
  }
}
