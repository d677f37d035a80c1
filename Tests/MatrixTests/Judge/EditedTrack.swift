import Foundation
import TestSupport

/// A track of a movie whose edit list leaves out a beginning of its media, by the movie's own boxes.
///
/// An edit shows the media from its media time on (ISO/IEC 14496-12, clause 8.6.6): of the sample that is presented at
/// that time, the rest is shown. FFmpeg differs (libavformat/mov.c, mov_fix_index).
struct EditedTrack: Sendable {
  /// The position of the sample within which or with which the edit begins, among all in the order of presentation.
  let first: Int
  /// The seconds of that sample that the edit leaves out; 0 if the edit begins with the sample.
  let omitted: Double
  /// The seconds of that sample that are shown.
  let rest: Double
  /// The times at which samples are presented, in units of the media.
  private let times: [Int64]
  private let start: Int64
  private let timescale: Int64

  /// The number of samples at the beginning that FFmpeg does not list, and their seconds; for audio.
  ///
  /// FFmpeg decodes audio from a second before the edit on, and forgets the packets before that.
  var unlisted: (count: Int, seconds: Double) {
    let count = max(0, (times.firstIndex { $0 > max(start - timescale, times[0]) } ?? 1) - 1)
    return (count, Double(times[count] - times[0]) / Double(timescale))
  }

  private static let movies: Set<String> = ["mp4", "m4v", "mov", "m4a", "3gp"]

  /// Reads the boxes of a file; nil if its edits begin with its media, for other files, and for fragments.
  ///
  /// - Parameter handler: `vide` or `soun`.
  init?(_ handler: String, in path: String) throws {
    guard Self.movies.contains(URL(fileURLWithPath: path).pathExtension) else { return nil }
    let boxes = try Oracle.boxes(path)
    let tracks = boxes.filter { $0.path == "moov/trak" }
    let track = tracks.first { track in
      boxes.contains { track.contains($0) && $0.path.hasSuffix("mdia/hdlr") && $0.facts["handler"] == handler }
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
    guard let next = times.firstIndex(where: { $0 > start }), next > 0, times[0] < start else { return nil }
    first = next - 1
    omitted = Double(start - times[next - 1]) / Double(timescale)
    rest = Double(times[next] - start) / Double(timescale)
    (self.times, self.start, self.timescale) = (times, start, timescale)
  }
}

extension ReportedBox {
  fileprivate func contains(_ other: ReportedBox) -> Bool { offset < other.offset && other.end <= end }

  /// The values of a table of runs, for each sample.
  fileprivate var entries: [Int64] {
    zip(numbers("repeats"), numbers("values")).flatMap { [Int64](repeating: $1, count: Int($0)) }
  }
}
