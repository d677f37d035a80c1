/// Lists every coded sample of tracks, as text or JSON, with a few of them in memory at a time.
///
/// PCM frames, which are samples of their own in the file, are listed in packets of up to 1024. Times are seconds on
/// the file's timeline, to nine decimals: edits are applied as by `TrackTimeline.movieTime`, so samples outside the
/// edits, and priming, have negative or late times.
public struct SampleListing: Sendable {
  private let tracks: [ListedTrack]

  public init(_ tracks: [ListedTrack]) { self.tracks = tracks }

  /// - Throws: The error of a track's samples; `excessive` if there are more than bytes in the file.
  public init(_ tracks: [Track]) throws(MovieError) {
    var listed: [ListedTrack] = []
    for track in tracks { listed.append(try ListedTrack(track)) }
    self.tracks = listed
  }

  /// Writes a JSON object: `{"tracks":[{"id":…,"mediaType":…,"codec":…,"timescale":…,"samples":[{"pts":…,"dts":…,
  /// "duration":…,"size":…,"offset":…,"sync":…}]}]}`, times as strings. Unknown offsets are left out.
  public func writeJSON(_ write: @escaping ([UInt8]) throws -> Void) throws {
    var text = TextBuffer(write)
    text.append(#"{"tracks":["#)
    for (index, track) in tracks.enumerated() {
      if index > 0 { text.append(",") }
      text.append(#"{"id":"#)
      text.append(Int64(track.id))
      text.append(#","mediaType":"\#(track.mediaType.inJSON)","#)
      text.append(#""codec":"\#(track.codec.inJSON)","timescale":"#)
      text.append(Int64(track.timescale))
      text.append(#","samples":["#)
      try forEachSample(of: track, &text) { sample, text, time in
        if sample.index > 0 { text.append(",") }
        text.append(#"{"pts":""#)
        time(sample.presentationTime, &text)
        text.append(#"","dts":""#)
        time(sample.decodeTime, &text)
        text.append(#"","duration":""#)
        text.appendSeconds(sample.duration, perSecond: Int64(track.timescale))
        text.append(#"","size":"#)
        text.append(Int64(sample.size))
        if let offset = sample.offset {
          text.append(#","offset":"#)
          text.append(offset)
        }
        text.append(sample.kind != .other ? #","sync":true}"# : #","sync":false}"#)
      }
      text.append("]}")
    }
    text.append("]}\n")
    try text.flush()
  }

  /// Writes a heading for each track, and a line for each sample.
  public func writeText(_ write: @escaping ([UInt8]) throws -> Void) throws {
    var text = TextBuffer(write)
    for track in tracks {
      let codec = track.codec.isEmpty ? "?" : track.codec
      text.append("track \(track.id): \(track.mediaType), \(codec), \(track.sampleCount) samples\n")
      text.append("  sample             pts             dts      duration      size        offset\n")
      try forEachSample(of: track, &text) { sample, text, time in
        text.append(Int64(sample.index), width: 8)
        text.column(16) { time(sample.presentationTime, &$0) }
        text.column(16) { time(sample.decodeTime, &$0) }
        text.column(14) { $0.appendSeconds(sample.duration, perSecond: Int64(track.timescale)) }
        text.append(Int64(sample.size), width: 10)
        text.column(14) { text in
          if let offset = sample.offset { text.append(offset) } else { text.append("-") }
        }
        switch sample.kind {
        case .sync: text.append("  sync\n")
        case .partialSync: text.append("  partial sync\n")
        case .other: text.append("\n")
        }
      }
    }
    try text.flush()
  }

  /// Calls a body with all samples, and with a function that appends a media time as seconds of the file.
  private func forEachSample(
    of track: ListedTrack, _ text: inout TextBuffer,
    _ body: (ListedSample, inout TextBuffer, (Int64, inout TextBuffer) -> Void) -> Void
  ) throws {
    var place = MoviePlace(track.timeline, timescale: track.timescale, movieTimescale: track.timelineScale)
    try track.forEachSample { sample in
      place.move(to: sample.presentationTime)
      body(sample, &text) { [place] time, text in place.append(time, to: &text) }
      if text.isFull { try text.flush() }
    }
  }
}

extension String {
  /// The contents of a JSON string; control characters, which names of codecs never hold, become spaces.
  fileprivate var inJSON: String {
    String(map { $0.isASCII && ($0.asciiValue ?? 0) < 0x20 ? " " : $0 })
      .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
