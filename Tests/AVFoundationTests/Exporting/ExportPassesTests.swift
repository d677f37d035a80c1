import AVFoundation
import Foundation
import Testing

/// Exports that may read their source several times: H.264 and HEVC are then encoded in two passes.
@Suite(.timeLimit(.minutes(5))) struct ExportPassesTests {
  private let folder: TemporaryFolder
  private let movie: URL

  /// Three seconds that do not change, then three with noise.
  init() throws {
    folder = try TemporaryFolder()
    movie = folder.url("in.mp4")
    _ = try Oracle.text(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=320x192:r=30:d=6", "-f", "lavfi", "-i",
        "sine=d=6",
        "-vf", "noise=alls=50:allf=t:enable='gte(t,3)'", "-c:v", "libx264", "-qp", "10", "-preset", "ultrafast",
        "-pix_fmt", "yuv420p", "-c:a", "aac", movie.path,
      ])
  }

  /// The bytes of the video, and the share of its second half.
  private func video(_ name: String) throws -> (bytes: Double, noisy: Double) {
    let text = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,size", "-of", "csv=p=0",
        folder.file(name),
      ])
    let packets = text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
      .filter { $0.count == 2 }
    #expect(packets.count == 180)
    let all = packets.reduce(0) { $0 + $1[1] }
    return (all, packets.filter { $0[0] > 2.99 }.reduce(0) { $0 + $1[1] } / all)
  }

  @Test(arguments: Soak.cases([AVAssetExportPresetMediumQuality, AVAssetExportPresetHEVC1920x1080], every: 2))
  func severalPasses_shareOutTheBitRate(_ preset: String) async throws {
    let rate = preset == AVAssetExportPresetMediumQuality ? 700_000.0 : 6_000_000
    var noisy: [Double] = []
    for allowed in [false, true] {
      let session = try AVAssetExportSession.of(movie, preset)
      session.canPerformMultiplePassesOverSourceMediaData = allowed
      let temporary = folder.url("temporary")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      session.directoryForTemporaryFiles = temporary
      let states = session.states(updateInterval: 0.01)
      let told = Task {
        var list: [Double] = []
        for await case .exporting(let progress) in states { list.append(progress.fractionCompleted) }
        return list
      }
      try await session.make(folder.url("\(allowed).mp4"))
      let fractions = await told.value
      #expect(fractions == fractions.sorted() && fractions.allSatisfy { (0...1).contains($0) })
      let (bytes, share) = try video("\(allowed).mp4")
      if allowed, preset == AVAssetExportPresetMediumQuality {
        #expect(abs(bytes * 8 / 6 - rate) < rate * 0.12, "\(bytes * 8 / 6)")
      }
      noisy.append(share)
      #expect(session.result?.notes.contains { $0.hasPrefix("made in one pass") } == false)
      #expect(try Oracle.complaints(folder.file("\(allowed).mp4")) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    }
    #expect(noisy[1] >= noisy[0], "\(noisy)")
  }

  @Test func parts_areMeasured_andShareTheBits() async throws {
    for parts in [1, 2] {
      let session = try AVAssetExportSession.of(movie, AVAssetExportPresetMediumQuality)
      session.canPerformMultiplePassesOverSourceMediaData = true
      session.partCount = parts
      try await session.make(folder.url("\(parts).mp4"))
      if parts > 1 { #expect(session.result?.notes.first == "made in 2 parts") }
    }
    let (one, two) = (try video("1.mp4"), try video("2.mp4"))
    #expect(abs(two.bytes - one.bytes) < one.bytes * 0.08 && abs(two.noisy - one.noisy) < 0.05, "\(one) \(two)")
    #expect(try Oracle.complaints(folder.file("2.mp4")) == [])
    #expect(folder.names == ["1.mp4", "2.mp4", "in.mp4"])
  }

  @Test func compositions_areReadTwice() async throws {
    let composition = AVMutableComposition()
    let asset = AVURLAsset(url: movie)
    try await composition.insertTimeRange(
      CMTimeRange(start: .zero, duration: asset.load(.duration)), of: asset, at: .zero)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetMediumQuality))
    session.canPerformMultiplePassesOverSourceMediaData = true
    try await session.make(folder.url("out.mp4"))
    let (bytes, _) = try video("out.mp4")
    #expect(abs(bytes * 8 / 6 - 700_000) < 84_000, "\(bytes * 8 / 6)")
  }

  @Test func whatHasNoBitRate_isMadeInOnePass_andTheReportSaysWhy() async throws {
    for (preset, name, type, reason) in [
      (AVAssetExportPresetAppleProRes422LPCM, "out.mov", AVFileType.mov, "ProRes has no bit rate"),
      (AVAssetExportPresetAppleM4A, "out.m4a", .m4a, "audio is encoded as it comes"),
    ] {
      let session = try AVAssetExportSession.of(movie, preset)
      session.canPerformMultiplePassesOverSourceMediaData = true
      try await session.make(folder.url(name), type)
      #expect(
        session.result?.notes.contains { $0.hasPrefix("made in one pass: \(reason)") } == true,
        "\(session.result?.notes ?? [])")
    }
  }

  @Test(arguments: [0.2, 0.7]) func cancellation_inEitherPass_leavesNothing(_ fraction: Float) async throws {
    let session = try AVAssetExportSession.of(movie, AVAssetExportPresetHighestQuality)
    session.canPerformMultiplePassesOverSourceMediaData = true
    (session.outputURL, session.outputFileType) = (folder.url("out.mp4"), .mp4)
    let watch = Task {
      for await case .exporting(let progress) in session.states(updateInterval: 0.005)
      where progress.fractionCompleted > Double(fraction) {
        session.cancelExport()
        return
      }
    }
    await session.export()
    watch.cancel()
    // A machine that is faster than its reports has made the file.
    #expect(session.status == .cancelled || session.status == .completed)
    #expect(folder.names == (session.status == .cancelled ? ["in.mp4"] : ["in.mp4", "out.mp4"]))
  }
}
