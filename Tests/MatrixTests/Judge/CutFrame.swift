import Foundation
import TestSupport

/// The frame within which a movie's video edit begins; FFmpeg leaves it out, and puts the next one at the beginning of
/// the edit (libavformat/mov.c, mov_fix_index).
///
/// An edit shows the media from its media time on (ISO/IEC 14496-12, clause 8.6.6): of the frame that is presented at
/// that time, the rest is shown. So the frames that ffmpeg shows are early by that rest.
struct CutFrame: Sendable {
  /// The position among all frames of the track, in the order of presentation.
  let index: Int
  /// The seconds for which the frame is shown.
  let duration: Double

  private static let movies: Set<String> = ["mp4", "m4v", "mov", "3gp"]

  /// Reads the boxes of a file; nil if its edits begin with frames, for other files, and for fragments.
  init?(in path: String) throws {
    guard Self.movies.contains(URL(fileURLWithPath: path).pathExtension) else { return nil }
    let boxes = try Oracle.boxes(path)
    let tracks = boxes.filter { $0.path == "moov/trak" }
    let track = tracks.first { track in
      boxes.contains { track.contains($0) && $0.path.hasSuffix("mdia/hdlr") && $0.facts["handler"] == "vide" }
    }
    guard let track else { return nil }
    func box(_ name: String) -> ReportedBox? { boxes.first { track.contains($0) && $0.path.hasSuffix("/" + name) } }
    guard let edits = box("elst"), let durations = box("stts"), let timescale = box("mdhd")?.number("timescale"),
      let start = edits.numbers("times").first(where: { $0 >= 0 }), edits.numbers("rates").allSatisfy({ $0 == 1 << 16 })
    else { return nil }
    var decodeTime: Int64 = 0
    var times = durations.entries.map { duration in
      defer { decodeTime += duration }
      return decodeTime
    }
    if let offsets = box("ctts") { times = zip(times, offsets.entries).map { $0 + $1 } }
    times.sort()
    guard let next = times.firstIndex(where: { $0 > start }), next > 0, times[next - 1] < start else { return nil }
    (index, duration) = (next - 1, Double(times[next] - start) / Double(timescale))
  }
}

extension ReportedBox {
  fileprivate func contains(_ other: ReportedBox) -> Bool { offset < other.offset && other.end <= end }

  /// The values of a table of runs, for each sample.
  fileprivate var entries: [Int64] {
    zip(numbers("repeats"), numbers("values")).flatMap { [Int64](repeating: $1, count: Int($0)) }
  }
}
