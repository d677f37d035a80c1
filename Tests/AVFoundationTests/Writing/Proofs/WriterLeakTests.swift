import AVFoundation
import CGStreamer
import GStreamerTesting
import Testing

/// A movie is read and written again and again in one process, to its end or not: no GStreamer object, thread or file
/// is left, and memory stays flat.
@Suite struct WriterLeakTests {
  @Test(.timeLimit(.minutes(15))) func manyPasses_leaveNothing() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await WriterRounds().run()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("GST_TRACER"), "the tracer has not run")
    #expect(
      said.split(separator: "\n").filter { $0.contains(": object-alive, type-name=(string)Gst") }.map(String.init) == []
    )
  }

  @Test func inputsThatAreAssociatedWithEachOther_areReleased() throws {
    weak var released: AVAssetWriterInput?
    do {
      let inputs = (0..<2).map { _ in AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac) }
      inputs[0].addTrackAssociation(withTrackOf: inputs[1], type: "fall")
      inputs[1].addTrackAssociation(withTrackOf: inputs[0], type: "fall")
      released = inputs[0]
    }
    #expect(released == nil)
  }
}

/// The body of the exit test: GStreamer's leak tracer reports when the library is deinitialized.
private struct WriterRounds {
  private static let count = Soak.rounds(60, of: 200)

  /// Records errors as issues: an error thrown out of the process would be lost.
  func run() async {
    do { try await rounds() } catch { Issue.record(error) }
  }

  private func rounds() async throws {
    setenv("GST_TRACERS", "leaks", 1)
    setenv("GST_DEBUG", "GST_TRACER:7", 1)
    setenv("GST_DEBUG_NO_COLOR", "1", 1)
    let folder = try TemporaryFolder()
    var counts: [(files: Int, memory: Int)] = []
    for round in 0..<Self.count {
      do { try await pass(round, folder) } catch { Issue.record(error, "round \(round)") }
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
      counts.append((openFiles.count, try memory()))
    }
    // Files are closed with a delay: the minimum of the last rounds is compared with the maximum of the early ones.
    let (early, late) = (counts[Self.count / 4..<Self.count * 2 / 3], counts.suffix(Self.count / 4))
    #expect(
      try #require(late.map(\.files).min()) <= early.map(\.files).max()!, "\(counts.map(\.files)): \(openFiles)")
    // In pages; the heap of the first rounds is not yet as large as it gets.
    #expect(try #require(late.map(\.memory).min()) < early.map(\.memory).max()! + 8192, "\(counts.map(\.memory))")
    let threads = try Threads.left()
    #expect(threads.count <= Threads.standing, "\(threads)")
    gst_deinit()
  }

  /// Reads a movie into a file of some kind: all of it, or some of it before the writer is cancelled, fails or is
  /// released.
  private func pass(_ round: Int, _ folder: TemporaryFolder) async throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let reader = try AVAssetReader(asset: asset)
    let isCopy = round % 7 == 1
    let types = [AVFileType.mov, .mp4, .matroska] + (isCopy ? [] : [.transportStream])
    let writer =
      round % 7 == 6
      ? AVAssetWriter(contentType: .mpeg4Movie)
      : try AVAssetWriter(outputURL: folder.url("out"), fileType: types[round % types.count])
    if round % 7 != 6, round % types.count < 2, round % 3 == 0 {
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 2)
    }
    var lanes: [(AVAssetReaderOutput, AVAssetWriterInput)] = []
    for (type, read, written) in [
      (AVMediaType.video, pixels(kCVPixelFormatType_32BGRA), WrittenMedia.videoSettings()),
      (.audio, linearPCM(), WrittenMedia.aac),
    ] {
      let track = try #require(asset.tracks(withMediaType: type).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: isCopy ? nil : read)
      let input = AVAssetWriterInput(
        mediaType: type, outputSettings: isCopy ? nil : written,
        sourceFormatHint: isCopy ? track.formatDescriptions.first as? CMFormatDescription : nil)
      reader.add(output)
      writer.add(input)
      lanes.append((output, input))
    }
    guard reader.startReading() else { throw try #require(reader.error) }
    guard writer.startWriting() else { throw try #require(writer.error) }
    writer.startSession(atSourceTime: .zero)
    switch round % 5 {
    case 0...2:
      let (first, second) = (lanes[0], lanes[1])
      async let video: Void = copy(first)
      try await copy(second)
      try await video
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
    case 3:
      for _ in 0..<3 { _ = lanes[0].0.copyNextSampleBuffer().map { lanes[0].1.append($0) } }
      if round % 2 == 0 {
        writer.startSession(atSourceTime: CMTime(value: 1, timescale: 1))
        #expect(writer.status == .failed)
      }
      writer.cancelWriting()
      reader.cancelReading()
    default: _ = lanes[1].0.copyNextSampleBuffer().map { lanes[1].1.append($0) }
    }
  }

  private func copy(_ lane: (output: AVAssetReaderOutput, input: AVAssetWriterInput)) async throws {
    try await lane.input.append(contentsOf: lane.output.samples())
    lane.input.markAsFinished()
  }

  private var openFiles: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }.sorted()
  }

  private func memory() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(words.count > 1 ? Int(words[1]) : nil)
  }
}
