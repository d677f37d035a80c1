import AVFoundation
import Foundation
import Testing

/// Exports that encode nothing: whole, trimmed anywhere, between kinds of files, with all that the file says.
@Suite(.timeLimit(.minutes(10))) struct ExportPassThroughTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func session(_ name: String) throws -> AVAssetExportSession {
    try AVAssetExportSession.of(folder.url(name), AVAssetExportPresetPassthrough)
  }

  /// The hashes of the packets of a track, in their order.
  private func packets(_ name: String, _ track: String) throws -> [String] {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", track, "-show_packets", "-show_entries", "packet=data_hash",
        "-show_data_hash", "md5", "-of", "csv=p=0", folder.file(name),
      ]
    ).split(separator: "\n").map { $0.filter { $0 != "," } }
  }

  @Test func wholeFile_isCopied_packetByPacket() async throws {
    _ = try ExportMedia.movie(in: folder)
    let session = try session("in.mp4")
    try await session.make(folder.url("out.mov"), .mov)
    for track in ["v", "a"] { #expect(try packets("out.mov", track) == packets("in.mp4", track)) }
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<30))
    #expect(try Oracle.samples(folder.file("out.mov")) == Oracle.samples(folder.file("in.mp4")))
    #expect(try Oracle.complaints(folder.file("out.mov")) == [])
    #expect(session.result?.tracks.map(\.treatment) == [.copied, .copied])
    #expect(session.result?.tracks.first?.copiedSampleCount == 30)
  }

  /// Frames 0, 10 and 20 are key frames: starts on one, behind one, and before one; ends likewise.
  @Test(arguments: [(0, 13), (10, 20), (13, 27), (9, 30), (29, 30), (4, 5)])
  func trim_showsTheFramesAndSamplesOfTheRange(_ first: Int, _ end: Int) async throws {
    _ = try ExportMedia.movie(in: folder)
    let session = try session("in.mp4")
    session.timeRange = frames(Int64(first), Int64(end))
    try await session.make(folder.url("out.mp4"))
    let (numbers, times) = try Oracle.frames(folder.file("out.mp4"))
    #expect(numbers == Array(first..<end) && times.first == 0, "\(numbers) \(times)")
    // Another decoder of the edits.
    let (_, output) = try AVAssetReader.started(
      folder.url("out.mp4"), .video, pixels(kCVPixelFormatType_32BGRA))
    #expect(output.all().count == end - first)
    let (own, all) = (try Oracle.samples(folder.file("out.mp4")), try Oracle.samples(folder.file("in.mp4")))
    let expected = Array(all[(first * 1600)..<min(end * 1600, all.count)])
    // ffmpeg rounds what it leaves out at the end up to packets.
    #expect(own.count >= expected.count - 1 && own.count < expected.count + 1024, "\(own.count) of \(expected.count)")
    let worst = zip(own, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 2, "\(worst)")
    #expect(try Oracle.complaints(folder.file("out.mp4")) == [])
    // Only the groups of pictures that are needed.
    let needed = try packets("out.mp4", "v").count
    #expect(needed <= end - first / 10 * 10 + 2, "\(needed)")
  }

  @Test func timesOfAnyScale_areTrimmedToTheSample() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=n/131072:s=44100:d=2", "-c:a", "pcm_s16le", folder.file("ramp.mov"),
    ])
    let session = try session("ramp.mov")
    session.timeRange = CMTimeRange(
      start: CMTime(value: 12345, timescale: 44100), duration: CMTime(value: 54321, timescale: 44100))
    try await session.make(folder.url("out.mov"), .mov)
    let all = try Oracle.samples(folder.file("ramp.mov"), rate: 44100)
    #expect(try Oracle.samples(folder.file("out.mov"), rate: 44100) == Array(all[12345..<12345 + 54321]))
  }

  @Test func tracksTagsAndChapters_areKept_andMovedWithAPart() async throws {
    _ = try ExportMedia.movie(in: folder)
    try Data(
      Oracle.marks(tags: ["title=Counted", "artist=Nobody"], chapters: [(0, 400, "One"), (400, 1000, "Two")]).utf8
    ).write(to: folder.url("marks.txt"))
    try Oracle.make([
      "-i", folder.file("in.mp4"), "-i", folder.file("marks.txt"), "-map", "0", "-map", "0:a", "-map_metadata", "1",
      "-map_chapters", "1", "-c", "copy", "-metadata:s:a:1", "language=fra", folder.file("marked.mp4"),
    ])
    for (name, range) in [("whole.mp4", frames(0, 30)), ("part.mp4", frames(6, 24))] {
      let session = try session("marked.mp4")
      session.timeRange = range
      try await session.make(folder.url(name))
      let copy = AVURLAsset(url: folder.url(name))
      #expect(copy.tracks.filter { $0.mediaType == .audio }.count == 2)
      #expect(copy.tracks.contains { $0.languageCode == "fra" })
      #expect(copy.commonMetadata.contains { $0.commonKey == .commonKeyTitle && $0.stringValue == "Counted" })
      let chapters = try Oracle.text(
        "ffprobe",
        [
          "-v", "error", "-show_chapters", "-show_entries", "chapter=start_time,end_time", "-of", "csv=p=0",
          folder.file(name),
        ]
      ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
      let expected = name == "whole.mp4" ? [[0, 0.4], [0.4, 1]] : [[0, 0.2], [0.2, 0.6]]
      #expect(chapters.count == 2)
      for (own, wanted) in zip(chapters, expected) {
        for (a, b) in zip(own, wanted) { #expect(abs(a - b) < 0.03, "\(name) \(chapters)") }
      }
      #expect(try Oracle.complaints(folder.file(name)) == [])
    }
  }

  @Test(arguments: [
    ("ts", AVFileType.transportStream.rawValue), ("mkv", AVFileType.matroska.rawValue),
    ("mov", "com.apple.quicktime-movie"),
  ])
  func copyIntoAnotherContainer_andBack_keepsPackets(_ ending: String, _ type: String) async throws {
    _ = try ExportMedia.movie(in: folder)
    try await session("in.mp4").make(folder.url("there." + ending), AVFileType(type))
    #expect(try Oracle.frames(folder.file("there." + ending)).numbers == Array(0..<30))
    try await session("there." + ending).make(folder.url("back.mp4"))
    #expect(try Oracle.frames(folder.file("back.mp4")).numbers == Array(0..<30))
    // A transport stream has no place for the packet of priming.
    let (own, theirs) = (try packets("back.mp4", "a"), try packets("in.mp4", "a"))
    #expect(own == (ending == "ts" ? Array(theirs.dropFirst()) : theirs))
    // Cut in the middle of a group of pictures, from a container without edits.
    let part = try session("there." + ending)
    part.timeRange = frames(13, 23)
    try await part.make(folder.url("part.mp4"))
    #expect(try Oracle.frames(folder.file("part.mp4")).numbers == Array(13..<23))
  }

  @Test(arguments: 0..<8) func orientation_isKeptOrBakedIn(_ number: Int) async throws {
    // A picture with a bright left upper corner, in one of the eight orientations.
    let matrices = [
      "1:0:0:1", "0:1:-1:0", "-1:0:0:-1", "0:-1:1:0", "-1:0:0:1", "1:0:0:-1", "0:1:1:0", "0:-1:-1:0",
    ]
    let parts = matrices[number].split(separator: ":").compactMap { Double($0) }
    let writer = try AVAssetWriter(outputURL: folder.url("in.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    input.transform = CGAffineTransform(a: parts[0], b: parts[1], c: parts[2], d: parts[3], tx: 0, ty: 0)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for frame in 0..<5 {
      await input.appendWhenReady(try WrittenMedia.frame(1, at: CMTime(value: Int64(frame), timescale: 30)))
    }
    await writer.finishWriting()
    let transform = AVURLAsset(url: folder.url("in.mov")).tracks[0].preferredTransform
    try await session("in.mov").make(folder.url("copy.mp4"))
    let copied = AVURLAsset(url: folder.url("copy.mp4")).tracks[0].preferredTransform
    #expect(copied == transform)
    let session = try AVAssetExportSession.of(folder.url("in.mov"), AVAssetExportPresetHighestQuality)
    try await session.make(folder.url("encoded.mp4"))
    #expect(AVURLAsset(url: folder.url("encoded.mp4")).tracks[0].preferredTransform == .identity)
    let (source, copy, encoded) = (
      try await Self.middle(folder.url("in.mov")), try await Self.middle(folder.url("copy.mp4")),
      try await Self.middle(folder.url("encoded.mp4"))
    )
    #expect(abs(source.x - copy.x) < 0.02 && abs(source.y - copy.y) < 0.02)
    #expect(abs(source.x - encoded.x) < 0.02 && abs(source.y - encoded.y) < 0.02, "\(source) \(encoded)")
  }

  /// The middle of the bright pixels of a movie's first image, as it is displayed, in shares of its sides.
  private static func middle(_ url: URL) async throws -> CGPoint {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.appliesPreferredTrackTransform = true
    let image = try await generator.image(at: .zero).image
    let data = try #require(image.dataProvider?.data.map { Data(copying: $0) })
    var (sumX, sumY, count) = (0, 0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width where data[y * image.bytesPerRow + x * 4 + 1] > 127 {
        (sumX, sumY, count) = (sumX + x, sumY + y, count + 1)
      }
    }
    let total = Double(max(count, 1))
    return CGPoint(
      x: Double(sumX) / total / Double(image.width), y: Double(sumY) / total / Double(image.height))
  }

  /// Frames 0, 10 and 20 are key frames.
  @Test func cutsOfAComposition_areCopied_andShowTheirFrames() async throws {
    let movie = AVURLAsset(url: try ExportMedia.movie(in: folder))
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(frames(13, 30), of: movie, at: .zero)
    try await composition.insertTimeRange(frames(5, 15), of: movie, at: frames(0, 17).end)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    session.timeRange = frames(2, 25)
    try await session.make(folder.url("out.mov"), .mov)
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .video, pixels(kCVPixelFormatType_32BGRA))
    #expect(output.all().count == 23)
    let numbers = try Oracle.frames(folder.file("out.mov")).numbers
    #expect(numbers == Array(15..<30) + Array(5..<13), "\(numbers)")
    let stored = try packets("in.mp4", "v")
    #expect(Set(try packets("out.mov", "v")).isSubset(of: stored))
    #expect(session.result?.tracks.map(\.treatment) == [.copied, .copied])
    try expectAudio(folder.url("out.mov"), 23 * 1600)
  }

  @Test(arguments: [AVAudioTimePitchAlgorithm.varispeed, .spectral])
  func slowMotion_isRetimed_andItsAudioStretched(_ algorithm: AVAudioTimePitchAlgorithm) async throws {
    let movie = AVURLAsset(url: try ExportMedia.movie(in: folder))
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(frames(0, 20), of: movie, at: .zero)
    composition.scaleTimeRange(frames(10, 20), toDuration: frames(0, 20).duration)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    session.audioTimePitchAlgorithm = algorithm
    try await session.make(folder.url("out.mov"), .mov)
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(0..<20), "\(numbers)")
    #expect(abs(times[11] - times[10] - 2.0 / 30) < 1e-3 && abs(times[5] - times[4] - 1.0 / 30) < 1e-3, "\(times)")
    #expect(Set(try packets("out.mov", "v")).isSubset(of: try packets("in.mp4", "v")))
    try expectAudio(folder.url("out.mov"), 48_000)
    if algorithm == .varispeed {
      // A tape at half the speed: pulses are twice as far apart. Spectra smear them.
      let pulses = ExportMedia.pulses(try Oracle.samples(folder.file("out.mov")))
      try #require(pulses.count >= 6)
      #expect(abs(pulses[5] - pulses[4] - 9600) < 480, "\(pulses)")
    }
    #expect(session.result?.tracks.map(\.treatment) == [.copied, .encoded])
    #expect(session.result?.fallbacks.map(\.reason) == ["sections of it are played at another speed"])
  }

  @Test func timelinesThatMustBeDrawn_areRefused_withTheReason() async throws {
    let movie = AVURLAsset(url: try ExportMedia.movie(in: folder))
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(frames(0, 10), of: movie, at: .zero)
    try await composition.insertTimeRange(span(0, 200), of: AVURLAsset.shared, at: frames(0, 10).end)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    let error = await session.failure(folder.url("out.mov"), .mov)
    #expect(error?.code == .operationNotSupportedForAsset, "\(error as Any)")
    #expect(error?.failureReason?.contains("cannot be copied") == true, "\(error as Any)")
    let mixed = try AVAssetExportSession.of(SharedClip.movie, AVAssetExportPresetPassthrough)
    mixed.audioMix = AVMutableAudioMix()
    #expect(await mixed.failure(folder.url("out.mov"), .mov)?.failureReason?.contains("audioMix") == true)
    #expect(folder.names == ["in.mp4"])
  }
}
