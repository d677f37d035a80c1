internal import MediaSource
internal import GStreamer
import CoreMedia
import MovieFile

/// A subtitle track of any file as it goes into another one: its packets, or their text where the file holds no other.
///
///     Matroska, movie ─▶ Matroska    the packets, with styles; timed text loses its own
///     Matroska        ─▶ movie       timed text
struct CopiedText: CopiedMedia {
  let draft: TrackDraft
  let segments: [TrackTimeline.Segment]?
  private let track: any CodedTrack
  private let form: Form

  private enum Form {
    case packets
    /// Timed text of what one segment of the media shows.
    case text(SubtitleText, TrackTimeline.Segment)
  }

  /// - Parameter part: The part of the timeline that is copied.
  /// - Returns: Nil for what is no subtitle track, and for one that such files cannot hold.
  init?(_ content: any ContainerTrack, to format: WritableFormat, part: CMTimeRange) throws {
    guard ["sbtl", "text", "subt"].contains(content.attributes.mediaType),
      let description = try content.formatDescriptions().first
    else { return nil }
    track = try content.storedTrack()
    let shown = try CopiedTrack.segments(of: track, isVideo: true).compactMap { $0.part(part) }
    let code = BoxType(rawValue: description.mediaSubType.rawValue)
    var draft: TrackDraft
    switch format {
    case .matroska(.matroska) where MatroskaSubtitles.holds(code):
      let configuration = track.formats.first?.stream.configuration ?? []
      let entry = SampleEntry(code, contents: configuration)
      draft = TrackDraft(handlerType: "sbtl", timescale: track.timescale, sampleEntries: [entry])
      (form, segments) = (.packets, shown)
    case .movie(let movie):
      guard shown.count == 1, shown[0].source != nil,
        let text = SubtitleText(format: Codec.found(code) { $0 == .subtitle }?.entry.caps)
      else { return nil }
      draft = MuxerText.draft(in: movie, MuxerTags())
      (form, segments) = (.text(text, shown[0]), nil)
    default: return nil
    }
    draft.describe(content.attributes)
    self.draft = draft
  }

  /// Text is not counted: it takes other bytes in the file that is written than in the one that is read.
  func byteCount() throws -> Int64 {
    guard case .packets = form else { return 0 }
    var sum: Int64 = 0
    var next = try track.firstSample()
    while let sample = next {
      sum += Int64(sample.size)
      next = try track.sample(after: sample)
    }
    return sum
  }

  func cursor() throws -> (any CopyCursor)? { try track.firstSample().map { Cursor(of: self, next: $0) } }

  private struct Cursor: CopyCursor {
    private let copied: CopiedText
    /// The next sample; at the end, the last one.
    private var next: CodedSample
    private var text = MuxerText()
    private(set) var isAtEnd = false

    init(of copied: CopiedText, next: CodedSample) { (self.copied, self.next) = (copied, next) }

    var time: CMTime { copied.track.time(next.presentationTime) }
    var offset: Int64 { next.offset }

    mutating func copy(
      before end: CMTime, _ slice: CMTime, to writer: any MediaWriter, track number: Int
    ) throws -> Int64 {
      var bytes: Int64 = 0
      repeat {
        try write(next, to: writer, number)
        if case .packets = copied.form { bytes += Int64(next.size) }
        guard let following = try copied.track.sample(after: next) else {
          if case .text = copied.form { try text.finish(writer, number) }
          isAtEnd = true
          return bytes
        }
        next = following
      } while time < end
      return bytes
    }

    private mutating func write(_ sample: CodedSample, to writer: any MediaWriter, _ number: Int) throws {
      let bytes = try copied.track.bytes(of: sample).withUnsafeBytes { [UInt8]($0) }
      switch copied.form {
      case .packets:
        let stored = MovieFile.Sample(
          decodeTime: sample.presentationTime, presentationTime: sample.presentationTime, duration: sample.duration,
          size: bytes.count, flags: .sync, timescale: copied.track.timescale)
        try writer.append(SampleRun(first: stored, count: 1), .memory(bytes), toTrack: number)
      case .text(let coding, let segment):
        guard let source = segment.source else { return }
        let start = copied.track.time(sample.presentationTime)
        // A cue that does not say how long it is shown is shown until the next one.
        let end = sample.duration > 0 ? start + copied.track.time(sample.duration) : source.end
        let shown = CMTimeRange(start: start, end: end).intersection(source)
        guard !shown.isEmpty else { return }
        func milliseconds(_ time: CMTime) -> Int64 {
          let moved = time - source.start + segment.target.start
          return CMTimeConvertScale(moved, timescale: 1000, method: .roundHalfAwayFromZero).value
        }
        let (first, last) = (milliseconds(shown.start), milliseconds(shown.end))
        let words = coding.text(of: String(decoding: bytes, as: UTF8.self))
        try text.append(Array(words.utf8), at: first, duration: last - first, to: writer, number)
      }
    }
  }
}

extension TrackDraft {
  /// Takes over what the container that is read says of the track.
  mutating func describe(_ attributes: TrackAttributes) {
    isEnabled = attributes.isEnabled
    alternateGroup = Int16(clamping: attributes.alternateGroup)
    language = attributes.languageCode.flatMap { MediaLanguage(iso639: $0) }
    // Three letters say nothing of a region or script.
    if let tag = attributes.extendedLanguageTag, tag.contains("-") { extendedLanguageTag = tag }
  }
}
