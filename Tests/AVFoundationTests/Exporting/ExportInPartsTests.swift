import AVFoundation
import Foundation
import Testing

/// Exports in parts that are made at the same time: the joined file is as one export's.
@Suite(.timeLimit(.minutes(2))) struct ExportInPartsTests {
  private let folder: TemporaryFolder
  private let movie: URL

  init() throws {
    folder = try TemporaryFolder()
    movie = try ExportMedia.movie(in: folder)
  }

  private func hashes(_ name: String) throws -> [String] {
    try Oracle.text(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", folder.file(name), "-map", "0:v:0", "-f", "framemd5", "-"]
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map(String.init) }
  }

  private func export(_ preset: String, parts: Int, to name: String, _ type: AVFileType) async throws
    -> AVAssetExportSession.Result
  {
    let session = try AVAssetExportSession.of(movie, preset)
    session.partCount = parts
    session.timeRange = frames(3, 28)
    try await session.make(folder.url(name), type)
    return try #require(session.result)
  }

  @Test(arguments: [2, 3]) func framesOfItsOwn_haveTheHashesOfOneExport(_ count: Int) async throws {
    // Each frame of ProRes is a group of pictures.
    let preset = AVAssetExportPresetAppleProRes422LPCM
    _ = try await export(preset, parts: 1, to: "one.mov", .mov)
    let result = try await export(preset, parts: count, to: "parts.mov", .mov)
    #expect(result.notes.first == "made in \(count) parts")
    #expect(result.tracks.first { $0.mediaType == .video }?.encodedSampleCount == 25)
    let (one, parts) = (try hashes("one.mov"), try hashes("parts.mov"))
    #expect(one == parts && one.count == 25)
    #expect(try Oracle.samples(folder.file("one.mov")) == Oracle.samples(folder.file("parts.mov")))
    #expect(try Oracle.complaints(folder.file("parts.mov")) == [])
    // Nothing is left of the parts.
    #expect(folder.names == ["in.mp4", "one.mov", "parts.mov"])
  }

  @Test func framesAndSamples_areThoseOfOneExport() async throws {
    let preset = AVAssetExportPresetHighestQuality
    _ = try await export(preset, parts: 1, to: "one.mp4", .mp4)
    _ = try await export(preset, parts: 3, to: "parts.mp4", .mp4)
    let (one, parts) = (try Oracle.frames(folder.file("one.mp4")), try Oracle.frames(folder.file("parts.mp4")))
    #expect(parts.numbers == Array(3..<28) && parts.times == one.times)
    try expectAudio(folder.url("parts.mp4"), 25 * 1600)
    let (a, b) = (try Oracle.samples(folder.file("one.mp4")), try Oracle.samples(folder.file("parts.mp4")))
    #expect(ExportMedia.pulses(a) == ExportMedia.pulses(b))
    #expect(try Oracle.complaints(folder.file("parts.mp4")) == [])
  }

  @Test func exportsThatAreNotDivided_areMadeInOne_andSayWhy() async throws {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(frames(0, 20), of: AVURLAsset(url: movie), at: .zero)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    session.partCount = 2
    try await session.make(folder.url("out.mp4"))
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<20))
    #expect(session.result?.notes.contains { $0.hasPrefix("made in one, not in parts") } == true)
  }

  @Test func partsAreOptIn() throws {
    let session = try AVAssetExportSession.of(movie, AVAssetExportPresetHighestQuality)
    #expect(session.partCount == 1)
    session.partCount = AVAssetExportSession.automaticPartCount
    #expect(session.partCount == 0)
  }
}
