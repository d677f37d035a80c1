import AVFoundation
import Foundation
import Testing

/// Copies into transport streams, which have tracks of video and audio and nothing else, and the reports of copies.
@Suite(.timeLimit(.minutes(5))) struct ExportStreamCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func session(_ name: String, _ preset: String = AVAssetExportPresetPassthrough) throws
    -> AVAssetExportSession
  {
    try AVAssetExportSession.of(folder.url(name), preset)
  }

  /// A movie of video, two audio tracks, subtitles, chapters and a title.
  private func makeFullMovie() throws {
    let marks = Oracle.marks(tags: ["title=Full"], chapters: [(0, 400, "One"), (400, 1000, "Two")])
    try Data(marks.utf8).write(to: folder.url("marks.txt"))
    try Data("1\n00:00:00,200 --> 00:00:00,800\nFirst\n\n".utf8).write(to: folder.url("texts.srt"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1", "-f", "lavfi", "-i",
      "sine=f=700:r=48000:d=1", "-i", folder.file("texts.srt"), "-i", folder.file("marks.txt"), "-map", "0", "-map",
      "1", "-map", "2", "-map", "3", "-map_metadata", "4", "-map_chapters", "4", "-metadata:s:a:0", "language=eng",
      "-metadata:s:a:1", "language=spa", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10", "-bf", "2", "-c:a",
      "aac", "-c:s", "mov_text", folder.file("full.mp4"),
    ])
  }

  /// The number of packets of a track, with those that edits hide.
  private func packetCount(_ name: String, _ track: String) throws -> Int {
    let edits = name.hasSuffix(".mp4") ? ["-ignore_editlist", "1"] : []
    return try Oracle.text(
      "ffprobe",
      ["-v", "error"] + edits
        + [
          "-select_streams", track, "-show_packets", "-show_entries", "packet=size", "-of", "csv=p=0",
          folder.file(name),
        ]
    ).split(separator: "\n").count
  }

  @Test func passThrough_copiesAllVideoAndAudio_andNotesTheRest() async throws {
    try makeFullMovie()
    let session = try session("full.mp4")
    try await session.make(folder.url("out.ts"), .transportStream)
    let tracks = AVURLAsset(url: folder.url("out.ts")).tracks
    #expect(tracks.map(\.mediaType) == [.video, .audio, .audio])
    #expect(tracks.map(\.languageCode).suffix(2) == ["eng", "spa"])
    let result = try #require(session.result)
    #expect(result.tracks.map(\.treatment) == [.copied, .copied, .copied])
    let counts = try ["v", "a:0", "a:1"].map { try packetCount("out.ts", $0) }
    #expect(result.tracks.map(\.copiedSampleCount) == counts)
    #expect(result.notes.filter { $0.contains("is left out") }.count == 1, "\(result.notes)")
    #expect(result.notes.contains { $0.hasPrefix("track 4 ") && $0.hasSuffix("files have no place for it") })
    #expect(result.notes.contains { $0.hasSuffix("the copy is without: title, chapters") }, "\(result.notes)")
  }

  @Test func partOfTheMovie_isNotedAsInexact() async throws {
    _ = try ExportMedia.movie(in: folder)
    let (part, whole) = (try session("in.mp4"), try session("in.mp4"))
    part.timeRange = frames(13, 23)
    try await part.make(folder.url("part.ts"), .transportStream)
    #expect(part.result?.notes.contains { $0.contains("have no edits") } == true)
    try await whole.make(folder.url("whole.ts"), .transportStream)
    #expect(whole.result?.notes.contains { $0.contains("have no edits") } == false)
  }

  @Test func turnOfTheMovie_isNoted() async throws {
    try Oracle.make([
      "-i", SharedClip.movie.path, "-c", "copy", "-metadata:s:v", "rotate=90", folder.file("turned.mp4"),
    ])
    let session = try session("turned.mp4")
    try await session.make(folder.url("out.ts"), .transportStream)
    #expect(session.result?.notes.contains { $0.hasSuffix("files do not say how frames are turned") } == true)
  }

  @Test func metadataThatAreLeftOut_doNotHinderTheCopy() async throws {
    try makeFullMovie()
    let (none, filtered, given) = (try session("full.mp4"), try session("full.mp4"), try session("full.mp4"))
    none.metadata = []
    try await none.make(folder.url("none.ts"), .transportStream)
    #expect(none.result?.notes.contains { $0.hasSuffix("the copy is without: chapters") } == true)
    filtered.metadataItemFilter = .forSharing()
    try await filtered.make(folder.url("filtered.ts"), .transportStream)
    let title = AVMutableMetadataItem()
    (title.keySpace, title.key, title.value) = (
      .common, AVMetadataKey.commonKeyTitle as NSString, "Title" as NSString
    )
    given.metadata = [title]
    let error = await given.failure(folder.url("given.ts"), .transportStream)
    #expect(error?.failureReason?.contains("say nothing about themselves") == true, "\(error as Any)")
  }

  @Test func smartRendering_copiesIntoTransportStreams() async throws {
    let movie = try ExportMedia.movie(in: folder)
    let session = try session("in.mp4", AVAssetExportPresetSmartRendering)
    session.timeRange = frames(13, 27)
    try await session.make(folder.url("out.ts"), .transportStream)
    #expect(session.result?.fallbacks == [])
    #expect(session.result?.tracks.map(\.treatment) == [.mixed, .copied])
    #expect(try Oracle.frames(folder.file("out.ts")).numbers == Array(13..<27))
    let asset = AVURLAsset(url: movie)
    #expect(try self.session("in.mp4").supportedFileTypes.contains(.transportStream))
    #expect(
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetPassthrough, with: asset, outputFileType: .transportStream))
  }

  @Test func smartRendering_keepsAllAudioTracksOfTransportStreams() async throws {
    try makeFullMovie()
    let session = try session("full.mp4", AVAssetExportPresetSmartRendering)
    try await session.make(folder.url("out.ts"), .transportStream)
    #expect(AVURLAsset(url: folder.url("out.ts")).tracks.map(\.mediaType) == [.video, .audio, .audio])
  }

  @Test(arguments: [("mp4", "mp4"), ("mp4", "mkv"), ("mkv", "mp4")])
  func copiedSamplesOfAPart_areCounted(_ source: String, _ kind: String) async throws {
    let movie = try ExportMedia.movie(in: folder)
    try Oracle.make(["-i", movie.path, "-c", "copy", folder.file("in.mkv")])
    let session = try session("in." + source)
    session.timeRange = frames(13, 23)
    try await session.make(folder.url("out." + kind), kind == "mp4" ? .mp4 : .matroska)
    let counts = try ["v", "a"].map { try packetCount("out." + kind, $0) }
    #expect(session.result?.tracks.map(\.copiedSampleCount) == counts)
    #expect(counts[0] < 30)
  }

  // MARK: Kinds of files that do not hold all

  @Test(arguments: [["-c:a", "libopus"], ["-c:a", "flac"], ["-c:a", "libmp3lame"]])
  func codecsThatVideoPlayersDoNotKnow_areNoPassThroughToM4V(_ codec: [String]) async throws {
    try Oracle.make(["-f", "lavfi", "-i", "sine=d=0.5:r=48000"] + codec + [folder.file("tone.mkv")])
    let types = try session("tone.mkv").supportedFileTypes
    #expect(types.contains(.mp4) && !types.contains(.m4v))
    // Smart rendering encodes what cannot be copied.
    let smart = try session("tone.mkv", AVAssetExportPresetSmartRendering)
    try await smart.make(folder.url("out.m4v"), .m4v)
    #expect(smart.result?.tracks.map(\.treatment) == [.encoded])
  }

  @Test func chaptersThat3GPCannotHold_areLeftOut_withANote() async throws {
    try makeFullMovie()
    let session = try session("full.mp4")
    #expect(session.supportedFileTypes.contains(.mobile3GPP))
    try await session.make(folder.url("out.3gp"), .mobile3GPP)
    let result = try #require(session.result)
    #expect(result.tracks.map(\.mediaType).prefix(3) == [.video, .audio, .audio] && result.tracks.count == 4)
    #expect(result.notes.contains { $0.hasPrefix("the copy is without track 5: 3GP cannot hold 'text'") })
    #expect(try Oracle.complaints(folder.file("out.3gp")) == [])
  }
}
