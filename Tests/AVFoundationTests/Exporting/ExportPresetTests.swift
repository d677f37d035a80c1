import AVFoundation
import Foundation
import Testing

/// Files of every preset: what they hold by ffprobe, and which frame and which sample is where.
@Suite(.timeLimit(.minutes(10))) struct ExportPresetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A preset, the type of its file, and the codecs with the size of frames.
  static let presets: [(String, AVFileType, [String])] = [
    (AVAssetExportPresetLowQuality, .mov, ["h264,128,64", "aac"]),
    (AVAssetExportPresetMediumQuality, .mp4, ["h264,128,64", "aac"]),
    (AVAssetExportPresetHighestQuality, .mov, ["h264,128,64", "aac"]),
    (AVAssetExportPreset640x480, .m4v, ["h264,128,64", "aac"]),
    (AVAssetExportPreset960x540, .mp4, ["h264,128,64", "aac"]),
    (AVAssetExportPreset1280x720, .mobile3GPP, ["h264,128,64", "aac"]),
    (AVAssetExportPreset1920x1080, .matroska, ["h264,128,64", "aac"]),
    (AVAssetExportPreset3840x2160, .transportStream, ["h264,128,64", "aac"]),
    (AVAssetExportPresetHEVCHighestQuality, .mov, ["hevc,128,64", "aac"]),
    (AVAssetExportPresetHEVC1920x1080, .mp4, ["hevc,128,64", "aac"]),
    (AVAssetExportPresetHEVC3840x2160, .m4v, ["hevc,128,64", "aac"]),
    (AVAssetExportPresetAppleM4A, .m4a, ["aac"]),
    (AVAssetExportPresetAppleProRes422LPCM, .mov, ["prores,128,64", "pcm_s16le"]),
    (AVAssetExportPresetAppleProRes4444LPCM, .mov, ["prores,128,64", "pcm_s16le"]),
  ]

  @Test func everyPreset_isTested() {
    #expect(Set(Self.presets.map(\.0)) == Set(AVAssetExportSession.allExportPresets()))
  }

  @Test(arguments: presets.indices) func preset_keepsEveryFrameAndSample(_ index: Int) async throws {
    let (name, type, streams) = Self.presets[index]
    let source = try ExportMedia.movie(in: folder)
    let session = try AVAssetExportSession.of(source, name)
    #expect(session.supportedFileTypes.contains(type))
    let out = folder.url("out." + (type == .transportStream ? "ts" : type == .matroska ? "mkv" : "mov"))
    try await session.make(out, type)
    let found = try Oracle.streams(out.path, "codec_name,width,height")
    // FFprobe lists the streams of a transport stream once more, with its programs.
    #expect(found.map { $0.trimmingCharacters(in: [","]) }.prefix(streams.count) == streams[...])
    #expect(try Oracle.complaints(out.path) == [])
    if streams.count == 2 { #expect(try Oracle.frames(out.path).numbers == Array(0..<30)) }
    guard type != .transportStream else { return }
    try expectAudio(out, 48_000)
    // FFmpeg knows nothing of priming in Matroska.
    guard type != .matroska else { return }
    let pulses = ExportMedia.pulses(try Oracle.samples(out.path))
    #expect(pulses.count == 10)
    for (number, place) in pulses.enumerated() { #expect(abs(place - number * 4800) < 60, "\(name): \(pulses)") }
  }

  @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetAppleProRes422LPCM])
  func timeRange_beginsAndEndsAtItsFrames(_ preset: String) async throws {
    let session = try AVAssetExportSession.of(try ExportMedia.movie(in: folder), preset)
    session.timeRange = frames(7, 22)
    try await session.make(folder.url("out.mov"), .mov)
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(7..<22) && times.first == 0, "\(numbers)")
    let samples = try Oracle.samples(folder.file("out.mov"))
    try expectAudio(folder.url("out.mov"), 24_000)
    // Frame 7 is shown from 11 200 samples on: the next pulse is at 14 400.
    for (number, place) in ExportMedia.pulses(samples).enumerated() {
      #expect(abs(place - (3200 + number * 4800)) < 60)
    }
  }

  @Test func report_namesEncodersAndCounts() async throws {
    let session = try AVAssetExportSession.of(try ExportMedia.movie(in: folder), AVAssetExportPreset640x480)
    try await session.make(folder.url("out.mp4"))
    let result = try #require(session.result)
    #expect(result.tracks.map(\.mediaType) == [.video, .audio] || result.tracks.map(\.mediaType) == [.audio, .video])
    let video = try #require(result.tracks.first { $0.mediaType == .video })
    #expect(video.treatment == .encoded && video.codec == "h264" && video.encoders == ["x264enc"])
    #expect(video.encodedSampleCount == 30 && video.copiedSampleCount == 0)
    #expect(abs(result.duration.seconds - 1) < 0.05 && result.elapsed > .zero)
  }

  @Test func largerSizes_scaleDownInsideOfTheBox_alsoOfTurnedVideo() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=10:duration=0.5", "-c:v", "libx264", "-preset", "ultrafast",
      "-pix_fmt", "yuv420p", folder.file("wide.mp4"),
    ])
    try Oracle.make([
      "-i", folder.file("wide.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", folder.file("tall.mp4"),
    ])
    for (name, size) in [("wide", "640,360"), ("tall", "360,640")] {
      let session = try AVAssetExportSession.of(folder.url("\(name).mp4"), AVAssetExportPreset640x480)
      try await session.make(folder.url("\(name)-out.mp4"))
      #expect(try Oracle.streams(folder.file("\(name)-out.mp4"), "width,height") == [size])
    }
  }

  /// Files that only a demuxer reads, and whose streams have no numbers.
  @Test(arguments: ["flac", "au", "ac3", "wv"]) func filesOfOneStream_areEncoded(_ type: String) async throws {
    try Oracle.make(["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1", folder.file("in." + type)])
    let session = try AVAssetExportSession.of(folder.url("in." + type), AVAssetExportPresetAppleM4A)
    try await session.make(folder.url("out.m4a"), .m4a)
    #expect(try Oracle.streams(folder.file("out.m4a"), "codec_name,sample_rate") == ["aac,48000"])
    #expect(try Oracle.complaints(folder.file("out.m4a")) == [])
    // Frames of AC-3 are of 1536 samples, those of AAC of 1024.
    let samples = try Oracle.samples(folder.file("out.m4a"))
    #expect(abs(samples.count - 48_000) < 1536 + 1024)
    let tenth = samples.dropFirst(24_000).prefix(4_800)
    #expect(abs(zip(tenth, tenth.dropFirst()).count { $0 < 0 && $1 >= 0 } - 44) <= 1)
  }

  @Test func presetsWithAlpha_areRefusedByName() async throws {
    let session = try AVAssetExportSession.of(
      AVURLAsset.shared.url, AVAssetExportPresetHEVCHighestQualityWithAlpha)
    #expect(session.supportedFileTypes == [])
    let error = await session.failure(folder.url("out.mov"), .mov)
    #expect(error?.code == .encoderNotFound)
    #expect(error?.failureReason?.contains("HEVCHighestQualityWithAlpha") == true)
    #expect(folder.names == [])
    #expect(AVAssetExportSession(asset: AVURLAsset.shared, presetName: "AVAssetExportPresetBest") == nil)
  }

  @Test func presetsOfAnAsset_dependOnItsMedia() async throws {
    let all = AVAssetExportSession.allExportPresets()
    #expect(!all.contains(AVAssetExportPresetPassthrough))
    #expect(AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset.shared) == all)
    let silent = AVURLAsset(url: try NumberedMovie.make("silent.mp4", in: folder))
    #expect(
      AVAssetExportSession.exportPresets(compatibleWith: silent) == all.filter { $0 != AVAssetExportPresetAppleM4A })
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1", folder.file("tone.wav")])
    let tone = AVURLAsset(url: folder.url("tone.wav"))
    #expect(
      Set(AVAssetExportSession.exportPresets(compatibleWith: tone))
        == [
          AVAssetExportPresetAppleM4A, AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality,
          AVAssetExportPresetHighestQuality,
        ])
    #expect(AVAssetExportSession.exportPresets(compatibleWith: AVMutableComposition()) == [])
    func fits(_ preset: String, _ type: AVFileType?) async -> Bool {
      await AVAssetExportSession.compatibility(ofExportPreset: preset, with: silent, outputFileType: type)
    }
    #expect(await fits(AVAssetExportPresetPassthrough, .mov))
    #expect(await fits(AVAssetExportPresetPassthrough, nil))
    #expect(await !fits(AVAssetExportPresetPassthrough, .wav))
    #expect(await !fits(AVAssetExportPresetAppleM4A, .m4a))
    #expect(await !fits(AVAssetExportPreset640x480, .wav))
    let session = try #require(
      AVAssetExportSession(asset: silent, presetName: AVAssetExportPresetPassthrough))
    #expect(await session.compatibleFileTypes == session.supportedFileTypes)
    #expect(session.supportedFileTypes.contains(.mp4) && !session.supportedFileTypes.contains(.webM))
  }
}
