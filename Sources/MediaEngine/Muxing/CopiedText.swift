internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import MovieFile
import Synchronization

/// A subtitle track of any file as it goes into another one: its packets, or their text where the file holds no other.
///
///     Matroska ─▶ Matroska    the packets as they are
///     movie    ─▶ Matroska    timed text, with tags for its styles
///     Matroska ─▶ movie       timed text
///
/// Subtitles may last longer than video and audio. Where the track is damaged, it ends, with a note.
struct CopiedText: CopiedMedia {
  let draft: TrackDraft
  let segments: [TrackTimeline.Segment]?
  private let track: any CodedTrack
  private let form: Form
  private let damage = Damage()

  private enum Form {
    case packets
    /// Timed text of what one segment of the media shows.
    case text(SubtitleText, TrackTimeline.Segment)
  }

  /// The error that has ended the copy.
  private final class Damage: Sendable {
    let error = Mutex<String?>(nil)
  }

  /// - Parameters:
  ///   - container: The file of the track.
  ///   - part: The part of the timeline that is copied.
  ///   - mediaEnd: The end of video and audio, which a track without captions lasts to.
  /// - Returns: Nil for what is no subtitle track, and for one that such files cannot hold.
  init?(
    _ content: any ContainerTrack, of container: any MediaContainer, to format: WritableFormat, part: CMTimeRange,
    mediaEnd: CMTime
  ) throws {
    guard ["sbtl", "text", "subt"].contains(content.attributes.mediaType), format.holdsText,
      let description = try content.formatDescriptions().first
    else { return nil }
    let code = BoxType(rawValue: description.mediaSubType.rawValue)
    let isTimedText = container.movie != nil && ["tx3g", "text"].contains(code)
    let isMatroska = (container as? InterleavedContainer)?.file is MatroskaFile
    guard isTimedText || isMatroska else { return nil }
    track = try content.storedTrack()
    let shown = try Self.segments(of: track, in: part, mediaEnd)
    var draft: TrackDraft
    switch format {
    case .matroska where isTimedText || MatroskaSubtitles.holds(code):
      // Matroska cannot hold edits that change the speed.
      guard shown.allSatisfy({ $0.source == nil || $0.rate == .one }) else { return nil }
      let configuration = track.formats.first?.stream.configuration ?? []
      let entry = SampleEntry(code, contents: configuration)
      draft = TrackDraft(handlerType: "sbtl", timescale: track.timescale, sampleEntries: [entry])
      (form, segments) = (.packets, shown)
    case .movie(let movie):
      guard let segment = shown.first, shown.count == 1, segment.source != nil,
        let text = SubtitleText(format: Codec.found(code) { $0 == .subtitle }?.entry.caps)
      else { return nil }
      draft = MuxerText.draft(in: movie, MuxerTags())
      (form, segments) = (.text(text, segment), nil)
    default: return nil
    }
    try draft.describe(content, in: format)
    self.draft = draft
  }

  /// The parts of the media that are shown. All of a track without edits: its last packet may end before another one.
  private static func segments(
    of track: any CodedTrack, in part: CMTimeRange, _ mediaEnd: CMTime
  ) throws -> [TrackTimeline.Segment] {
    guard track.edits == [.everything] else {
      return try CopiedTrack.segments(of: track, isVideo: true).compactMap { $0.part(part) }
    }
    let end = min(track.time(try end(of: track)), Self.latestEnd)
    let all = CMTimeRange(start: .zero, end: max(mediaEnd, end))
    return [TrackTimeline.Segment(target: all, source: all, rate: .one)].compactMap { $0.part(part) }
  }

  /// The end of captions whose times are damaged: a sample of timed text has 32 bits for its milliseconds, 49 days.
  private static let latestEnd = CMTime(value: Int64(UInt32.max), timescale: 1000)

  /// Returns the end of the packet that is shown last, of those up to a damaged one.
  private static func end(of track: any CodedTrack) throws -> Int64 {
    var end: Int64 = 0
    do {
      var next = try track.firstSample()
      while let sample = next {
        let (stop, overflow) = sample.presentationTime.addingReportingOverflow(max(0, sample.duration))
        end = max(end, overflow ? .max : stop)
        next = try track.sample(after: sample)
      }
    } catch let error as MovieError where !error.isUnreadable {
      // The copy ends there too, and its note says so.
    }
    return end
  }

  /// The note about what the copy does not have; known once it is made.
  var note: String? {
    damage.error.withLock { $0 }.map { "a track of subtitles ends where it is damaged: \($0)" }
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

  /// Returns the number of the samples that are shown in the part.
  func sampleCount() throws -> Int {
    let shown =
      switch form {
      case .packets: (segments ?? []).compactMap(\.source)
      case .text(_, let segment): [segment.source].compactMap(\.self)
      }
    var count = 0
    var next = try track.firstSample()
    while let sample = next {
      let start = track.time(sample.presentationTime)
      let end = start + track.time(sample.duration)
      if shown.contains(where: { $0.start < end && start < $0.end }) { count += 1 }
      next = try track.sample(after: sample)
    }
    return count
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
        guard let (packet, following) = try read() else { break }
        try write(packet, to: writer, number)
        if case .packets = copied.form { bytes += Int64(packet.count) }
        guard let following else { break }
        next = following
        // The next caption tells how long this text is shown: it is written now, among the pictures of its time.
        if case .text(_, let segment) = copied.form, let start = segment.milliseconds(time) {
          try text.advance(to: start, writer, number)
        }
      } while time < end
      guard isAtEnd else { return bytes }
      if case .text = copied.form { try text.finish(writer, number) }
      return bytes
    }

    /// Reads the next sample, and finds the one after it; nil if it is damaged. Notes the end.
    private mutating func read() throws -> (packet: [UInt8], following: CodedSample?)? {
      do {
        let packet = try copied.track.bytes(of: next).withUnsafeBytes { [UInt8]($0) }
        let following = try copied.track.sample(after: next)
        isAtEnd = following == nil
        return (packet, following)
      } catch let error as MovieError where !error.isUnreadable {
        isAtEnd = true
        copied.damage.error.withLock { $0 = error.description }
        return nil
      }
    }

    private mutating func write(_ packet: [UInt8], to writer: any MediaWriter, _ number: Int) throws {
      switch copied.form {
      case .packets:
        let stored = MovieFile.Sample(
          decodeTime: next.presentationTime, presentationTime: next.presentationTime, duration: next.duration,
          size: packet.count, flags: .sync, timescale: copied.track.timescale)
        try writer.append(SampleRun(first: stored, count: 1), .memory(packet), toTrack: number)
      case .text(let coding, let segment):
        let end = time + copied.track.time(next.duration)
        guard let first = segment.milliseconds(time), let last = segment.milliseconds(end), last > first else { return }
        try text.append(coding.text(of: packet), at: first, duration: last - first, to: writer, number)
      }
    }
  }
}

extension WritableFormat {
  /// True if such files have tracks of subtitles.
  fileprivate var holdsText: Bool {
    switch self {
    case .movie, .matroska(.matroska): true
    case .matroska, .audio: false
    }
  }
}

extension TrackTimeline.Segment {
  /// Returns a time of the media on the timeline, within the segment, in milliseconds; nil for a segment without media.
  fileprivate func milliseconds(_ time: CMTime) -> Int64? {
    guard let source else { return nil }
    let moved = min(max(time, source.start), source.end) - source.start + target.start
    return CMTimeConvertScale(moved, timescale: 1000, method: .roundHalfAwayFromZero).value
  }
}

extension TrackDraft {
  /// Takes over what the container that is read says of the track.
  mutating func describe(_ track: any ContainerTrack, in format: WritableFormat) throws {
    let attributes = track.attributes
    isEnabled = attributes.isEnabled
    alternateGroup = Int16(clamping: attributes.alternateGroup)
    language = attributes.languageCode.flatMap { MediaLanguage(iso639: $0) }
    // Three letters say nothing of a region or script.
    if let tag = attributes.extendedLanguageTag, tag.contains("-") { extendedLanguageTag = tag }
    name = track.name
    let t = attributes.transform
    if handlerType == "vide", t != .identity,
      let turned = TrackSettings({ $0.transform = [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) } }).matrix
    {
      matrix = turned
    }
    let characteristics = try track.characteristics()
    purpose = StreamFlags(characteristics: characteristics)
    guard case .movie(let movie) = format else { return }
    // Tracks without a tag belong to the main program.
    let tags = characteristics.filter {
      !$0.hasPrefix("AVMediaCharacteristic") && $0 != "public.main-program-content"
    }
    boxes += try TrackSettings().boxes(
      in: movie, name: name, characteristics: [.mov, .m4v].contains(movie) ? tags : [])
  }
}
