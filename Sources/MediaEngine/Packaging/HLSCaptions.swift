import CoreMedia
import MovieFile

/// The captions of a presentation, which become segments of WebVTT when its end is known.
final class HLSCaptions {
  let draft: TrackDraft
  /// Its folder in the presentation.
  let name: String
  private var cues: [Cue] = []

  private struct Cue {
    let start: CMTime
    let end: CMTime
    /// The lines as WebVTT has them.
    let text: String
  }

  init(_ draft: TrackDraft, name: String) { (self.draft, self.name) = (draft, name) }

  /// Adds a sample of timed text.
  func append(_ sample: MovieFile.Sample, _ bytes: MovieFile.SampleBytes) throws(MovieError) {
    let text = TimedText.styledText(of: try bytes.bytes())
    guard !text.isEmpty else { return }
    let start = CMTime(value: sample.presentationTime, timescale: sample.timescale)
    let end = start + CMTime(value: sample.duration, timescale: sample.timescale)
    // An empty line ends a cue (W3C WebVTT, 4.1).
    let lines = text.markup.split(whereSeparator: \.isNewline).joined(separator: "\n")
    cues.append(Cue(start: start, end: end, text: lines))
  }

  /// Returns the WebVTT of a segment: each cue is in all segments in whose time it is shown (RFC 8216, 3.5).
  ///
  /// - Parameter clock: The time of a transport stream's clock at which the presentation begins; nil without such streams.
  func segment(from start: CMTime, to end: CMTime, clock: Int64?) -> String {
    var text = "WEBVTT\n"
    if let clock { text += "X-TIMESTAMP-MAP=MPEGTS:\(clock),LOCAL:00:00:00.000\n" }
    for cue in cues where cue.start < end && cue.end > start {
      text += "\n\(Self.stamp(cue.start)) --> \(Self.stamp(cue.end))\n\(cue.text)\n"
    }
    return text
  }

  /// Returns a time as `HH:MM:SS.mmm`.
  private static func stamp(_ time: CMTime) -> String {
    let milliseconds = max(0, CMTimeConvertScale(time, timescale: 1000, method: .default).value)
    func padded(_ number: Int64, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let seconds = milliseconds / 1000
    return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))."
      + padded(milliseconds % 1000, 3)
  }
}
