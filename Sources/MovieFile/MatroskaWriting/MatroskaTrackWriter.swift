/// A track while it is written: makes blocks of samples, at the times at which segments show them.
///
/// Frames that are decoded only, since a segment begins inside of a group of pictures, become hidden blocks just before
/// the first frame that is shown. Audio before the first segment is the track's delay; audio behind a segment is
/// discarded. PCM is cut. What no shown frame needs is left out.
final class MatroskaTrackWriter {
  /// A sample, or some of PCM, on the media's timeline.
  struct Unit {
    var start: Int64
    var duration: Int64
    var flags: SampleFlags
    var bytes: SampleBytes

    var end: Int64 { start + max(duration, 1) }
  }

  let number: Int
  private(set) var draft: TrackDraft
  private(set) var codec: MatroskaCodec
  var segments: [TrackTimeline.Segment]? {
    didSet { if segments != oldValue { places = nil } }
  }
  /// The segments on the media's timeline and on the file's.
  private var places: [MatroskaSegmentPlace]?
  /// Samples whose successors are not known: the last one has a duration, or less of it is heard.
  private var held: [Unit] = []
  /// Samples that no segment shows, and that others may need.
  private var hidden: [Unit] = []
  /// True if a block was made.
  private(set) var hasBegun = false
  private(set) var isFinished = false
  /// The audio before the first that is heard, in units of the track.
  private(set) var delay: Int64 = 0
  /// False once the file's headers do not have the delay.
  var canDelay = true
  /// The largest number of the file's units before a time that hidden blocks need.
  private(set) var leads: [(nanoseconds: Int64, units: Int64)] = []
  /// The number of frames that are decoded only.
  private(set) var hiddenCount = 0
  /// The end of what is shown, on the timeline of the samples' presentation times; nil where their durations say it.
  var presentationLimit: Int64?
  /// The duration of each sample so far; nil if they differ.
  private(set) var constantDuration: Int64?
  private var isFirst = true

  private enum Medium { case video, packets, pcm, text }
  private let medium: Medium
  private let document: MatroskaDocument

  /// Blocks of PCM have a 25th of a second at most.
  private var largestRun: Int { max(1, Int(draft.timescale) / 25) }

  init(_ draft: TrackDraft, number: Int, in document: MatroskaDocument) throws(MovieError) {
    try document.check(draft)
    (self.draft, self.number, self.document) = (draft, number, document)
    codec = try MatroskaCodec(draft.sampleEntries[0], handler: draft.handlerType, in: document)
    medium =
      switch draft.handlerType {
      case .video: .video
      case .audio: codec.bytesPerFrame == nil ? .packets : .pcm
      default: .text
      }
    try update(draft)
  }

  /// The end of what is shown, in nanoseconds of the file; nil where the samples' durations say it.
  var limit: Int64? {
    get throws(MovieError) {
      guard let presentationLimit else { return nil }
      return try currentPlaces().last?.time(presentationLimit)
    }
  }

  var isVideo: Bool { medium == .video }
  var isAudio: Bool { medium == .packets || medium == .pcm }

  /// - Throws: `notStorable` if a description needs other headers than the first one.
  func update(_ draft: TrackDraft) throws(MovieError) {
    for entry in draft.sampleEntries.dropFirst() {
      guard codec.canGoOn(with: try MatroskaCodec(entry, handler: draft.handlerType, in: document)) else {
        throw MovieError(.notStorable, "\(document.name) cannot hold a track that changes its format")
      }
    }
    self.draft = draft
  }

  /// The header, with the delay and the frame rate as far as they are known.
  func header() -> MatroskaTrackHeader {
    MatroskaTrackHeader(
      number: number, draft: draft, codec: codec, defaultDuration: frameDuration, delay: nanoseconds(delay))
  }

  /// The duration of a frame in nanoseconds, as long as all have the same.
  var frameDuration: Int64? {
    guard isVideo, let constantDuration, constantDuration > 0 else { return nil }
    return nanoseconds(constantDuration)
  }

  // MARK: - Samples

  /// Adds samples, and returns the blocks that are certain.
  func take(_ run: SampleRun, _ bytes: SampleBytes) throws(MovieError) -> [MatroskaDraftBlock] {
    let step = medium == .pcm ? largestRun : 1
    var added = 0
    if isFirst { (constantDuration, isFirst) = (run.first.duration, false) }
    if run.first.duration != constantDuration { constantDuration = nil }
    for first in stride(from: 0, to: run.count, by: step) {
      let sample = run[first]
      let count = min(step, run.count - first)
      let start = Int64(first) * Int64(sample.size)
      let part = run.count == count ? bytes : bytes.part(start..<start + Int64(count) * Int64(sample.size))
      let unit = Unit(
        start: sample.presentationTime, duration: Int64(count) * sample.duration, flags: sample.flags, bytes: part)
      if medium != .pcm || !extendLast(by: unit) {
        held.append(unit)
        added += 1
      }
    }
    // The segments may not show the latest samples yet; and the end of a movie may leave out more than the last packet. The frame
    // that is shown last has a duration, whatever is decoded after it.
    let kept = isVideo ? held.count - indexOfLastShown : medium == .packets ? 2 : 1
    return try release(keeping: medium == .text ? 0 : max(added, kept))
  }

  /// The index of the held sample that is presented last; 0 without any.
  private var indexOfLastShown: Int { held.indices.max { held[$0].start < held[$1].start } ?? 0 }

  /// Joins PCM with what directly precedes it, up to the size of a block; returns false if it cannot.
  private func extendLast(by unit: Unit) -> Bool {
    guard let last = held.last, last.start + last.duration == unit.start,
      last.duration + unit.duration <= Int64(largestRun), case .memory(var bytes) = last.bytes,
      case .memory(let more) = unit.bytes
    else { return false }
    held[held.count - 1].bytes = .memory([])
    bytes += more
    held[held.count - 1].bytes = .memory(bytes)
    held[held.count - 1].duration += unit.duration
    return true
  }

  /// Ends the track, and returns the remaining blocks.
  func finish() throws(MovieError) -> [MatroskaDraftBlock] {
    guard !isFinished else { return [] }
    isFinished = true
    var blocks = try release(keeping: 0)
    guard medium == .packets, hasBegun, hidden.count <= 2, let place = try currentPlaces().last else { return blocks }
    // Packets that only complete the last one.
    for unit in hidden { if let block = try discardedBlock(unit, place) { blocks.append(block) } }
    return blocks
  }

  private func release(keeping count: Int) throws(MovieError) -> [MatroskaDraftBlock] {
    var isStored = false
    if case .stored = draft.timing { isStored = true }
    guard segments != nil || isStored || isFinished else { return [] }
    var blocks: [MatroskaDraftBlock] = []
    let ready = max(0, held.count - count)
    let last = isVideo ? indexOfLastShown : ready - 1
    for index in 0..<ready { try place(held[index], isLast: isFinished && index == last, &blocks) }
    held.removeFirst(ready)
    return blocks
  }

  private func currentPlaces() throws(MovieError) -> [MatroskaSegmentPlace] {
    if let places { return places }
    let found = try MatroskaSegmentPlace.places(of: segments, timescale: draft.timescale, in: document)
    places = found
    return found
  }

  private func place(_ unit: Unit, isLast: Bool, _ blocks: inout [MatroskaDraftBlock]) throws(MovieError) {
    let places = try currentPlaces()
    if medium == .text { return try showText(unit, places, &blocks) }
    guard let place = places.first(where: { unit.start < $0.end && unit.end > $0.start }) else { return hide(unit) }
    switch medium {
    case .video: try showFrame(unit, place, isLast: isLast, &blocks)
    case .packets: try hear(unit, place, isLast: isLast, &blocks)
    case .pcm: try hearPCM(unit, place, &blocks)
    case .text: break
    }
    hasBegun = true
  }

  /// Keeps a sample that no segment shows as long as others may need it.
  private func hide(_ unit: Unit) {
    switch medium {
    case .video:
      if !unit.flags.isDisjoint(with: .randomAccess) { hidden.removeAll() }
      hidden.append(unit)
    case .packets:
      hidden.append(unit)
      // A tenth of a second, or three packets, prepare a decoder.
      let needed = max(Int64(draft.timescale) / 10, 3 * unit.duration)
      if let first = hidden.first, unit.end - first.end > needed { hidden.removeFirst() }
    case .pcm, .text: break
    }
  }

  // MARK: - Blocks

  private func block(_ unit: Unit, at time: Int64) throws(MovieError) -> MatroskaDraftBlock? {
    guard let bytes = try codec.packet(unit.bytes), bytes.count > 0 else { return nil }
    return MatroskaDraftBlock(
      track: number - 1, nanoseconds: time, isSync: !isVideo || !unit.flags.isDisjoint(with: .randomAccess),
      isDisposable: isVideo && unit.flags.contains(.disposable), bytes: bytes)
  }

  /// Text is shown in each segment that shows a part of its time.
  private func showText(
    _ unit: Unit, _ places: [MatroskaSegmentPlace], _ blocks: inout [MatroskaDraftBlock]
  ) throws(MovieError) {
    for place in places where unit.start < place.end && unit.end > place.start {
      let shown = max(unit.start, place.start)..<min(unit.end, place.end)
      guard var block = try block(unit, at: place.time(shown.lowerBound)) else { return }
      block.duration = nanoseconds(shown.upperBound) - nanoseconds(shown.lowerBound)
      blocks.append(block)
      hasBegun = true
    }
  }

  private func showFrame(
    _ unit: Unit, _ place: MatroskaSegmentPlace, isLast: Bool, _ blocks: inout [MatroskaDraftBlock]
  ) throws(MovieError) {
    for frame in hidden {
      let isBefore = frame.start < place.start
      let steps = isBefore ? (place.start - frame.start + max(frame.duration, 1) - 1) / max(frame.duration, 1) : 1
      let time = isBefore ? place.time(place.start) : place.time(place.end)
      guard var block = try block(frame, at: time) else { continue }
      (block.isHidden, block.unitsEarlier, block.end) = (true, steps, time)
      hiddenCount += 1
      if isBefore { leads.append((time, steps)) }
      blocks.append(block)
    }
    hidden.removeAll()
    // The edit holds the last frame until it ends.
    let end = isLast && segments != nil ? place.end : min(unit.start + unit.duration, place.end)
    let shown = max(unit.start, place.start)..<end
    guard var block = try block(unit, at: place.time(shown.lowerBound)) else { return }
    block.end = place.time(max(shown.lowerBound, shown.upperBound))
    if isLast || shown != unit.start..<unit.start + unit.duration { block.duration = block.end - block.nanoseconds }
    blocks.append(block)
  }

  private func hear(
    _ unit: Unit, _ place: MatroskaSegmentPlace, isLast: Bool, _ blocks: inout [MatroskaDraftBlock]
  ) throws(MovieError) {
    let isFirst = !hasBegun
    if isFirst, canDelay { delay = max(0, place.start - (hidden.first ?? unit).start) }
    for packet in hidden where !isFirst || canDelay {
      if isFirst {
        if let block = try block(packet, at: place.time(packet.start) + nanoseconds(delay)) { blocks.append(block) }
      } else if let block = try discardedBlock(packet, place) {
        blocks.append(block)
      }
    }
    hidden.removeAll()
    guard var block = try block(unit, at: place.time(unit.start) + nanoseconds(delay)) else { return }
    block.end = place.time(min(unit.end, place.end))
    // The last packet of a movie may last less than what a decoder makes of it.
    let decodedEnd = isLast ? max(unit.end, unit.start + (codec.framesPerPacket(at: draft.timescale) ?? 0)) : unit.end
    if decodedEnd > min(unit.end, place.end) {
      block.discarded = nanoseconds(decodedEnd) - nanoseconds(min(unit.end, place.end))
    } else if unit.start < place.start, !isFirst || !canDelay {
      block.discarded = nanoseconds(unit.start) - nanoseconds(place.start)
    }
    blocks.append(block)
  }

  /// Returns the block of a packet of which nothing is heard.
  private func discardedBlock(_ unit: Unit, _ place: MatroskaSegmentPlace) throws(MovieError) -> MatroskaDraftBlock? {
    guard var block = try block(unit, at: max(0, place.time(unit.start)) + nanoseconds(delay)) else { return nil }
    block.discarded = nanoseconds(unit.end) - nanoseconds(unit.start)
    return block
  }

  private func hearPCM(
    _ unit: Unit, _ place: MatroskaSegmentPlace, _ blocks: inout [MatroskaDraftBlock]
  ) throws(MovieError) {
    guard let frame = codec.bytesPerFrame, unit.bytes.count == unit.duration * Int64(frame) else {
      throw MovieError(.malformed, "\(unit.duration) frames have \(unit.bytes.count) bytes")
    }
    let shown = max(unit.start, place.start)..<min(unit.end, place.end)
    guard !shown.isEmpty else { return }
    var part = unit
    let range = (shown.lowerBound - unit.start) * Int64(frame)..<(shown.upperBound - unit.start) * Int64(frame)
    part.bytes = unit.bytes.part(range)
    guard var block = try block(part, at: place.time(shown.lowerBound)) else { return }
    block.end = place.time(shown.upperBound)
    blocks.append(block)
  }

  /// Returns a time of the track in nanoseconds.
  private func nanoseconds(_ units: Int64) -> Int64 {
    Int64(clamping: ExactScale.nearest(Int128(units) * 1_000_000_000, over: Int128(draft.timescale)))
  }
}

/// A segment of a track: where it lies on the timeline of its samples, in the track's units, and on the file's.
struct MatroskaSegmentPlace {
  let start: Int64
  let end: Int64
  fileprivate let target: Int64
  fileprivate let timescale: Int32

  /// Returns the place in the file of a time of the media, in nanoseconds.
  func time(_ units: Int64) -> Int64 {
    Int64(clamping: ExactScale.nearest(Int128(units - start) * 1_000_000_000, over: Int128(timescale))) + target
  }

  /// - Throws: `notStorable` for segments that show media at another rate, twice, or in another order.
  static func places(
    of segments: [TrackTimeline.Segment]?, timescale: Int32, in document: MatroskaDocument
  ) throws(MovieError) -> [MatroskaSegmentPlace] {
    guard let segments else {
      return [MatroskaSegmentPlace(start: 0, end: 1 << 61, target: 0, timescale: timescale)]
    }
    var places: [MatroskaSegmentPlace] = []
    for segment in segments {
      guard let source = segment.source else { continue }
      guard segment.rate == .one else {
        throw MovieError(.notStorable, "\(document.name) cannot hold an edit that changes the speed")
      }
      let start = try WrittenMovie.units(source.start, timescale)
      let end = try WrittenMovie.units(source.end, timescale)
      let target = try WrittenMovie.units(segment.target.start, 1_000_000_000)
      guard target >= 0, target < 1 << 60 else {
        throw MovieError(.notStorable, "a segment has no place on the timeline")
      }
      guard end > start else { continue }
      if places.contains(where: { start < $0.end && end > $0.start }) {
        throw MovieError(.notStorable, "\(document.name) cannot hold edits that show media twice")
      }
      // Blocks are made in the order of the media.
      if let last = places.last, start < last.end {
        throw MovieError(.notStorable, "\(document.name) cannot hold edits that show media in another order")
      }
      places.append(MatroskaSegmentPlace(start: start, end: end, target: target, timescale: timescale))
    }
    return places
  }
}
