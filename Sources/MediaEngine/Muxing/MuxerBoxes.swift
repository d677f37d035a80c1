internal import GStreamer
import MovieFile

/// Metadata that belong to times as samples of boxes, and text, captions and timecode as they are stored: every time has a sample, an
/// empty one if necessary (QuickTime File Format, "Timed Metadata Media"; 3GPP TS 26.245, clause 5.17).
struct MuxerBoxes {
  let timescale: Int32
  /// The descriptions of the keys so far.
  private(set) var entries: [SampleEntry] = []
  private var latestEntry: MediaUnits.Entry?
  private var description = 0
  private var end: Int64 = 0
  private var pending: Pending?
  /// The duration of the sample before.
  private var lastDuration: Int64?

  private struct Pending {
    let bytes: [UInt8]
    let start: Int64
    /// Nil if it holds up to the next sample.
    var end: Int64?
    let description: Int
  }

  /// True if samples need not begin at 0: fragments say their times, and so do edits of timecode.
  private let beginsLate: Bool
  private var isEmpty = true

  init(timescale: Int32? = nil, beginsLate: Bool = false) {
    (self.timescale, self.beginsLate) = (timescale ?? 90_000, beginsLate)
  }

  /// Returns the track of samples with some keys.
  mutating func draft(
    _ entry: MediaUnits.Entry, in format: MovieFormat, _ tags: MuxerTags
  ) throws(MovieError) -> TrackDraft {
    _ = try describe(entry, in: format)
    let handler = entries.first.map { Self.handler(of: $0.format) } ?? "meta"
    var draft = TrackDraft(handlerType: handler, timescale: timescale, sampleEntries: entries)
    tags.describe(&draft)
    return draft
  }

  /// The media type of samples of a description.
  private static func handler(of format: BoxType) -> BoxType {
    switch format {
    case "tx3g": "sbtl"
    case "text", "wvtt": "text"
    case "stpp", "sbtt": "subt"
    case "c608", "c708": "clcp"
    case "tmcd", "tc64": "tmcd"
    default: "meta"
    }
  }

  /// The sample of a time without any; nil for timecode, which goes on counting.
  private var nothing: [UInt8]? {
    switch entries.isEmpty ? nil : entries[description].format {
    // A text of no characters; a cue box that is empty (ISO/IEC 14496-30, clause 7.4).
    case "tx3g", "text": [0, 0]
    case "wvtt": [0, 0, 0, 8] + Array("vtte".utf8)
    case "tmcd", "tc64": nil
    default: []
    }
  }

  /// Takes the keys of the samples that follow; returns true if they are new ones.
  mutating func describe(_ entry: MediaUnits.Entry, in format: MovieFormat) throws(MovieError) -> Bool {
    guard entry != latestEntry else { return false }
    latestEntry = entry
    guard let made = SampleEntry(stored: entry.bytes, isQuickTime: format.isQuickTime, isVideo: true) else {
      throw MovieError(.notStorable, "the keys of timed metadata are damaged")
    }
    if let known = entries.firstIndex(of: made) {
      description = known
      return false
    }
    entries.append(made)
    description = entries.count - 1
    return entries.count > 1
  }

  mutating func append(
    _ bytes: [UInt8], at start: Int64, duration: Int64?, to writer: any MediaWriter, _ track: Int
  ) throws {
    let stop = duration.map { start + $0 }
    if beginsLate, isEmpty { end = max(0, start) }
    isEmpty = false
    let start = max(start, pending?.start ?? end)
    try flush(until: start, writer, track)
    pending = Pending(bytes: bytes, start: start, end: stop, description: description)
  }

  /// Ends the sample that waits no later than at a time.
  mutating func limit(to time: Int64) {
    let end = min(pending?.end ?? time, time)
    pending?.end = end
  }

  mutating func finish(_ writer: any MediaWriter, _ track: Int) throws { try flush(until: nil, writer, track) }

  /// Writes the sample that waits, up to the start of the next one, and an empty one behind it.
  private mutating func flush(until next: Int64?, _ writer: any MediaWriter, _ track: Int) throws {
    if let sample = pending.take() {
      // Of the last one, nothing says how long it holds.
      let stop = sample.end ?? next ?? sample.start + (lastDuration ?? Int64(timescale))
      try write(sample.bytes, sample.start, min(stop, next ?? stop), sample.description, writer, track)
    }
    if let next, next > end, let nothing { try write(nothing, end, next, description, writer, track) }
  }

  private mutating func write(
    _ bytes: [UInt8], _ start: Int64, _ stop: Int64, _ description: Int, _ writer: any MediaWriter, _ track: Int
  ) throws {
    guard stop > start else { return }
    if start > end, let nothing { try write(nothing, end, start, description, writer, track) }
    let sample = MovieFile.Sample(
      decodeTime: start, presentationTime: start, duration: stop - start, size: bytes.count,
      descriptionIndex: description, timescale: timescale)
    try writer.append(SampleRun(first: sample, count: 1), .memory(bytes), toTrack: track)
    if bytes != nothing { lastDuration = stop - start }
    end = stop
  }
}
