import AVFoundation
import Foundation
import Testing

/// Subtitles, timecode and further tracks in exports that copy samples.
@Suite(.timeLimit(.minutes(10))) struct ExportOtherTracksTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Six seconds at 30000/1001: one video, two audio tracks, two of subtitles, and timecode from 01:00:00:00 on.
  private func movie(_ name: String = "a.mov") throws -> URL {
    let text = """
      1
      00:00:00,500 --> 00:00:02,000
      one

      2
      00:00:02,000 --> 00:00:03,500
      two

      3
      00:00:04,000 --> 00:00:05,500
      three

      """
    try Data(text.utf8).write(to: folder.url("a.srt"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30000/1001:duration=6", "-f", "lavfi", "-i",
      "sine=frequency=300:d=6:r=48000", "-f", "lavfi", "-i", "sine=frequency=900:d=6:r=48000", "-i",
      folder.file("a.srt"), "-i", folder.file("a.srt"), "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "4",
      "-c:v", "libx264", "-g", "12", "-pix_fmt", "yuv420p", "-c:a", "aac", "-c:s", "mov_text", "-metadata:s:a:0",
      "language=eng", "-metadata:s:a:1", "language=fra", "-metadata:s:s:0", "language=fra", "-metadata:s:s:1",
      "language=spa", "-timecode", "01:00:00:00", folder.file(name),
    ])
    return folder.url(name)
  }

  /// Lines such as `subtitle mov_text fra`.
  private func streams(_ url: URL) throws -> [String] {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=codec_type,codec_name:stream_tags=language", "-of",
        "csv=p=0:nk=1", url.path,
      ]
    ).split(separator: "\n").map { $0.split(separator: ",").joined(separator: " ") }
  }

  /// The subtitles, as ffmpeg reads them: `0.000 to 1.000: one`.
  private func subtitles(_ url: URL, _ track: Int = 0) throws -> [String] {
    let lines = try Oracle.text(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", url.path, "-map", "0:s:\(track)", "-f", "srt", "-"]
    ).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    return stride(from: 0, to: lines.count - 2, by: 3).map { "\(lines[$0 + 1]) \(lines[$0 + 2])" }
  }

  private func timecode(_ url: URL) throws -> String {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream_tags=timecode", "-of", "csv=p=0", url.path,
      ]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: ["mov", "mp4"]) func smart_cutsAllTracks(_ type: String) async throws {
    let asset = AVURLAsset(url: try movie())
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetSmartRendering))
    session.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), end: CMTime(value: 5, timescale: 1))
    let out = folder.url("out.\(type)")
    try await session.make(out)
    let kept = try streams(out)
    #expect(
      kept.prefix(5) == [
        "h264 video und", "aac audio eng", "aac audio fra", "mov_text subtitle fra", "mov_text subtitle spa",
      ], "\(kept)")
    let texts = [
      "00:00:00,000 --> 00:00:01,000 one", "00:00:01,000 --> 00:00:02,500 two", "00:00:03,000 --> 00:00:04,000 three",
    ]
    #expect(try subtitles(out) == texts)
    #expect(try subtitles(out, 1) == texts)
    // The frame that is shown after one second is number 29, for players that ignore edits as well.
    #expect(try timecode(out) == "01:00:00:29")
    #expect(try Oracle.complaints(out.path) == [])
    let result = try #require(session.result)
    #expect(result.tracks.map(\.mediaType).filter { $0 == .timecode }.count == 1)
    #expect(result.tracks.filter { [.text, .subtitle].contains($0.mediaType) }.map(\.copiedSampleCount) == [4, 4])
    #expect(result.notes.filter { $0.contains("left out") } == [])
    // Read back by this package, the timecode belongs to the video.
    let read = AVURLAsset(url: out)
    let video = try #require(read.tracks(withMediaType: .video).first)
    #expect(video.associatedTracks(ofType: .timecode).map(\.mediaType) == [.timecode])
  }

  @Test func smartMatroska_hasSubtitlesAsText_andTheSourcesDefaultTracks() async throws {
    let session = try AVAssetExportSession.of(movie(), AVAssetExportPresetSmartRendering)
    session.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), end: CMTime(value: 5, timescale: 1))
    let out = folder.url("out.mkv")
    try await session.make(out, .matroska)
    let kept = try streams(out)
    #expect(
      kept == [
        "h264 video", "aac audio eng", "aac audio fra", "subrip subtitle fra", "subrip subtitle spa",
      ], "\(kept)")
    for track in 0...1 {
      let texts = try subtitles(out, track)
      #expect(texts.map { text in ["one", "two", "three"].first(where: text.contains) } == ["one", "two", "three"])
      // The file begins with the audio that its decoder starts with.
      #expect(texts.first?.hasPrefix("00:00:00,0") == true, "\(texts)")
    }
    let defaults = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a", "-show_entries", "stream_disposition=default", "-of", "csv=p=0",
        out.path,
      ]
    ).split(separator: "\n")
    #expect(defaults == ["1", "0"])
    let left = session.result?.notes.filter { $0.contains("is left out") } ?? []
    #expect(left.count == 1 && left.first?.hasPrefix("track 6 ('tmcd')") == true, "\(left)")
    #expect(session.result?.tracks.count { [.text, .subtitle].contains($0.mediaType) } == 2)
  }

  @Test(arguments: ["mov", "mp4"]) func smart_hasSubRipAsTimedText(_ type: String) async throws {
    let source = folder.url("a.mkv")
    try Oracle.make([
      "-i", movie().path, "-map", "0:v:0", "-map", "0:a:0", "-map", "0:s:0", "-c", "copy", "-c:s", "srt", source.path,
    ])
    let session = try AVAssetExportSession.of(source, AVAssetExportPresetSmartRendering)
    session.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), end: CMTime(value: 5, timescale: 1))
    let out = folder.url("out.\(type)")
    try await session.make(out, type == "mov" ? .mov : .mp4)
    #expect(try streams(out).contains("mov_text subtitle fra"))
    let texts = try subtitles(out)
    #expect(texts.map { text in ["one", "two", "three"].first(where: text.contains) } == ["one", "two", "three"])
    #expect(texts.first?.hasPrefix("00:00:00,000") == true, "\(texts)")
    #expect(session.result?.notes.filter { $0.contains("left out") } == [])
  }

  @Test func smart_namesTracksThatTheFileCannotHold() async throws {
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: try movie()), presetName: AVAssetExportPresetSmartRendering))
    session.outputFileType = .mobile3GPP
    session.outputURL = folder.url("out.3gp")
    await session.export()
    #expect(session.status == .completed, "\(String(describing: session.error))")
    let left = session.result?.notes.filter { $0.contains("is left out") } ?? []
    #expect(left.count == 3, "\(left)")
    #expect(left.last?.hasPrefix("track 6 ('tmcd') is left out: ") == true, "\(left)")
  }

  @Test func encodingPreset_namesTracksThatItLeavesOut() async throws {
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: try movie()), presetName: AVAssetExportPreset640x480))
    try await session.make(folder.url("out.mov"))
    let left = session.result?.notes.filter { $0.contains("is left out: this preset makes video and audio") } ?? []
    #expect(left.map { $0.prefix(16) } == ["track 4 ('text')", "track 5 ('text')", "track 6 ('tmcd')"], "\(left)")
  }

  @Test func passedThroughComposition_hasTextsOfItsSegments() async throws {
    let asset = AVURLAsset(url: try movie())
    let composition = AVMutableComposition()
    let second = CMTime(value: 1, timescale: 1)
    for source in asset.tracks where [.video, .subtitle, .text].contains(source.mediaType) {
      let track = try #require(composition.addMutableTrack(withMediaType: source.mediaType, preferredTrackID: 0))
      // Seconds 4 to 5, a second of nothing, seconds 1 to 3.
      try track.insertTimeRange(
        CMTimeRange(start: CMTimeMultiply(second, multiplier: 4), duration: second), of: source, at: .zero)
      try track.insertTimeRange(
        CMTimeRange(start: second, duration: CMTimeMultiply(second, multiplier: 2)), of: source,
        at: CMTimeMultiply(second, multiplier: 2))
    }
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    let out = folder.url("out.mov")
    try await session.make(out)
    #expect(
      try subtitles(out) == [
        "00:00:00,000 --> 00:00:01,000 three", "00:00:02,000 --> 00:00:03,000 one",
        "00:00:03,000 --> 00:00:04,000 two",
      ])
    #expect(session.result?.tracks.filter { $0.mediaType != .video }.map(\.treatment) == [.copied, .copied])
  }

  /// One second after 23:59:59:00.
  @Test(arguments: [(0, 2_160_000), (2, 0)] as [(UInt8, Int)])
  func timecodeAfterMidnight_countsFromZero_ifItDoesSo(_ flags: UInt8, _ number: Int) async throws {
    let path = folder.file("night.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-c:v", "libx264", "-g", "1", "-timecode", "23:59:59:00", path,
    ])
    try Oracle.setTimecodeFlags(flags, of: path)
    let composition = AVMutableComposition()
    for source in AVURLAsset(url: folder.url("night.mov")).tracks {
      let track = try #require(composition.addMutableTrack(withMediaType: source.mediaType, preferredTrackID: 0))
      let second = CMTimeRange(start: CMTime(value: 1, timescale: 1), end: CMTime(value: 2, timescale: 1))
      try track.insertTimeRange(second, of: source, at: .zero)
    }
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    try await session.make(folder.url("out.mov"))
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .timecode, nil)
    let bytes = try #require(output.copyNextSampleBuffer()).bytes
    #expect(bytes.reduce(0) { $0 << 8 | Int($1) } == number)
  }

  @Test func scaledTimecode_isLeftOutWithItsReason() async throws {
    let asset = AVURLAsset(url: try movie())
    let composition = AVMutableComposition()
    for type in [AVMediaType.video, .timecode] {
      let source = try asset.track(type)
      let track = try #require(composition.addMutableTrack(withMediaType: type, preferredTrackID: 0))
      let range = CMTimeRange(start: .zero, end: CMTime(value: 2, timescale: 1))
      try track.insertTimeRange(range, of: source, at: .zero)
      track.scaleTimeRange(range, toDuration: CMTime(value: 4, timescale: 1))
    }
    let session = try #require(AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    try await session.make(folder.url("out.mov"))
    let left = session.result?.notes.filter { $0.contains("is left out") } ?? []
    #expect(left.count == 1 && left.first?.contains("at 1/2 times their speed") == true, "\(left)")
  }
}
