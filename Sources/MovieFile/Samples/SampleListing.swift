/// Lists every coded sample of tracks, for people or as JSON, without holding more than a few of them.
///
/// Frames of uncompressed sound, which are samples of their own in the file, are listed in packets of up to 1024.
/// Times are seconds on the movie's timeline, exact to nine decimals: edits are applied as `TrackTimeline.movieTime` says,
/// so samples that they cut off have negative or late times. Where samples are shown before their decode time, which
/// negative composition offsets can say, all decode times of the track are earlier by the most that any sample needs.
public struct SampleListing {
  /// A track with its samples.
  private struct Entry {
    let track: Track
    let table: SampleTable
    let timeline: TrackTimeline
  }

  private let entries: [Entry]

  /// - Throws: What is wrong with the samples of one of the tracks; `excessive` if there are more than bytes in the file.
  public init(_ tracks: [Track]) throws(MovieError) {
    var entries: [Entry] = []
    for track in tracks {
      let table = try track.samples()
      // Each packet needs a byte somewhere; a table of a hundred bytes must not fill a disk with text.
      let packets = table.layout.hasFrames ? table.count / 1024 : table.count
      guard Int64(packets) <= max(table.layout.source.size, 1 << 20) else {
        throw .excessive("the track says that it has \(table.count) samples", in: track.box)
      }
      entries.append(Entry(track: track, table: table, timeline: try track.timeline()))
    }
    self.entries = entries
  }

  /// Writes a JSON object: `{"tracks":[{"id":…,"mediaType":…,"codec":…,"timescale":…,"samples":[{"pts":…,"dts":…,
  /// "duration":…,"size":…,"offset":…,"sync":…}]}]}`, times as strings.
  public func writeJSON(_ write: @escaping ([UInt8]) throws -> Void) throws {
    var text = TextBuffer(write)
    text.append(#"{"tracks":["#)
    for (index, entry) in entries.enumerated() {
      if index > 0 { text.append(",") }
      text.append(#"{"id":"#)
      text.append(Int64(entry.track.id))
      text.append(#","mediaType":"\#(entry.track.handlerType.json)","#)
      text.append(#""codec":"\#(entry.track.sampleDescriptions.first?.format.json ?? "")","timescale":"#)
      text.append(Int64(entry.track.timescale))
      text.append(#","samples":["#)
      try forEachSample(of: entry, &text) { sample, text, time in
        if sample.index > 0 { text.append(",") }
        text.append(#"{"pts":""#)
        time(sample.presentationTime, &text)
        text.append(#"","dts":""#)
        time(sample.decodeTime - entry.table.largestLead, &text)
        text.append(#"","duration":""#)
        text.appendSeconds(sample.duration, perSecond: Int64(sample.timescale))
        text.append(#"","size":"#)
        text.append(Int64(sample.size))
        text.append(#","offset":"#)
        text.append(sample.offset)
        let isSync = !sample.flags.isDisjoint(with: .randomAccess)
        text.append(isSync ? #","sync":true}"# : #","sync":false}"#)
      }
      text.append("]}")
    }
    text.append("]}\n")
    try text.flush()
  }

  /// Writes a heading for each track, and a line for each sample.
  public func writeText(_ write: @escaping ([UInt8]) throws -> Void) throws {
    var text = TextBuffer(write)
    for entry in entries {
      let codec = entry.track.sampleDescriptions.first?.format.text ?? "?"
      text.append("track \(entry.track.id): \(entry.track.handlerType.text), \(codec), \(entry.table.count) samples\n")
      text.append("  sample             pts             dts      duration      size        offset\n")
      try forEachSample(of: entry, &text) { sample, text, time in
        text.append(Int64(sample.index), width: 8)
        text.column(16) { time(sample.presentationTime, &$0) }
        text.column(16) { time(sample.decodeTime - entry.table.largestLead, &$0) }
        text.column(14) { $0.appendSeconds(sample.duration, perSecond: Int64(sample.timescale)) }
        text.append(Int64(sample.size), width: 10)
        text.append(sample.offset, width: 14)
        text.append(sample.isSync ? "  sync\n" : sample.flags.contains(.partialSync) ? "  partial sync\n" : "\n")
      }
    }
    try text.flush()
  }

  /// Calls a body with all samples, and with a function that appends a time of the media as the movie's seconds.
  private func forEachSample(
    of entry: Entry, _ text: inout TextBuffer,
    _ body: (Sample, inout TextBuffer, (Int64, inout TextBuffer) -> Void) -> Void
  ) throws {
    var place = MoviePlace(entry.timeline, timescale: entry.track.timescale, movieTimescale: entry.track.movieTimescale)
    var problem: (any Error)?
    try entry.table.forEachPacket { sample throws(MovieError) in
      guard problem == nil else { return }
      place.move(to: sample.presentationTime)
      body(sample, &text) { [place] time, text in place.append(time, to: &text) }
      do {
        if text.isFull { try text.flush() }
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }
}

extension BoxType {
  /// The four characters as the inside of a JSON string.
  fileprivate var json: String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }
}
