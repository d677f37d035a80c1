import Foundation
import MediaEngine
import MediaGraph
import Testing

/// Key frames at multiples of a time, by encoders that hold more frames than there are between two of them.
@Suite(.timeLimit(.minutes(10))) struct ForcedKeyFramesTests {
  static let cases: [(encoder: String, with: String)] = [
    ("h264", "speed: veryfast"), ("h264", "speed: slow"), ("hevc", "speed: veryfast"),
    ("vp9", "cpu_used: 8"),
  ]
  /// Frames a second, the time between key frames, and the numbers of the frames that have to be key frames.
  static let rates: [(rate: String, time: String, places: [Int])] = [
    ("8/1", "1s", [0, 8, 16, 24, 32]), ("8/1", "500ms", [0, 4, 8, 12, 16, 20, 24, 28, 32, 36]),
    ("24000/1001", "1s", [0, 24, 48, 72, 96]), ("60/1", "2s", [0, 120, 240]),
  ]

  private static func keyFrames(_ nodes: String, _ file: String) async throws -> [Int] {
    _ = try await Graph(nodes: nodes).run(options: .testing)
    let listing = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,flags", "-of", "csv=p=0", file])
    let packets = listing.split(separator: "\n").compactMap { line -> (time: Int, isKey: Bool)? in
      let fields = line.split(separator: ",")
      return fields.count > 1 ? Int(fields[0]).map { ($0, fields[1].hasPrefix("K")) } : nil
    }
    return packets.sorted { $0.time < $1.time }.enumerated().filter(\.element.isKey).map(\.offset)
  }

  @Test(arguments: cases.indices, rates.indices)
  func keyFrames_areTheFirstFramesFromEachMultipleOn(encoder: Int, rate: Int) async throws {
    let ((encoder, with), (rate, time, places)) = (Self.cases[encoder], Self.rates[rate])
    let folder = try TemporaryFolder()
    let out = folder.file("out.mkv")
    let found = try await Self.keyFrames(
      """
      source: { use: test.video, with: { size: 96x64, frame_rate: \(rate), duration: 5s } }
      coded: { use: video.encode.\(encoder), in: source, with: { \(with), key_frame_time: \(time) } }
      mux: { use: mux.mkv, in: coded }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """, out)
    #expect(found == places)
  }

  @Test(arguments: cases)
  func fragments_beginWithKeyFrames(encoder: String, with: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    let found = try await Self.keyFrames(
      """
      source: { use: test.video, with: { size: 96x64, frame_rate: 8/1, duration: 5s } }
      coded: { use: video.encode.\(encoder), in: source, with: { \(with) } }
      mux: { use: mux.mp4, in: coded, with: { fragment: 1s } }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """, out)
    #expect(found == [0, 8, 16, 24, 32])
  }
}
