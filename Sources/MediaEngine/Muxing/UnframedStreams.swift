internal import CGStreamer
internal import GStreamer

/// The streams that a muxer takes after a parser has cut them into its frames: FLAC whose frames are not marked, H.264
/// and HEVC with start codes, AAC in ADTS.
///
///     queue ─▷ parser ─▷ capsfilter ─▷ muxer
///
/// The parser is put in once the stream's caps are known to need it.
struct UnframedStreams {
  /// The caps of framed streams, as files hold them.
  private let framed: Caps
  /// The same, followed by those that parsers turn into them: elements with a choice prefer the first.
  let accepted: Caps

  /// The caps that parsers take, and the parsers.
  private static let parsers: [(caps: String, parser: String)] = [
    ("audio/x-flac", "flacparse"), ("video/x-h264", "h264parse"), ("video/x-h265", "h265parse"),
    ("audio/mpeg,mpegversion=(int){2,4}", "aacparse"), ("audio/x-ac3", "ac3parse"), ("audio/x-eac3", "ac3parse"),
    ("video/x-av1", "av1parse"),
  ]

  init(framed: Caps) throws(GStreamerError) {
    self.framed = framed
    var accepted = framed
    for (text, _) in Self.parsers {
      let caps = try Caps(text)
      if caps.canIntersect(framed) { accepted = accepted.merged(with: caps) }
    }
    self.accepted = accepted
  }

  /// Watches the pad before a muxer's input for caps that need a parser.
  func watch(_ source: Pad) {
    source.addProbe(.events) { info in
      guard let caps = info.caps, !caps.isSubset(of: framed), let parser = Self.parser(for: caps) else { return .pass }
      // The muxer refuses the stream with its own reason.
      return (try? insert(parser, behind: info.pad)) == nil ? .pass : .remove
    }
  }

  private static func parser(for caps: Caps) -> String? {
    for (text, parser) in parsers {
      if let taken = try? Caps(text), caps.isSubset(of: taken) { return parser }
    }
    return nil
  }

  /// Puts a parser behind a pad, on the pad's streaming thread.
  private func insert(_ name: String, behind source: Pad) throws(GStreamerError) {
    guard let sink = source.peer, let bin = source.parent?.parentBin else { return }
    let (parser, filter) = (try Element.make(name), try Element.make("capsfilter"))
    try filter.set("caps", to: framed.text)
    try bin.add(parser, filter)
    source.unlink()
    try filter.pad("src").link(to: sink)
    try parser.link(to: filter)
    let entrance = try parser.pad("sink")
    try source.link(to: entrance)
    for element in [filter, parser] { try element.syncStateWithParent() }
    // The stream's start has passed, and comes before its caps.
    if let start = gst_pad_get_sticky_event(source.pad, GST_EVENT_STREAM_START, 0) {
      gst_pad_send_event(entrance.pad, start)
    }
  }
}
