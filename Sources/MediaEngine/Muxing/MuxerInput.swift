internal import GStreamer
internal import MediaSource
internal import CGStreamer
internal import CReel
import CoreMedia
import MediaGraph
import MovieFile

/// One input of a muxer: what its track is, and when its samples are shown.
///
/// Belongs to the file that is written.
final class MuxerInput {
  enum Kind: Sendable {
    case video, audio, text
    /// Metadata that belong to times: a track.
    case timedMetadata
    /// The metadata of the whole file: no track.
    case metadata

    /// True if it is seen or heard, so that the movie begins and ends with it.
    var isPresented: Bool { self == .video || self == .audio }
    /// True if there are times without any, which the track has samples of too.
    var isSparse: Bool { self == .text || self == .timedMetadata }
  }

  let kind: Kind
  /// Its place among the muxer's, from 1.
  let number: Int
  private let file: WritableFormat
  private let format: MovieFormat
  private let isStreamed: Bool
  private let settings: TrackSettings?
  var caps: Caps?
  /// The track as far as it is known; nil before the first buffer.
  private(set) var draft: TrackDraft?
  /// The track in the file.
  var track: Int?
  var isEnded = false
  /// True if the file has the track's edits.
  var isShown = false
  /// The running time of the latest buffer, in nanoseconds.
  private var position: Int64 = 0
  private var clock: MuxerClock?
  private var coding: MuxerCoding?
  private var descriptions: [Described] = []
  private var segment = GstSegment()
  private var tags = MuxerTags()
  /// True if the samples go from one file into another as they are.
  private var isStored = false
  /// The units of the source's times, as it says.
  private var units: MediaUnits?
  /// The audio's samples before the first that is heard, as an encoder says, and where what it encoded ends.
  private var priming: Int64 = 0
  private var encodedEnd: (start: ClockTime, samples: Int64)?
  /// True if other tracks refer to the track as their chapters.
  private let areChapters: Bool
  private var text: MuxerText
  private var boxes = MuxerBoxes()
  /// The parts of the program's samples that are shown; empty where all are.
  private var sessions = SessionEdits()
  /// The start of the latest caption or metadata of a session, on the stream's timeline, in units.
  private var latestStart: Int64?
  /// True if a sample was left out for it has no time.
  private var hasUntimedSamples = false
  /// True if all samples have been written.
  private(set) var isFinished = false

  /// The format from which a sample description was made.
  private struct Described: Equatable {
    let caps: Caps
    let entry: MediaUnits.Entry?
  }

  /// The metadata, with their running times in nanoseconds.
  private(set) var objects: [(object: MetadataObject, start: Int64, duration: CMTime)] = []

  init(_ kind: Kind, _ options: MuxerOptions, number: Int) {
    self.kind = kind
    self.number = number
    file = options.format
    format = options.format.descriptions
    isStreamed = options.goesIntoStreams
    settings = options.tracks.indices.contains(number - 1) ? options.tracks[number - 1] : nil
    areChapters = options.tracks.contains { $0.references.contains { $0.kind == "chap" && $0.track == number } }
    text = MuxerText(areChapters: areChapters)
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  // MARK: - Events

  /// Takes what an event says of the buffers that follow.
  func receive(_ event: Event) {
    switch event.event.pointee.type {
    case GST_EVENT_CAPS: if case .caps(let caps) = event.content { self.caps = caps }
    case GST_EVENT_SEGMENT:
      segment = GstSegment(of: event)
      clock?.setSegment(segment)
    case GST_EVENT_TAG: tags.read(event)
    default:
      if let bounds = AudioBounds(event) {
        receive(bounds)
      } else if let sessions = ProgramSessions(event) {
        self.sessions.setSessions(sessions.list)
      } else {
        units = MediaUnits(event) ?? units
      }
    }
  }

  /// Takes what an encoder of ours says of its audio.
  private func receive(_ bounds: AudioBounds) {
    switch bounds {
    case .priming(let samples): priming = samples
    case .end(let start, let samples): encodedEnd = (start, samples)
    }
  }

  /// Remembers what is said of the whole.
  func collect(_ buffer: Buffer) throws {
    let duration = buffer.duration.map { CMTime(value: Int64(clamping: $0.nanoseconds), timescale: 1_000_000_000) }
    objects.append((try MetadataObject(buffer), position(of: buffer), duration ?? .invalid))
  }

  /// Takes the sessions of another input of the same program: this one may have ended before they did.
  func takeSessions(of other: MuxerInput) {
    if !sessions.isEmpty { sessions.setSessions(other.sessions.sessions) }
  }

  // MARK: - Buffers

  /// Learns from a buffer what the track is.
  func prepare(_ buffer: Buffer) throws {
    guard let caps else { throw MovieError(.notStorable, "a track has no format") }
    if kind == .text { return try announce() }
    if kind == .timedMetadata {
      try announce()
      guard draft != nil else { throw MovieError(.notStorable, "metadata that belong to times are samples with keys") }
      return
    }
    let described = Described(caps: caps, entry: StoredSample(buffer) == nil ? nil : units?.entry)
    guard let known = descriptions.firstIndex(of: described) else { return try add(described, buffer) }
    coding?.description = known
  }

  /// Makes the track of captions, of which everything is known before there are any: in fragments and in Matroska, all tracks are
  /// there from the beginning, before the time of the first caption is known.
  func announce() throws {
    guard kind.isSparse, draft == nil else { return }
    if kind == .timedMetadata {
      guard let entry = units?.entry else { return }
      let timescale = settings?.timescale.map { Int32(clamping: $0) } ?? units?.timescale
      boxes = MuxerBoxes(timescale: timescale, beginsLate: isStreamed || !sessions.isEmpty && entry.isTimeCode)
      draft = try boxes.draft(entry, in: format, tags)
    } else {
      draft = MuxerText.draft(in: format, tags)
    }
    if var draft {
      if areChapters, case .movie(let movie) = file, movie != .threeGP, ["sbtl", "text"].contains(draft.handlerType) {
        draft.describeChapters(in: movie)
      }
      try apply(to: &draft)
      self.draft = draft
    }
    // The samples are at the movie's own times, and the first one of timecode may be late.
    if isStreamed || !sessions.isEmpty && draft?.handlerType == "tmcd" { draft?.timing = .stored(nil) }
    clock = MuxerClock(timescale: kind == .text ? 1000 : boxes.timescale, frame: nil, segment)
  }

  /// Applies the node's settings of the track; without any, the name alone.
  private func apply(to draft: inout TrackDraft) throws(MovieError) {
    if let settings {
      try settings.apply(to: &draft, number: number, in: file)
    } else if case .movie(let movie) = file {
      draft.boxes += try TrackSettings().boxes(in: movie, name: draft.name)
    }
  }

  /// Returns the coding of buffers in a kind of file.
  private func coding(_ caps: Caps, _ first: Buffer, in file: WritableFormat) throws -> MuxerCoding {
    var coding = try MuxerCoding(
      caps, first, in: file, description: descriptions.count, cleanAperture: settings?.cleanAperture ?? [])
    if let entry = units?.entry, StoredSample(first) != nil { coding.keep(entry, in: file) }
    try file.check(coding.draft(tags))
    return coding
  }

  private func add(_ described: Described, _ first: Buffer) throws {
    let (caps, coding): (Caps, MuxerCoding)
    caps = described.caps
    do {
      coding = try MovieError.naming(track: number) { try self.coding(caps, first, in: file) }
    } catch let error as MovieError {
      throw UnsupportedMedia(error, in: file) { file in
        if case .movie = file { (try? self.coding(caps, first, in: file)) != nil } else { false }
      }
    }
    descriptions.append(described)
    if draft == nil {
      var draft = coding.draft(tags)
      // Audio that is stored sample by sample is counted, and so is all that goes into audio files.
      isStored = StoredSample(first) != nil && coding.bytesPerFrame == nil
      if case .audio = file { isStored = false }
      if kind == .video || isStored, let units, units.hold(first, caps) {
        draft.timescale = units.timescale
        if isStored { draft.timing = .timed }
        clock = MuxerClock(timescale: units.timescale, frame: nil, isStored: isStored, isAudio: kind == .audio, segment)
      } else {
        isStored = false
        clock = MuxerClock(
          timescale: coding.timescale, frame: coding.frameDuration,
          isCounted: coding.bytesPerFrame != nil && !sessions.isEmpty, segment)
      }
      if kind == .video, let timescale = settings?.timescale {
        draft.timescale = Int32(clamping: timescale)
        clock = MuxerClock(timescale: draft.timescale, frame: nil, isStored: isStored, segment)
      }
      try apply(to: &draft)
      self.draft = draft
      // Stored samples are where their stamps say.
      if StoredSample(first) == nil { priming = max(priming, coding.priming) }
    } else {
      draft?.sampleEntries.append(coding.entry)
    }
    self.coding = coding
  }

  /// The running time of a buffer, in nanoseconds; that of the one before if it has none.
  private func position(of buffer: Buffer) -> Int64 { segment.runningTime(of: buffer) ?? position }

  /// Learns from the first buffer when the track begins: the samples of other tracks may be written before it.
  func expectStart(_ first: Buffer) throws {
    guard kind == .video || kind == .audio, var coding, var clock else { return }
    let bytes = try first.withUnsafeBytes { coding.sample([UInt8]($0)) }
    guard !coding.isHeader(bytes) else { return }
    let samples = try isStored ? nil : first.withUnsafeBytes { coding.audioSampleCount($0, first.duration) }
    let lead = kind == .audio ? lead(of: first, rate: Int(coding.timescale)) : 0
    guard clock.time(of: first, samples: samples, priming: max(priming, lead)) != nil else { return }
    expectedStart = clock.presentedStart
  }

  /// The samples before the first that is heard of an audio track, by which the stamp of its first buffer is late; none for stored
  /// samples, which are where their stamps say.
  private func lead(of first: Buffer, rate: Int) -> Int64 {
    StoredSample(first) == nil ? first.clipping(rate: rate).start : 0
  }

  /// - Parameter origin: What is at 0 in the movie.
  func append(_ buffer: Buffer, to writer: any MediaWriter, from origin: CMTime) throws {
    guard let track, let timescale = clock?.timescale else { return }
    position = max(position, position(of: buffer))
    if kind.isSparse { return try appendSparse(buffer, to: writer, track, timescale, from: origin) }
    guard let coding else { return }
    if writer.descriptionCount(ofTrack: track) < descriptions.count, let draft {
      try writer.updateTrack(track) { $0.sampleEntries = draft.sampleEntries }
    }
    guard let bytes = try sampleBytes(of: buffer, coding) else { return }
    var clip: (start: Int64, end: Int64) = (0, 0)
    if kind == .audio {
      clip = buffer.clipping(rate: Int(coding.timescale))
      if clock?.isFresh == true { priming = max(priming, lead(of: buffer, rate: Int(coding.timescale))) }
    }
    let samples = try isStored ? nil : buffer.withUnsafeBytes { self.coding?.audioSampleCount($0, buffer.duration) }
    guard let time = clock?.time(of: buffer, samples: samples, priming: priming, clippedEnd: clip.end) else {
      hasUntimedSamples = true
      return
    }
    if !sessions.isEmpty {
      // Stored audio is where its stamps say: what of it is left out comes after them.
      let shown = time.start + (StoredSample(buffer) == nil ? priming : clip.start)
      sessions.note(
        start: shown, end: time.start + time.duration - (isStored ? clip.end : 0), mediaStart: time.start,
        timescale: timescale)
    }
    let stored = isStored ? StoredSample(buffer) : nil
    let isSync = !buffer.flags.contains(.deltaUnit)
    let flags = try stored?.flags ?? self.coding?.flags(ofNext: buffer, isSync: isSync) ?? []
    let roll = stored?.flags == nil ? coding.codec.rollDistance : stored?.rollDistance
    var run = SampleRun(
      first: MovieFile.Sample(
        decodeTime: time.decode, presentationTime: time.start, duration: time.duration, size: Int(bytes.count),
        descriptionIndex: coding.description, flags: flags, rollDistance: roll,
        timescale: timescale), count: 1)
    if let frame = coding.bytesPerFrame, bytes.count >= frame {
      run.count = Int(bytes.count) / frame
      (run.first.size, run.first.duration) = (frame, 1)
    }
    try writer.append(run, bytes.prefix(run.byteCount), toTrack: track)
  }

  /// Writes a caption or metadata at the movie's own times, as far as its session shows it.
  private func appendSparse(
    _ buffer: Buffer, to writer: any MediaWriter, _ track: Int, _ timescale: Int32, from origin: CMTime
  ) throws {
    guard let time = clock?.time(of: buffer, priming: 0) else { return }
    var bytes = try buffer.withUnsafeBytes { [UInt8]($0) }
    // Without a duration, metadata hold up to the next ones.
    let (stop, overflow) = time.start.addingReportingOverflow(time.duration)
    let hasEnd = kind == .text || buffer.duration != nil
    var (start, end) = (time.start, hasEnd ? overflow ? .max : stop : nil)
    if !sessions.isEmpty {
      limitToSession(timescale)
      latestStart = start
      guard let shown = sessions.shown(start, end: end, timescale: timescale) else { return }
      (start, end) = (shown.start, shown.end)
      bytes = units?.entry?.timeCode(bytes, after: shown.hidden) ?? bytes
    } else if isStreamed {
      let offset = CMTimeConvertScale(origin, timescale: timescale, method: .default).value
      (start, end) = (start - offset, end.map { $0 - offset })
    }
    let duration = end.map { $0 - start }
    if kind == .text {
      return try text.append(styledText(of: bytes), at: start, duration: duration ?? 0, to: writer, track)
    }
    if let entry = units?.entry, try boxes.describe(entry, in: format), let draft {
      let entries = draft.sampleEntries + [boxes.entries[boxes.entries.count - 1]]
      self.draft?.sampleEntries = entries
      try writer.updateTrack(track) { $0.sampleEntries = entries }
    }
    try boxes.append(bytes, at: start, duration: duration, to: writer, track)
  }

  /// Ends the latest captions or metadata with their session: its end may be known only after them.
  private func limitToSession(_ timescale: Int32) {
    guard let latestStart, let end = sessions.movieEnd(ofSessionAt: latestStart, timescale: timescale) else { return }
    text.limit(to: end)
    boxes.limit(to: end)
  }

  /// True if the end of the latest captions or metadata may still become known, and the file has a place for them behind other tracks.
  var awaitsSessionEnd: Bool {
    guard kind.isSparse, !isStreamed, let latestStart, let clock else { return false }
    return sessions.movieEnd(ofSessionAt: latestStart, timescale: clock.timescale) == nil
  }

  /// Returns the text of a caption, with its styles where the source gives markup.
  private func styledText(of bytes: [UInt8]) -> StyledText {
    let text = String(decoding: bytes, as: UTF8.self)
    return caps?.first?["format"]?.string == TextFormat.markup ? StyledText(markup: text) : StyledText(text)
  }

  /// Ends what is shown of video with a frame that the file has no room for: frames behind it may have been decoded before.
  func leaveOut(_ buffer: Buffer) {
    guard kind == .video, let stamp = buffer.presentationTime else { return }
    clock?.limitEnd(to: stamp)
  }

  /// Returns the bytes of a buffer as a sample, where they are if they can stay in their file; nil for a header among the samples,
  /// which the track has.
  private func sampleBytes(of buffer: Buffer, _ coding: MuxerCoding) throws -> MovieFile.SampleBytes? {
    if coding.keepsBytes, let file = buffer.deferredBytes as? FileRange { return .range(file.range, file.source) }
    let bytes = try buffer.withUnsafeBytes { coding.sample([UInt8]($0)) }
    return coding.isHeader(bytes) ? nil : .memory(bytes)
  }

  /// Nothing follows.
  ///
  /// - Throws: `MovieError` if samples have come, and none of them had a time: the track would be empty.
  func finish(_ writer: any MediaWriter) throws {
    guard let track else { return }
    if hasUntimedSamples, clock?.isFresh == true {
      throw MovieError(.notStorable, "the samples of input \(number) have no times")
    }
    isFinished = true
    if let clock { limitToSession(clock.timescale) }
    if kind == .text { try text.finish(writer, track) }
    if kind == .timedMetadata { try boxes.finish(writer, track) }
    if kind == .video, let end = clock?.estimatedEnd { writer.limitPresentation(to: end, ofTrack: track) }
    if let end = encodedEnd { clock?.setEnd(end.start, samples: end.samples) }
  }

  /// Leaves out frames after those that a video encoder has not given any more.
  func endEarly() { if kind == .video { clock?.endEarly() } }

  /// A note for the user where frames' times had to be rounded; nil if none had to.
  var roundingNote: String? {
    guard kind == .video, let clock, clock.roundedCount > 0 else { return nil }
    let count = clock.roundedCount
    return
      "the times of \(count) \(count == 1 ? "frame" : "frames") of input \(number) are rounded to 1/\(clock.timescale) s"
  }

  /// A note for the user where nothing in the file says that frames are interlaced; nil where something does, or none are.
  var fieldNote: String? {
    guard let coding, coding.losesFields else { return nil }
    return "the frames of input \(number) are interlaced, and neither such files nor \(coding.codec.title) say so: "
      + "deinterlace them, or write a QuickTime or Matroska file"
  }

  /// A note for the user where nothing came that could be seen or heard, so that the file has no such track; nil where something did.
  var absenceNote: String? {
    kind.isPresented && draft == nil ? Self.absenceNote(ofInput: number, isVideo: kind == .video) : nil
  }

  /// The note for the user that a file is without an input's track.
  static func absenceNote(ofInput number: Int, isVideo: Bool) -> String {
    "input \(number) gave no \(isVideo ? "frames" : "audio"), and the file is without that track"
  }

  // MARK: - What is shown

  /// When the track is going to begin, by its first buffer; nil if that does not tell.
  private(set) var expectedStart: CMTime?
  /// When the track begins, on the inputs' common timeline; nil if it does not.
  var presentedStart: CMTime? { kind.isPresented ? clock?.presentedStart : nil }

  /// Returns the track's edits in a movie that begins at `origin`; nil before the first sample that is shown.
  func segments(from origin: CMTime) -> [TrackTimeline.Segment]? {
    // Captions are written at the movie's own times.
    if kind.isSparse && (isStreamed || !sessions.isEmpty) { return nil }
    guard !sessions.isEmpty, let clock else { return clock?.segments(from: origin) }
    guard sessions.hasSamples else { return nil }
    let segments = sessions.segments(timescale: clock.timescale, end: clock.shownEnd, areHeld: kind == .video)
    guard isEnded || segments.contains(where: { $0.source != nil }) else { return nil }
    return placed(segments)
  }

  /// The time up to which the last frame is held, in units of the track; nil if it ends by itself.
  var heldEnd: Int64? { kind == .video ? clock.flatMap { sessions.heldEnd(timescale: $0.timescale) } : nil }

  /// The edits to write by before a sample is shown: the headers of fragments, and the beginning of audio, may be written by then. Nil
  /// without sessions.
  var expectedSegments: [TrackTimeline.Segment]? {
    guard kind.isPresented, !isEnded, isStreamed || sessions.hasSamples, let clock else { return nil }
    return sessions.expectedSegment(timescale: clock.timescale).map { placed([$0]) }
  }

  /// Returns edits as the file can have them: audio files have no place for silence before their sound, or behind it.
  private func placed(_ segments: [TrackTimeline.Segment]) -> [TrackTimeline.Segment] {
    guard case .audio = file else { return segments }
    let shown = segments.filter { $0.source != nil }
    return shown.map { $0.earlier(by: shown[0].target.start) }
  }

  /// The time that is 0 in the movie by the program's sessions; nil without any.
  var sessionOrigin: CMTime? { sessions.origin }
}

extension Buffer {
  /// Samples of audio to leave out at the beginning and at the end.
  func clipping(rate: Int) -> (start: Int64, end: Int64) {
    guard let meta = gst_buffer_get_meta(buffer, gst_audio_clipping_meta_api_get_type()) else { return (0, 0) }
    let clip = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstAudioClippingMeta.self).pointee
    let scale: (UInt) -> Int64 = { value in
      clip.format == GST_FORMAT_TIME ? ClockTime(nanoseconds: value).samples(at: rate) : Int64(clamping: value)
    }
    return (scale(clip.start), scale(clip.end))
  }
}
