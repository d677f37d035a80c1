import AVFoundation
import Foundation
import Testing

/// Smart rendering: frames at cuts are encoded, all others copied; exact with and without edit lists.
@Suite(.timeLimit(.minutes(2))) struct ExportSmartTests {
  private let folder: TemporaryFolder
  private let movie: URL

  init() throws {
    folder = try TemporaryFolder()
    movie = try ExportMedia.movie(in: folder)
  }

  private func session(_ asset: AVAsset) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetSmartRendering))
  }

  /// The numbers of the frames that a player shows which knows no edit lists.
  private func numbersWithoutEdits(_ path: String) throws -> [Int] {
    let bytes = try Oracle.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-ignore_editlist", "1", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
        "-f", "rawvideo", "-pix_fmt", "gray", "-",
      ])
    return (0..<bytes.count / 8192).map { frame in
      (0..<8).reduce(0) { $0 | (bytes[frame * 8192 + 32 * 128 + ($1 * 2 + 1) * 8] > 127 ? 1 << $1 : 0) }
    }
  }

  private func packets(_ path: String) throws -> [String] {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_packets", "-show_entries", "packet=data_hash", "-show_data_hash",
        "md5", "-of", "csv=p=0", path,
      ]
    ).split(separator: "\n").map { $0.filter { $0 != "," } }
  }

  /// Frames 0, 10 and 20 are key frames.
  @Test(arguments: [(0, 13), (10, 20), (13, 27), (9, 30), (29, 30), (4, 25)])
  func trim_beginsWithItsFrame_withAndWithoutEdits(_ first: Int, _ end: Int) async throws {
    let session = try session(AVURLAsset(url: movie))
    session.timeRange = frames(Int64(first), Int64(end))
    let out = folder.url("out.mp4")
    try await session.make(out)
    let (numbers, times) = try Oracle.frames(out.path)
    #expect(numbers == Array(first..<end) && times.first == 0, "\(numbers)")
    #expect(try numbersWithoutEdits(out.path) == Array(first..<end))
    try expectAudio(out, (end - first) * 1600)
    #expect(try Oracle.complaints(out.path) == [])
    let result = try #require(session.result)
    let video = try #require(result.tracks.first { $0.mediaType == .video })
    #expect(video.copiedSampleCount + video.encodedSampleCount == end - first)
    let stored = Set(try packets(movie.path))
    #expect(try packets(out.path).filter(stored.contains).count == video.copiedSampleCount)
    // Spans follow each other, and each says why.
    let spans = result.spans.filter { $0.mediaType == .video }
    #expect(spans.first?.timeRange.start == .zero && spans.allSatisfy { !$0.reason.isEmpty })
    for (span, next) in zip(spans, spans.dropFirst()) { #expect(span.timeRange.end == next.timeRange.start) }
    #expect(spans.map(\.sampleCount).reduce(0, +) == end - first)
    #expect(result.tracks.first { $0.mediaType == .audio }?.treatment == .copied)
  }

  @Test func report_namesSpansAndReasons() async throws {
    let session = try session(AVURLAsset(url: movie))
    session.timeRange = frames(13, 30)
    try await session.make(folder.url("out.mp4"))
    let spans = try #require(session.result?.spans.filter { $0.mediaType == .video })
    #expect(spans.map(\.treatment) == [.edgeEncoded, .copied])
    #expect(spans.map(\.timeRange) == [frames(0, 7), frames(7, 17)])
    #expect(spans[0].reason == "it begins inside a group of pictures")
    #expect(spans[1].reason == "as it is stored in '\(movie.path)'")
    #expect(session.result?.fallbacks == [])
    let video = try #require(session.result?.tracks.first { $0.mediaType == .video })
    #expect(video.treatment == .mixed && video.codec == "h264" && video.encoders == ["x264enc"])
    #expect(video.copiedSampleCount == 10 && video.encodedSampleCount == 7)
  }

  @Test func compositionsCuts_areCopied_andItsDissolveIsRendered() async throws {
    let asset = AVURLAsset(url: movie)
    let composition = AVMutableComposition()
    let (a, b) = (try composition.add(.video), try composition.add(.video))
    let source = try asset.track(.video)
    // Frames 0 to 19 on one track, 10 to 29 on the other from frame 14 on; a dissolve of 6 frames.
    try a.insertTimeRange(frames(0, 20), of: source, at: .zero)
    try b.insertTimeRange(frames(10, 30), of: source, at: frames(0, 14).end)
    let video = AVMutableVideoComposition()
    (video.renderSize, video.frameDuration) = (CGSize(width: 128, height: 64), CMTime(value: 1, timescale: 30))
    func instruction(_ range: CMTimeRange, _ layers: [AVMutableVideoCompositionLayerInstruction])
      -> AVMutableVideoCompositionInstruction
    {
      let instruction = AVMutableVideoCompositionInstruction()
      (instruction.timeRange, instruction.layerInstructions) = (range, layers)
      return instruction
    }
    func layer(_ track: AVAssetTrack) -> AVMutableVideoCompositionLayerInstruction {
      AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    }
    let fading = layer(a)
    fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frames(14, 20))
    video.instructions = [
      instruction(frames(0, 14), [layer(a)]), instruction(frames(14, 20), [fading, layer(b)]),
      instruction(frames(20, 34), [layer(b)]),
    ]
    let session = try session(composition)
    session.videoComposition = video
    session.timeRange = frames(3, 34)
    let out = folder.url("out.mp4")
    try await session.make(out)
    let (numbers, times) = try Oracle.frames(out.path)
    #expect(numbers.count == 31 && times.first == 0)
    #expect(Array(numbers[..<11]) == Array(3..<14) && Array(numbers[17...]) == Array(16..<30), "\(numbers)")
    #expect(try numbersWithoutEdits(out.path).count == 31)
    let spans = try #require(session.result?.spans)
    #expect(spans.filter { $0.treatment == .rendered }.map(\.timeRange) == [frames(11, 17)], "\(spans)")
    #expect(spans.contains { $0.treatment == .copied })
    let stored = Set(try packets(movie.path))
    let copied = spans.filter { $0.treatment == .copied }.map(\.sampleCount).reduce(0, +)
    #expect(copied >= 10)
    #expect(try packets(out.path).filter(stored.contains).count == copied)
    #expect(try Oracle.complaints(out.path) == [])
  }

  @Test func plainComposition_joinsItsCuts_andItsAudioIsEncoded() async throws {
    let asset = AVURLAsset(url: movie)
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(frames(13, 30), of: asset, at: .zero)
    try await composition.insertTimeRange(frames(5, 15), of: asset, at: frames(0, 17).end)
    let session = try session(composition)
    session.timeRange = frames(2, 25)
    let out = folder.url("out.mov")
    try await session.make(out, .mov)
    let expected = Array(15..<30) + Array(5..<13)
    #expect(try Oracle.frames(out.path).numbers == expected)
    #expect(try numbersWithoutEdits(out.path) == expected)
    try expectAudio(out, 23 * 1600)
    #expect(session.result?.fallbacks.map(\.reason) == ["2 clips are heard"])
    #expect(session.result?.tracks.map(\.treatment) == [.mixed, .encoded])
  }

  @Test func openGroups_areEncoded_withTheReason() async throws {
    try Oracle.make([
      "-i", movie.path, "-c:v", "libx264", "-x264-params", "keyint=10:min-keyint=10:scenecut=0:bframes=2:open-gop=1",
      "-c:a", "copy", folder.file("open.mp4"),
    ])
    let session = try session(AVURLAsset(url: folder.url("open.mp4")))
    session.timeRange = frames(3, 27)
    try await session.make(folder.url("out.mp4"))
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(3..<27))
    #expect(
      session.result?.fallbacks.map(\.reason) == ["its groups of pictures are open: frames refer to the group before"])
  }

  /// VP9 is copied or not at all; frames of a timeline would be at a steady rate.
  @Test func videoThatCannotBeCopied_keepsItsTimes_withTheReason() async throws {
    try Oracle.make([
      "-i", movie.path, "-map", "0:v", "-vf", "select='not(eq(mod(n,5),2))'", "-fps_mode", "vfr", "-c:v", "libvpx-vp9",
      "-deadline", "realtime", "-cpu-used", "8", folder.file("uneven.mp4"),
    ])
    let session = try session(AVURLAsset(url: folder.url("uneven.mp4")))
    session.timeRange = frames(3, 27)
    try await session.make(folder.url("out.mp4"))
    let (numbers, times) = try Oracle.frames(folder.file("out.mp4"))
    #expect(numbers == (3..<27).filter { $0 % 5 != 2 })
    #expect(zip(numbers, times).allSatisfy { abs(Double($0 - 3) / 30 - $1) < 0.001 }, "\(times)")
    let result = try #require(session.result)
    let reason = "VP9 is not encoded at cuts, only H.264 and HEVC are"
    #expect(result.fallbacks.map(\.reason) == [reason])
    #expect(result.notes.contains("the pictures are encoded: \(reason)"), "\(result.notes)")
    #expect(result.tracks.map(\.treatment) == [.encoded] && result.tracks.first?.encodedSampleCount == numbers.count)
  }

  @Test func programsCompositor_encodesAll_withTheReason() async throws {
    let asset = AVURLAsset(url: movie)
    let id = try asset.track(.video).trackID
    let session = try session(asset)
    session.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      try #require(request.sourceFrame(byTrackID: id))
    }
    try await session.make(folder.url("out.mp4"))
    #expect(session.result?.fallbacks.map(\.reason) == ["the program composes the frames"])
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<30))
  }

  @Test(arguments: [("mkv", AVFileType.matroska), ("ts", .transportStream), ("m4v", .m4v)])
  func otherFiles_haveTheVeryFrames(_ ending: String, _ type: AVFileType) async throws {
    let session = try session(AVURLAsset(url: movie))
    session.timeRange = frames(13, 27)
    try await session.make(folder.url("out." + ending), type)
    #expect(try Oracle.frames(folder.file("out." + ending)).numbers == Array(13..<27))
  }

  @Test func turnedMovie_staysTurned() async throws {
    try Oracle.make(["-i", movie.path, "-c", "copy", "-metadata:s:v", "rotate=90", folder.file("turned.mp4")])
    let asset = AVURLAsset(url: folder.url("turned.mp4"))
    let turn = try asset.track(.video).preferredTransform
    let turned = try asset.track(.video).naturalSize
    #expect(turn != .identity)
    let session = try session(asset)
    session.timeRange = frames(3, 27)
    try await session.make(folder.url("out.mp4"))
    #expect(try AVURLAsset(url: folder.url("out.mp4")).track(.video).preferredTransform == turn)
    #expect(session.result?.tracks.first?.treatment == .mixed)
    let matroska = try self.session(asset)
    matroska.timeRange = frames(3, 27)
    try await matroska.make(folder.url("out.mkv"), .matroska)
    #expect(matroska.result?.fallbacks.isEmpty == true)
    let kept = try AVURLAsset(url: folder.url("out.mkv")).track(.video).preferredTransform
    #expect([kept.a, kept.b, kept.c, kept.d] == [turn.a, turn.b, turn.c, turn.d], "\(kept) \(turn)")
    // Transport streams do not say how frames are turned.
    let other = try self.session(asset)
    try await other.make(folder.url("out.ts"), .transportStream)
    #expect(other.result?.fallbacks.isEmpty == false)
    #expect(
      try AVURLAsset(url: folder.url("out.ts")).track(.video).naturalSize
        == CGSize(width: turned.height, height: turned.width))
  }

  @Test func tagsAreKept_orReplaced() async throws {
    try Oracle.make(["-i", movie.path, "-c", "copy", "-metadata", "title=Old", folder.file("tagged.mp4")])
    let asset = AVURLAsset(url: folder.url("tagged.mp4"))
    let kept = try session(asset)
    kept.timeRange = frames(3, 27)
    try await kept.make(folder.url("kept.mp4"))
    func title(_ name: String) -> String? {
      AVURLAsset(url: folder.url(name)).commonMetadata.first { $0.commonKey == .commonKeyTitle }?.stringValue
    }
    #expect(title("kept.mp4") == "Old")
    let replaced = try session(asset)
    let item = AVMutableMetadataItem()
    (item.keySpace, item.key, item.value) = (
      .common, AVMetadataKey.commonKeyTitle as NSString, "New" as NSString
    )
    replaced.metadata = [item]
    try await replaced.make(folder.url("replaced.mp4"))
    #expect(title("replaced.mp4") == "New")
  }

  @Test func preset_isInNoList_andSuitsMedia() async throws {
    let asset = AVURLAsset(url: movie)
    let name = AVAssetExportPresetSmartRendering
    #expect(!AVAssetExportSession.allExportPresets().contains(name))
    #expect(await AVAssetExportSession.compatibility(ofExportPreset: name, with: asset, outputFileType: .mp4))
    #expect(await !AVAssetExportSession.compatibility(ofExportPreset: name, with: asset, outputFileType: .wav))
    let limited = try session(asset)
    limited.fileLengthLimit = 20_000
    #expect(await limited.failure(folder.url("out.mp4"))?.failureReason?.contains("fileLengthLimit") == true)
  }

  /// Copied frames have their bits already, and edges have few frames.
  @Test func severalPasses_areAllowed_andChangeNothing() async throws {
    let session = try session(AVURLAsset(url: movie))
    #expect(!session.canPerformMultiplePassesOverSourceMediaData)
    session.outputURL = folder.url("out.mp4")
    session.timeRange = frames(13, 27)
    let graph = try session.graph
    session.canPerformMultiplePassesOverSourceMediaData = true
    #expect(session.canPerformMultiplePassesOverSourceMediaData)
    #expect(try session.graph == graph)
    try await session.make(folder.url("out.mp4"))
    #expect(session.result?.notes.contains { $0.hasPrefix("made in one pass") } == true)
  }
}
