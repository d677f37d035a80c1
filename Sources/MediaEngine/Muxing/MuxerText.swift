internal import GStreamer
import MovieFile

/// Captions as samples of timed text (3GPP TS 26.245): every time has one, with the lines of all captions that are shown then, an empty
/// one if necessary.
struct MuxerText {
  private struct Caption {
    let text: StyledText
    var end: Int64
  }

  /// True if the samples are the names of chapters: to players, each of them is a chapter, also one without text.
  let areChapters: Bool
  /// The end of the samples that are written.
  private var end: Int64 = 0
  /// The captions that are shown from there on, in the order of their beginnings.
  private var shown: [Caption] = []
  /// More captions at once are for no reader: the oldest one goes.
  private static let most = 32

  init(areChapters: Bool = false) { self.areChapters = areChapters }

  static func draft(in format: MovieFormat, _ tags: MuxerTags) -> TrackDraft {
    // No flags, centred below, transparent, the default box, one style: in white; one font.
    let fields: [UInt8] = [0, 0, 0, 0, 1, 0xff, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    let style: [UInt8] = [0, 0, 0, 0, 0, 1, 0, UInt8(TimedText.fontSize), 0xff, 0xff, 0xff, 0xff]
    let fonts: [UInt8] = [0, 0, 0, 18] + Array("ftab".utf8) + [0, 1, 0, 1, 5] + Array("Serif".utf8)
    let entry = SampleEntry("tx3g", contents: fields + style + fonts, isQuickTime: format.isQuickTime)
    var draft = TrackDraft(
      handlerType: format == .threeGP ? "text" : "sbtl", timescale: 1000, sampleEntries: [entry])
    tags.describe(&draft)
    return draft
  }

  /// Adds a caption; it is written once it is known what else is shown meanwhile.
  mutating func append(
    _ text: StyledText, at start: Int64, duration: Int64, to writer: any MediaWriter, _ track: Int
  ) throws {
    try advance(to: start, writer, track)
    let (stop, overflow) = start.addingReportingOverflow(duration)
    guard !overflow, stop > end, !text.isEmpty else { return }
    if shown.count == Self.most { shown.removeFirst() }
    shown.append(Caption(text: text, end: stop))
  }

  /// Ends the captions that are shown no later than at a time.
  mutating func limit(to time: Int64) {
    for index in shown.indices { shown[index].end = min(shown[index].end, time) }
    shown.removeAll { $0.end <= end }
  }

  /// Writes all samples before a time, at which the next caption begins.
  mutating func advance(to time: Int64, _ writer: any MediaWriter, _ track: Int) throws {
    while end < time {
      let next = min(time, shown.map(\.end).min() ?? time)
      try write(lines, lasting: next - end, writer, track)
      end = next
      shown.removeAll { $0.end <= end }
    }
  }

  /// The lines of all captions that are shown.
  private var lines: StyledText {
    var lines = StyledText()
    for (index, caption) in shown.enumerated() {
      if index > 0 { lines.append("\n") }
      lines.append(caption.text)
    }
    return lines
  }

  mutating func finish(_ writer: any MediaWriter, _ track: Int) throws {
    if let last = shown.map(\.end).max() { try advance(to: last, writer, track) }
    // FFmpeg shows the last sample up to the end of the movie: this one, which has no text and takes no time.
    if end > 0, !areChapters { try write(StyledText(), lasting: 0, writer, track) }
  }

  private func write(_ text: StyledText, lasting duration: Int64, _ writer: any MediaWriter, _ track: Int) throws {
    let bytes = TimedText.sample(of: text)
    let sample = MovieFile.Sample(
      decodeTime: end, presentationTime: end, duration: duration, size: bytes.count, timescale: 1000)
    try writer.append(SampleRun(first: sample, count: 1), .memory(bytes), toTrack: track)
  }
}
