package import GStreamer
import CoreMedia
import MovieFile
import Synchronization

/// A track of a container whose packets lie interleaved, decoded by an index that grows as far as lookups need.
///
/// Times count from the beginning of the file, wherever its clocks begin.
package struct InterleavedTrack: CodedTrack {
  private let index: PacketIndex
  private let reader: PacketReader
  /// The position in the file's streams.
  private let stream: Int
  /// The time at which the file begins, in units of the index.
  private let origin: Int64
  package let timescale: Int32
  private let ownFormats: [CodedFormat]
  /// The formats of later links of a stream that comes once, as far as they were asked for.
  private let laterFormats: GrowingFormats?
  package let isReordered: Bool
  package let hasRoundedTimes: Bool
  private let rate: OnceResult<RoundedRate?> = .init()
  private let heard: OnceResult<[TrackEdit]> = .init()
  /// True if the last packets tell the end, since finding all takes long, as of what a server has.
  private let endsByTail: Bool
  private let lastPackets: OnceResult<Tail?> = .init()
  /// The place in a stream that comes once; nil for files.
  private let progress: Progress?

  /// The end of a track by its last packets alone.
  private struct Tail: Sendable {
    let decodeEnd: Int64
    let presentationEnd: Int64
    let padding: Int64
  }

  /// Makes the formats of parameters, each once.
  private final class GrowingFormats: Sendable {
    private let made: Mutex<[CodedFormat]>

    /// - Parameter first: The format of the file's stream.
    init(_ first: CodedFormat) { made = Mutex([first]) }

    /// Returns the formats of all parameters, behind the first one; those that cannot be decoded have the one before.
    func formats(_ parameters: [ContainerStream]) -> [CodedFormat] {
      made.withLock { made in
        for stream in parameters.dropFirst(made.count - 1) {
          made.append((try? CodedFormat(stream)) ?? made[made.count - 1])
        }
        return made
      }
    }
  }

  /// The progress of reading a stream that comes once: the index forgets packets before it.
  private final class Progress: Sendable {
    private let index: PacketIndex
    private let reader: Int

    init(_ stream: Int, of index: PacketIndex) { (self.index, reader) = (index, index.addReader(of: stream)) }

    deinit { index.move(reader, to: nil) }

    func move(to number: Int) { index.move(reader, to: number) }
  }

  /// - Parameters:
  ///   - mayLackDecoder: True for a track that is only listed where it can't be decoded: then it has no format.
  ///   - endsByTail: True if the last packets tell the end, since finding all takes long, as of what a server has.
  /// - Throws: `DecoderError` with `missingDecoder` for codings that can't be decoded, with `protected` for encrypted
  ///   ones.
  package init(_ stream: Int, of index: PacketIndex, mayLackDecoder: Bool = false, endsByTail: Bool = false) throws {
    self.endsByTail = endsByTail
    (self.index, self.stream, reader) = (index, stream, PacketReader(index, stream: stream))
    let facts = index.file.streams[stream]
    do {
      ownFormats = [try CodedFormat(facts)]
    } catch {
      guard mayLackDecoder else { throw error }
      ownFormats = []
    }
    laterFormats = index.isArriving ? ownFormats.first.map { GrowingFormats($0) } : nil
    timescale = index.timescale(of: stream)
    origin = CMTimeConvertScale(index.file.origin, timescale: timescale, method: .default).value
    hasRoundedTimes =
      facts.frameDuration.map { duration in
        duration.timescale > 0
          && Int128(duration.value) * Int128(index.timescale(of: stream)) % Int128(duration.timescale) != 0
      } ?? false
    isReordered = (facts.coded?.codec.reorderDepth ?? 0) > 0
    progress = index.isArriving ? Progress(stream, of: index) : nil
  }

  /// The number of packets that tell whether frames are at the times of the stated rate.
  private static let inspectedCount = 32

  package func roundedRate(at time: Int64) -> RoundedRate? {
    guard hasRoundedTimes else { return nil }
    return (try? rate.get(isPassing: \.mayPass) { try roundedRate() }) ?? nil
  }

  private func roundedRate() throws -> RoundedRate? {
    let facts = index.file.streams[stream]
    guard facts.mediaType == "vide", let duration = facts.frameDuration, duration.value > 0,
      let first = try index.packet(0, of: stream)
    else { return nil }
    var times = [first.presentationTime]
    // Packets of a stream that comes once are not waited for. Headers of others state a rate for variable ones, too.
    while !isOpen, times.count < Self.inspectedCount, let packet = try index.packet(times.count, of: stream) {
      times.append(packet.presentationTime)
    }
    guard isOpen || SteadyRate.frameDuration(times.sorted(), timescale, stated: duration).isNumeric else { return nil }
    // A track that begins with its file begins with the rate, however its first time was rounded.
    let start = Int128(first.presentationTime - origin) * Int128(duration.timescale)
    let step = Int128(duration.value) * Int128(timescale)
    let isWhole = abs(start - ExactScale.nearest(start, over: step) * step) < Int128(duration.timescale)
    return RoundedRate(origin: isWhole ? 0 : first.presentationTime - origin, frameDuration: duration)
  }

  package var formats: [CodedFormat] {
    laterFormats?.formats(index.laterParameters(of: stream)) ?? ownFormats
  }

  /// True if the packets come one after the other: those that were read are gone, and the end is not known.
  package var isOpen: Bool { progress != nil }

  package var loss: MovieError? { index.problem }

  package func loss(behind sample: Int) -> MovieError? {
    // An error of reading is thrown by the lookup that needs the sample. The samples of a stream come when they do.
    if loss == nil, !isOpen { _ = try? index.syncPacket(of: stream, after: sample) }
    return loss
  }

  /// The edits: of audio, what is heard. Blocks until all packets of audio are found, since the last say where it ends;
  /// everything where they cannot be read, which reading them says too.
  package var edits: [TrackEdit] {
    guard index.file.streams[stream].sampleRate > 0 else { return [.everything] }
    return (try? heard.get(isPassing: \.mayPass) { try heardEdits() }) ?? [.everything]
  }

  /// Returns the edits that leave out priming before, and padding after the audio.
  private func heardEdits() throws -> [TrackEdit] {
    guard let first = try index.packet(0, of: stream) else { return [.everything] }
    let tail = try tail()
    let padding: DiscardPadding
    if isOpen {
      padding = index.discardedSoFar(of: stream)
    } else if let tail {
      padding = DiscardPadding(start: index.discardedSoFar(of: stream).start, end: tail.padding)
    } else {
      padding = try index.discardPadding(of: stream)
    }
    let start = max(0, first.presentationTime - origin)
    // Times count padding, too: what is decoded of it is silence.
    let (silence, mediaStart) = (
      start + padding.start, start + index.file.streams[stream].priming + padding.start
    )
    let lead = silence > 0 ? [TrackEdit(duration: time(silence), mediaStart: nil)] : []
    // The padding at the end of a stream is known when its last packet comes.
    if isOpen { return lead + [TrackEdit(duration: .indefinite, mediaStart: mediaStart)] }
    let end = try mediaEnd() - padding.end
    var (edits, position) = (lead, mediaStart)
    // Links of a chain follow each other without their own priming and padding.
    for gap in tail == nil ? try gaps(from: mediaStart, to: end) : [] {
      edits.append(TrackEdit(duration: time(gap.lowerBound - position), mediaStart: position))
      position = gap.upperBound
    }
    edits.append(TrackEdit(duration: time(max(0, end - position)), mediaStart: position))
    return edits
  }

  /// The maximum number of gaps: more is damage, and is heard.
  private static let gapLimit = 4096

  /// Returns the ranges within the media that are not heard.
  private func gaps(from start: Int64, to end: Int64) throws -> [Range<Int64>] {
    let gaps = try index.unheard(of: stream).map { $0.lowerBound - origin..<$0.upperBound - origin }
      .filter { $0.lowerBound > start && $0.upperBound < end }
    return gaps.count <= Self.gapLimit ? gaps : []
  }

  /// True if the end of the track is known without a walk over all packets: by the last ones, or since all are known.
  func endsNearby() throws -> Bool { try index.isComplete || tail() != nil }

  /// The bytes at the end of a file that are read to find the last packets; more would be a walk of its own.
  private static let tailLimit: Int64 = 64 << 20

  private func tail() throws -> Tail? {
    guard endsByTail, !index.isComplete else { return nil }
    return try lastPackets.get(isPassing: \.mayPass) {
      guard let place = try index.file.place(of: stream, atOrBefore: .max),
        index.file.source.size - place.offset <= Self.tailLimit
      else { return nil }
      let end = PacketIndex(index.file, from: place)
      guard let last = try end.packet(end.count(of: stream) - 1, of: stream),
        let shown = try end.packet(of: stream, shownAt: .max)
      else { return nil }
      let rounding = try roundingError(of: end)
      return Tail(
        decodeEnd: last.decodeTime + last.duration - origin - rounding,
        presentationEnd: try shownEnd(of: shown, in: end) - rounding,
        padding: try end.discardPadding(of: stream).end)
    }
  }

  /// Returns the error of the time with which the last packets of audio begin, which the container has rounded: whole packets
  /// lie between the first one and these. 0 where that does not tell it.
  private func roundingError(of end: PacketIndex) throws -> Int64 {
    let facts = index.file.streams[stream]
    guard facts.sampleRate > 0, facts.timescale != timescale, let start = try firstSound(in: end),
      let first = try firstSound(in: index)
    else { return 0 }
    var step: Int64 = 0
    for number in start.number..<max(start.number, try end.count(of: stream) - 1) {
      guard let packet = try end.packet(number, of: stream) else { break }
      // The divisor of two zeros is 1, which no packet states.
      step = step == 0 ? packet.duration : greatestCommonDivisor(packet.duration, step)
    }
    let unit = Int64(timescale) / Int64(facts.timescale) + 1
    let distance = start.decodeTime - first.decodeTime
    while step > unit {
      let rest = distance - distance / step * step
      let error = rest > step / 2 ? rest - step : rest
      if abs(error) <= unit { return error }
      // Packets between them may be shorter, as the short blocks of Vorbis.
      guard step % 2 == 0 else { break }
      step /= 2
    }
    return 0
  }

  /// Returns the first packet with sound: one of Vorbis before it only prepares the decoder.
  private func firstSound(in index: PacketIndex) throws -> IndexedPacket? {
    try index.packet(index.file.streams[stream].coded?.codec == .vorbis ? 1 : 0, of: stream)
  }

  package func mediaEnd() throws -> Int64 { try tail()?.decodeEnd ?? length()?.decodeEnd ?? far }

  package func presentationEnd() throws -> Int64 { try tail()?.presentationEnd ?? length()?.presentationEnd ?? far }

  // MARK: Samples

  private func sample(_ packet: IndexedPacket) -> CodedSample {
    CodedSample(
      index: packet.number, decodeTime: packet.decodeTime - origin, presentationTime: packet.presentationTime - origin,
      duration: packet.duration, size: packet.size, formatIndex: packet.parameters, isSync: packet.isSync,
      beginsLink: packet.beginsLink, offset: packet.place.offset)
  }

  /// The samples at the end of the last packet of a stream that are not heard; 0 of others, and of files, whose edits
  /// leave them out.
  func unheardEnd(of sample: CodedSample) -> Int64 { isOpen ? index.padding(behind: sample.index, of: stream) : 0 }

  /// The samples of a packet of a stream that are not heard, in the middle of it: where one link ends and the next begins. Nil
  /// of others, and of files, whose edits leave them out.
  func unheardPart(of sample: CodedSample) -> DiscardPadding? {
    isOpen && sample.index > 0 ? index.padding(of: sample.index, in: stream) : nil
  }

  /// A time of the index; the largest and smallest numbers stay what they are.
  private func indexTime(_ time: Int64) -> Int64 {
    let (sum, isOver) = time.addingReportingOverflow(origin)
    return isOver ? time : sum
  }

  package func length() throws -> TrackLength? {
    if isOpen { return nil }
    let count = try index.count(of: stream)
    let (last, shown) = (try index.packet(count - 1, of: stream), try index.packet(of: stream, shownAt: .max))
    return TrackLength(
      sampleCount: count, decodeEnd: last.map { $0.decodeTime + $0.duration - origin } ?? 0,
      presentationEnd: try shown.map { try shownEnd(of: $0, in: index) } ?? 0)
  }

  /// Returns the end of the packet that is shown last. If others are decoded after it, and it states no duration, the time
  /// until these is none: the picture lasts no longer than the one before it, but as long as the file says of all.
  private func shownEnd(of last: IndexedPacket, in index: PacketIndex) throws -> Int64 {
    var duration = last.duration
    if isReordered, !last.hasStatedDuration, try last.number + 1 < index.count(of: stream),
      let before = try index.packet(of: stream, shownAt: last.presentationTime - 1)
    {
      duration = max(min(duration, last.presentationTime - before.presentationTime), nominalDuration)
    }
    let end = last.presentationTime + duration - origin
    guard let stated = statedEnd, stated > end, stated <= end + duration else { return end }
    return stated
  }

  /// The duration that a file of Matroska states for all frames of the track; 0 if it states none.
  private var nominalDuration: Int64 {
    guard index.file is MatroskaFile, let stated = index.file.streams[stream].frameDuration else { return 0 }
    return max(0, CMTimeConvertScale(stated, timescale: timescale, method: .default).value)
  }

  /// The end by the header, where blocks do not say how long they last, and the track is the only one.
  private var statedEnd: Int64? {
    let facts = index.file.streams[stream]
    guard index.file is MatroskaFile, facts.mediaType == "vide", facts.frameDuration == nil,
      index.file.streams.count(where: { ["vide", "soun"].contains($0.mediaType) }) == 1
    else { return nil }
    return index.file.statedDuration.map { CMTimeConvertScale($0, timescale: timescale, method: .default).value }
  }

  package func shownEnd(ofLast sample: CodedSample) throws -> Int64 {
    try index.packet(sample.index, of: stream).map { try shownEnd(of: $0, in: index) }
      ?? sample.presentationTime + sample.duration
  }

  package func firstSample() throws -> CodedSample? { try index.packet(0, of: stream).map(sample) }

  package func sample(after sample: CodedSample) throws -> CodedSample? {
    if let packet = try index.packet(sample.index + 1, of: stream) { return self.sample(packet) }
    try (index.file.source as? ArrivingBytes)?.checkWhole()
    return nil
  }

  package func sample(shownAt time: Int64) throws -> CodedSample? {
    try index.packet(of: stream, shownAt: indexTime(time)).map(sample)
  }

  package func sample(shownAfter time: Int64) throws -> CodedSample? {
    try index.packet(of: stream, shownAfter: indexTime(time)).map(sample)
  }

  package func syncSample(before sample: CodedSample) throws -> CodedSample? {
    try index.syncPacket(of: stream, atOrBefore: sample.index - 1).map(self.sample)
  }

  package func syncSample(after sample: CodedSample) throws -> CodedSample? {
    try index.syncPacket(of: stream, after: sample.index).map(self.sample)
  }

  package func bytes(of sample: CodedSample) throws -> Buffer {
    guard let packet = try index.packet(sample.index, of: stream) else {
      throw DecoderError(.noSample, "there is no sample \(sample.index)")
    }
    let bytes = try index.heldBytes(of: packet.number, stream) ?? reader.bytes(of: packet)
    let buffer = try Buffer(count: bytes.count) { buffer throws(MovieError) in
      try bytes.read(from: index.file.source, into: buffer)
    }
    progress?.move(to: sample.index)
    return buffer
  }
}
