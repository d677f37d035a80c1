import AVFoundation
import Foundation
import MovieFile
import Testing

/// The process of a writer is killed at random moments: the file is absent or complete, and of a file in fragments
/// those that are whole stay readable.
@Suite struct WriterKillTests {
  /// The moments of each kind.
  static let moments = Soak.rounds(2, of: 10)
  static let frameCount = 150

  @Test(.timeLimit(.minutes(10)), arguments: ["whole", "whole, index first", "fragments"], 0..<moments)
  func killedWriter_leavesNothingOrWhatIsWhole(_ kind: String, _ moment: Int) async throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: folder.url("old.mov"))
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, kind = kind as String, moment = moment as Int] in
      await DoomedWriter(url: URL(fileURLWithPath: path + "/out.mov"), kind: kind, moment: moment).write()
    }
    #expect(try Data(contentsOf: folder.url("old.mov")) == Data("old".utf8))
    let names = folder.names.filter { $0 != "old.mov" }
    guard !names.isEmpty else { return }
    #expect(names == ["out.mov"])
    guard kind == "fragments" else {
      return #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<Self.frameCount))
    }
    let bytes = try Data(contentsOf: folder.url("out.mov"))
    let whole = try Movie.wholeByteCount(of: MemoryByteSource([UInt8](bytes)))
    guard whole > 0 else { return }
    try bytes.prefix(Int(whole)).write(to: folder.url("whole.mov"))
    let numbers = try Oracle.frames(folder.file("whole.mov")).numbers
    #expect(!numbers.isEmpty && numbers == Array(0..<numbers.count))
    #expect(try Oracle.complaints(folder.file("whole.mov")) == [])
    // As it is, with the beginning of a fragment at its end.
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .video, nil)
    #expect(output.all().count >= numbers.count)
  }
}

/// The body of the exit test: a writer in a process that kills itself.
private struct DoomedWriter {
  let url: URL
  let kind: String
  let moment: Int

  func write() async {
    do { try await writeFrames() } catch { Issue.record(error) }
    // Too late to be killed while it was writing.
    kill(getpid(), SIGKILL)
  }

  private func writeFrames() async throws {
    // A frame, and a part of the time that follows it.
    var state = UInt64(moment + 1) &* 6_364_136_223_846_793_005 &+ UInt64(kind.utf8.count)
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let (last, steps) = (random(WriterKillTests.frameCount + 1), random(3000))
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: WrittenMedia.videoSettings([AVVideoCodecKey: AVVideoCodecType.jpeg]))
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    if kind == "fragments" { writer.movieFragmentInterval = CMTime(value: 1, timescale: 3) }
    writer.shouldOptimizeForNetworkUse = kind == "whole, index first"
    writer.add(input)
    guard writer.startWriting() else { throw try #require(writer.error) }
    writer.startSession(atSourceTime: .zero)
    for number in 0..<WriterKillTests.frameCount {
      if number == last { killSoon(after: steps) }
      await input.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: Int64(number), timescale: 30)))
    }
    if last == WriterKillTests.frameCount { killSoon(after: steps) }
    await writer.finishWriting()
  }

  private func killSoon(after steps: Int) {
    Thread.detachNewThread {
      for _ in 0..<steps { sched_yield() }
      kill(getpid(), SIGKILL)
    }
  }
}
