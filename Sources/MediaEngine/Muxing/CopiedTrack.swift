internal import MediaSource
internal import GStreamer
import CoreAudioTypes
import CoreMedia
import Foundation
import MovieFile

/// A track of any file as it goes into another one: what it is there, and its samples, at the times that they have.
struct CopiedTrack: CopiedMedia {
  /// The track as the file that is written declares it.
  let draft: TrackDraft
  /// The edits of the track.
  let segments: [TrackTimeline.Segment]?
  let track: any CodedTrack
  private let codings: [Coding]
  /// The first sample of a part, and the time at which decoding ends; nil where all samples are copied.
  private let bounds: (first: CodedSample?, end: Int64)?

  /// The conversion of the samples of one format.
  private struct Coding {
    /// Nil where the samples go over as they are.
    var muxer: MuxerCoding?
    let codec: Codec
    let bytesPerFrame: Int?
    var isADTS = false
  }

  /// - Parameters:
  ///   - content: The track of the container.
  ///   - format: The kind of file.
  ///   - part: The part of the timeline that is copied.
  /// - Throws: `MovieError` with `notStorable` if the kind of file cannot hold it; what reading throws.
  init(
    _ track: any CodedTrack, _ content: any ContainerTrack, to format: WritableFormat,
    part: CMTimeRange = .wholeTimeline
  ) throws {
    self.track = track
    var entries: [SampleEntry] = []
    var codings: [Coding] = []
    var first: TrackDraft?
    for (index, coded) in track.formats.enumerated() {
      var coding = Coding(codec: coded.codec, bytesPerFrame: coded.pcm?.bytesPerFrame ?? Self.lawFrame(coded))
      if let description = try coded.description?.withDescriptor(), Self.isNamed(coded.codec, description, in: format) {
        try Self.check(description, format)
        entries.append(try format.entry(of: description))
      } else {
        let sample = try Self.firstSample(of: index, track)
        coding.isADTS = coded.caps.first?["stream-format"]?.string == "adts"
        let caps = coding.isADTS ? try Self.bareAAC(coded.caps, sample) : coded.caps
        if !coded.codec.isVideo, let coded = CodedFormat(caps, mayLackDecoder: true), let structure = caps.first {
          try Self.check(MuxerAudioFormat(coded, structure, sample, in: format).description(), format)
        }
        let muxer = try MuxerCoding(caps, sample, in: format, description: index)
        coding.muxer = muxer
        entries.append(muxer.entry)
        first = first ?? muxer.draft(MuxerTags())
      }
      codings.append(coding)
    }
    let isVideo = codings.first?.codec.isVideo ?? false
    var draft =
      first ?? TrackDraft(handlerType: isVideo ? "vide" : "soun", timescale: track.timescale, sampleEntries: [])
    (draft.timescale, draft.sampleEntries) = (track.timescale, entries)
    draft.timing = .presented(reorderDepth: try track.reorderDepth())
    try draft.describe(content, in: format)
    try format.check(draft)
    self.draft = draft
    self.codings = codings
    guard part != .wholeTimeline else {
      (segments, bounds) = (try Self.segments(of: track, isVideo: isVideo), nil)
      return
    }
    let shown = try Self.segments(of: track, isVideo: isVideo, in: part)
    segments = shown
    bounds = try Self.bounds(of: track, shown, isVideo: isVideo)
  }

  /// False for MPEG video under QuickTime's names, which other movies hold under their own.
  private static func isNamed(_ codec: Codec, _ description: CMFormatDescription, in format: WritableFormat) -> Bool {
    guard [.mpeg1, .mpeg2].contains(codec), case .movie(let movie) = format else { return true }
    let code = BoxType(rawValue: description.mediaSubType.rawValue)
    return Codec.found(code) { $0 == .video }?.entry.movies.contains(movie) ?? true
  }

  /// Fails in the words of the file that is written.
  private static func check(_ description: CMFormatDescription, _ format: WritableFormat) throws {
    if case .audio(let kind) = format, description.mediaType == .audio { try kind.check(description) }
  }

  private static func lawFrame(_ coded: CodedFormat) -> Int? {
    [.uLaw, .aLaw].contains(coded.codec) ? coded.caps.first?["channels"]?.int : nil
  }

  private static func firstSample(of format: Int, _ track: any CodedTrack) throws -> Buffer {
    var next = try track.firstSample()
    while let sample = next {
      if sample.formatIndex == format { return try track.bytes(of: sample) }
      next = try track.sample(after: sample)
    }
    return Buffer(copying: [])
  }

  /// The format of AAC without the header that each packet has in transport streams.
  private static func bareAAC(_ caps: Caps, _ first: Buffer) throws -> Caps {
    guard let header = try first.withUnsafeBytes({ ADTSHeader($0.prefix(16)) }), let structure = caps.first,
      let rate = structure["rate"]?.int, let channels = structure["channels"]?.int
    else { throw MovieError(.notStorable, "packets of AAC do not begin as such") }
    return try Caps(
      "audio/mpeg,mpegversion=4,stream-format=raw,framed=true,rate=\(rate),channels=\(channels),"
        + "codec_data=(buffer)\(header.configuration.hexText)")
  }

  // MARK: - Times

  static func segments(of track: any CodedTrack, isVideo: Bool) throws -> [TrackTimeline.Segment] {
    let end = try isVideo ? track.presentationEnd() : track.mediaEnd()
    if track.edits == [.everything] {
      let first = try track.presentationTime(after: .min) ?? 0
      guard end > first else { return [] }
      let source = CMTimeRange(start: track.time(first), end: track.time(end))
      let start = max(.zero, source.start)
      return [.init(target: CMTimeRange(start: start, duration: source.duration), source: source, rate: .one)]
    }
    let timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: end)
    return timeline.pieces.compactMap { piece in
      guard let start = piece.mediaStart else { return nil }
      let target = CMTimeRange(start: piece.start, end: piece.end)
      let length = CMTimeMultiplyByRatio(target.duration, multiplier: piece.rate, divisor: 65536)
      return .init(
        target: target, source: CMTimeRange(start: track.time(start), duration: length),
        rate: FixedPoint(piece.rate, fractionBits: 16))
    }
  }

  /// Returns the segments of a part of the timeline, which show the media from the stamp of its first frame on.
  private static func segments(
    of track: any CodedTrack, isVideo: Bool, in part: CMTimeRange
  ) throws -> [TrackTimeline.Segment] {
    let all = try segments(of: track, isVideo: isVideo)
    let media = EditedTimeline([.everything], timescale: track.timescale, mediaEnd: try track.presentationEnd())
    let stamps = FrameStamps(track, media)
    return all.compactMap { $0.part(part) }.map {
      .init(target: $0.target, source: $0.source.map { stamps.range($0) }, rate: $0.rate)
    }
  }

  // MARK: - Samples

  func byteCount() throws -> Int64 {
    if bounds == nil, let table = (track as? any TableTrack)?.table { return table.byteCount }
    var sum: Int64 = 0
    var next = try start()
    while let sample = next {
      sum += Int64(sample.size)
      next = try self.sample(after: sample)
    }
    return sum
  }

  func cursor() throws -> (any CopyCursor)? { try start().map { Cursor(of: self, next: $0) } }

  /// The first sample that is copied; nil if none is.
  private func start() throws -> CodedSample? { try bounds.map { $0.first } ?? track.firstSample() }

  /// The next sample that is copied; nil after the last.
  private func sample(after sample: CodedSample) throws -> CodedSample? {
    try Self.sample(after: sample, in: track, before: bounds?.end ?? .max)
  }

  /// Returns the next sample that is shown before a time, or that samples after it need which are.
  private static func sample(
    after sample: CodedSample, in track: any CodedTrack, before end: Int64
  ) throws -> CodedSample? {
    guard let next = try track.sample(after: sample) else { return nil }
    // Frames that are decoded after the last may be shown before it.
    var later = next
    while later.presentationTime >= end {
      guard later.decodeTime < end, let following = try track.sample(after: later) else { return nil }
      later = following
    }
    return next
  }

  /// Returns the samples that segments need: the first, and the time at which decoding ends.
  private static func bounds(
    of track: any CodedTrack, _ segments: [TrackTimeline.Segment], isVideo: Bool
  ) throws -> (first: CodedSample?, end: Int64) {
    let shown = segments.compactMap(\.source)
    guard let start = shown.map(\.start).min(), let end = shown.map(\.end).max() else { return (nil, .min) }
    func units(_ time: CMTime, _ method: CMTimeRoundingMethod) -> Int64 {
      CMTimeConvertScale(time, timescale: track.timescale, method: method).value
    }
    let from = units(start, .roundTowardNegativeInfinity)
    var first = try track.sample(shownAt: from) ?? track.firstSample()
    if isVideo {
      if let sample = first, !sample.isSync { first = try track.syncSample(before: sample) ?? sample }
    } else if let sample = first, let codec = try? track.format(of: sample).codec {
      let lead = sample.duration.multipliedReportingOverflow(by: Int64(codec.preRoll ?? 2))
      if !lead.overflow { first = try track.sample(shownAt: from - lead.partialValue) ?? track.firstSample() }
    }
    return (first, units(end, .roundTowardPositiveInfinity))
  }

  /// Returns the number of samples that the copy of a part has. Reads no samples.
  static func sampleCount(of track: any CodedTrack, isVideo: Bool, in part: CMTimeRange) throws -> Int {
    let shown = try segments(of: track, isVideo: isVideo, in: part)
    let (start, end) = try bounds(of: track, shown, isVideo: isVideo)
    guard let first = start else { return 0 }
    guard end > first.decodeTime else { return 1 }
    // Where samples have a gap at the end, they are counted one by one.
    var last = try track.sample(shownAt: end - 1) ?? first
    if last.index < first.index { last = first }
    while let next = try sample(after: last, in: track, before: end) { last = next }
    return last.index - first.index + 1
  }

  private struct Cursor: CopyCursor {
    let copied: CopiedTrack
    /// The next sample; at the end, the last one.
    private var next: CodedSample
    private(set) var isAtEnd = false

    init(of copied: CopiedTrack, next: CodedSample) { (self.copied, self.next) = (copied, next) }

    var time: CMTime { copied.track.time(next.decodeTime) }
    var offset: Int64 { next.offset }

    mutating func copy(
      before end: CMTime, _ slice: CMTime, to writer: any MediaWriter, track number: Int
    ) throws -> Int64 {
      let units = CMTimeConvertScale(end, timescale: copied.track.timescale, method: .default).value
      let (left, bytes) = try copied.copy(from: next, before: max(units, next.decodeTime + 1), to: writer, number)
      isAtEnd = left == nil
      next = left ?? next
      return bytes
    }
  }

  /// Writes the samples from one on that are decoded before a time, at least one.
  ///
  /// - Returns: The first sample that is left, nil if none is, and the bytes that were written.
  private func copy(
    from start: CodedSample, before end: Int64, to writer: any MediaWriter, _ number: Int
  ) throws -> (next: CodedSample?, bytes: Int64) {
    var (next, bytes): (CodedSample?, Int64) = (start, 0)
    while let sample = next, sample.index == start.index || sample.decodeTime < end {
      // Audio that is stored frame by frame comes in one piece, as far as it lies together.
      let coding = try coding(of: sample)
      let limit = min(end, bounds?.end ?? .max)
      let frames = sample.duration == 1 && coding.bytesPerFrame != nil ? Int(limit - sample.decodeTime) : 1
      let read =
        frames > 1
        ? try track.bytes(from: sample, count: frames)
        : SampleBytes(buffer: try track.bytes(of: sample), count: 1, last: sample)
      let run = try run(sample, coding, read.count, read.buffer)
      bytes += run.run.byteCount
      try writer.append(run.run, .memory(run.bytes), toTrack: number)
      next = try self.sample(after: read.last)
    }
    return (next, bytes)
  }

  private func coding(of sample: CodedSample) throws(MovieError) -> Coding {
    guard codings.indices.contains(sample.formatIndex) else {
      throw MovieError(
        .malformed, "sample \(sample.index) has description \(sample.formatIndex + 1) of \(codings.count)")
    }
    return codings[sample.formatIndex]
  }

  /// Returns the run and the bytes that are written of consecutive samples.
  private func run(
    _ sample: CodedSample, _ coding: Coding, _ count: Int, _ buffer: Buffer
  ) throws -> (run: SampleRun, bytes: [UInt8]) {
    var bytes = try buffer.withUnsafeBytes { [UInt8]($0) }
    if coding.isADTS {
      guard let header = ADTSHeader(bytes), header.size == bytes.count else {
        throw MovieError(.malformed, "packet \(sample.index) of AAC does not begin as one")
      }
      bytes.removeFirst(header.headerSize)
    }
    if let muxer = coding.muxer { bytes = muxer.sample(bytes) }
    var run = SampleRun(
      first: MovieFile.Sample(
        decodeTime: sample.presentationTime, presentationTime: sample.presentationTime, duration: sample.duration,
        size: bytes.count / count, descriptionIndex: sample.formatIndex,
        flags: try coding.muxer?.flags(buffer, isSync: sample.isSync) ?? (sample.isSync ? .sync : []),
        rollDistance: coding.codec.rollDistance,
        timescale: track.timescale), count: count)
    if let frame = coding.bytesPerFrame, count == 1, sample.duration > 1,
      Int64(bytes.count) == sample.duration * Int64(frame)
    {
      (run.first.size, run.first.duration, run.count) = (frame, 1, Int(sample.duration))
    }
    return (run, bytes)
  }
}

extension CMFormatDescription {
  /// The same with AAC's configuration in a descriptor, as movies have it.
  fileprivate func withDescriptor() throws -> CMFormatDescription {
    guard let stream = audioStreamBasicDescription, stream.mFormatID == kAudioFormatMPEG4AAC, let cookie = magicCookie,
      cookie.count >= 2, cookie.first != 3
    else { return self }
    return try CMFormatDescription(
      audioStreamBasicDescription: stream, layoutSize: 0, layout: nil,
      magicCookie: Data(ESDescriptor.cookie(audioSpecificConfig: [UInt8](cookie))))
  }
}
