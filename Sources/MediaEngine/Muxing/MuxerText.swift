internal import GStreamer
import MovieFile

/// Captions as samples of timed text (3GPP TS 26.245): every time has one, an empty one if necessary.
struct MuxerText {
  private var end: Int64 = 0
  private var pending: (bytes: [UInt8], start: Int64, end: Int64)?

  static func draft(in format: MovieFormat, _ tags: MuxerTags) -> TrackDraft {
    // No flags, centred below, transparent, the default box, one style: 18 pixels in white; one font.
    let fields: [UInt8] = [0, 0, 0, 0, 1, 0xff, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    let style: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 18, 0xff, 0xff, 0xff, 0xff]
    let fonts: [UInt8] = [0, 0, 0, 18] + Array("ftab".utf8) + [0, 1, 0, 1, 5] + Array("Serif".utf8)
    let entry = SampleEntry("tx3g", contents: fields + style + fonts, isQuickTime: format.isQuickTime)
    var draft = TrackDraft(
      handlerType: format == .threeGP ? "text" : "sbtl", timescale: 1000, sampleEntries: [entry])
    draft.language = tags.language
    return draft
  }

  mutating func append(
    _ text: [UInt8], at start: Int64, duration: Int64, to writer: any MediaWriter, _ track: Int
  ) throws {
    let stop = start + duration
    let start = max(start, pending?.start ?? end)
    try flush(until: start, writer, track)
    pending = (Array(text.prefix(65_535)), start, stop)
  }

  mutating func finish(_ writer: any MediaWriter, _ track: Int) throws {
    try flush(until: .max, writer, track)
    // FFmpeg shows the last sample up to the end of the movie: this one, which has no text and takes no time.
    if end > 0 { try write([], end, lasting: 0, writer, track) }
  }

  /// Writes the waiting caption, truncated at the start of the next one, and an empty one behind it.
  private mutating func flush(until next: Int64, _ writer: any MediaWriter, _ track: Int) throws {
    if let (bytes, start, stop) = pending.take() {
      try write(bytes, start, min(stop, next), writer, track)
    }
    if next != .max, next > end { try write([], end, next, writer, track) }
  }

  private mutating func write(
    _ text: [UInt8], _ start: Int64, _ stop: Int64, _ writer: any MediaWriter, _ track: Int
  ) throws {
    guard stop > start else { return }
    if start > end { try write([], end, start, writer, track) }
    try write(text, start, lasting: stop - start, writer, track)
    end = stop
  }

  private func write(
    _ text: [UInt8], _ start: Int64, lasting duration: Int64, _ writer: any MediaWriter, _ track: Int
  ) throws {
    let bytes = [UInt8(text.count >> 8), UInt8(text.count & 0xff)] + text
    let sample = MovieFile.Sample(
      decodeTime: start, presentationTime: start, duration: duration, size: bytes.count, timescale: 1000)
    try writer.append(SampleRun(first: sample, count: 1), .memory(bytes), toTrack: track)
  }
}
