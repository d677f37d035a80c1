import AVFoundation
import Foundation
import Testing

/// Many exports in one process, and processes that are killed.
@Suite struct ExportSoakTests {
  /// In a process of its own, whose memory and descriptors are those of the exports alone.
  @Test(.timeLimit(.minutes(15))) func manyExports_leaveNothingBehind() async throws {
    let folder = try TemporaryFolder()
    let source = try NumberedMovie.make(in: folder)
    await #expect(processExitsWith: .success) { [path = folder.path as String, source = source.path as String] in
      func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
      func export(_ number: Int) async throws {
        let preset = number % 3 == 0 ? AVAssetExportPresetPassthrough : AVAssetExportPresetLowQuality
        let url = URL(fileURLWithPath: path + "/out.mp4")
        try await AVAssetExportSession.of(URL(fileURLWithPath: source), preset).make(url)
        try FileManager.default.removeItem(at: url)
      }
      func memory() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return (Int(pages) ?? 0) * Int(getpagesize())
      }
      for number in 0..<(Soak.isOn ? 20 : 3) { try await export(number) }
      let (before, size) = (try descriptors(), try memory())
      for number in 0..<Soak.rounds(4, of: 200) { try await export(number) }
      #expect(try descriptors() <= before + 4)
      let grown = try memory() - size
      #expect(grown < 48 << 20, "\(grown) bytes more")
    }
    #expect(folder.names == ["numbers.mp4"])
  }

  @Test(.timeLimit(.minutes(10)), arguments: 0..<Soak.rounds(1, of: 30))
  func killedExport_leavesNothingOrAWholeFile(_ moment: Int) async throws {
    let folder = try TemporaryFolder()
    let source = try NumberedMovie.make(in: folder)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, source = source.path as String, moment = moment as Int] in
      guard let session = try? AVAssetExportSession.of(URL(fileURLWithPath: source), AVAssetExportPreset1280x720) else {
        exit(3)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50 + moment * 20)) { kill(getpid(), SIGKILL) }
      try? await session.export(to: URL(fileURLWithPath: path + "/out.mp4"), as: .mp4)
      kill(getpid(), SIGKILL)
    }
    guard folder.names != ["numbers.mp4"] else { return }
    #expect(folder.names == ["numbers.mp4", "out.mp4"])
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<30))
  }
}
