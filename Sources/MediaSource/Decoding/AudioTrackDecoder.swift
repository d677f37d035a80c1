internal import GStreamer
import CoreMedia
import MovieFile

/// Decodes the audio of a track from any packet on.
///
/// Decoding starts earlier by what the codec needs to be as exact as a linear decode, and places what comes out by counting samples,
/// never by stamps. Belongs to one thread at a time; never the cooperative pool's.
package final class AudioTrackDecoder {
  private let track: any CodedTrack
  private let reader: SampleReader
  private let isCancelled: () -> Bool
  private var packetFormat: PacketFormat?
  private var session: DecoderSession?
  private var formatIndex: Int?
  /// GStreamer's mask of the speakers of the format, where its decoder does not know them, else 0.
  private var speakers: UInt64 = 0
  /// The packet that goes in next, once it has been asked for, and the last that went in.
  private var next: CodedSample?
  private var last: CodedSample?
  /// Packets before this one only prepare the decoder.
  private var firstHeard = 0
  /// The place of the next sample that comes out; nil until the rate is known.
  private var position: Int64?
  /// The last packet that gave sound, with the number of its samples; nil if that is no measure for the next one.
  private var paced: (sample: CodedSample, count: Int64, isEven: Bool)?
  /// The samples of a stream that were left out between its links, which follow each other.
  private var closed: Int64 = 0
  /// The number of packets that have gone in since the beginning of this decode.
  private var pushed = 0
  private var isAtEnd = true
  /// Audio that was decoded after a chunk and does not follow it, and the error of a packet after a chunk.
  private var following: DecodedAudio?
  private var lateError: (any Error)?
  private(set) var audioFormat: DecodedAudioFormat?
  /// The format of the decoder's latest output.
  private var outputFormat: DecoderOutputFormat?
  /// Memory of a packet's audio that was joined to a chunk, for the next packet's.
  private var spareBytes: [UInt8] = []

  package init(_ track: any CodedTrack, isCancelled: @escaping () -> Bool = { false }) {
    self.track = track
    reader = SampleReader(track)
    self.isCancelled = isCancelled
  }

  /// The maximum number of damaged packets in a place.
  private static let damagedLimit = 64

  /// The format of the decoded audio, from the first packet that gives any.
  ///
  /// Where the beginning is damaged, packets after 1, 2, 4, 8 … seconds are tried: a file that has lost some minutes is found out
  /// about as soon as one of which nothing can be decoded.
  package func format() throws -> DecodedAudioFormat {
    if let audioFormat { return audioFormat }
    var problem: DecoderError?
    var time: Int64 = 0
    repeat {
      try start(at: time)
      for _ in 0..<Self.damagedLimit where audioFormat == nil {
        do {
          guard try nextPacketChunk() != nil else { break }
        } catch let error as DecoderError where error.sample != nil {
          // Reading begins with the first packet again, and tells.
          problem = problem ?? error
        }
      }
      time = max(2 * time, Int64(track.timescale))
    } while try audioFormat == nil && problem != nil && hasPacket(at: time)
    isAtEnd = true
    guard let audioFormat else { throw problem ?? DecoderError(.noSample, "the track has no sound") }
    return audioFormat
  }

  /// True if there is a packet at a time behind those that were decoded; false of a track that is still coming, which has no way back.
  private func hasPacket(at time: Int64) throws -> Bool {
    guard !track.isOpen, time < .max / 4, let packet = try track.sample(shownAt: time) else { return false }
    return packet.index >= nextIndex
  }

  /// Starts decoding so that the first chunk holds a time of the media, in units of the track's timescale.
  package func start(at time: Int64) throws {
    let packet = try track.sample(shownAt: time) ?? track.firstSample()
    (following, lateError) = (nil, nil)
    if !isAtEnd, let codec = currentCodec, codec.preRoll == nil, nextIndex <= packet?.index ?? 0 { return }
    isAtEnd = packet == nil
    firstHeard = packet?.index ?? 0
    (next, last) = (packet, nil)
    (position, paced, closed) = (nil, nil, 0)
    pushed = 0
    guard let packet else { return }
    if let preRoll = try track.format(of: packet).codec.preRoll {
      next = try track.sample(preRoll, before: packet)
    } else {
      next = try track.firstSample()
    }
    // Counting starts where decoding does.
    if try track.format(of: packet).codec.preRoll == nil { firstHeard = 0 }
    // Generators of noise and Opus' predictors go on through a flush: only a new decoder begins as a linear decode does.
    session = nil
  }

  private var currentCodec: Codec? { formatIndex.map { track.formats[$0].codec } }

  /// The audio of the next packets, about a tenth of a second; nil after the last. Positions are on the media's timeline.
  ///
  /// - Throws: `DecoderError` for a packet that can't be decoded; the next call goes on with the one after it.
  func nextChunk() throws -> DecodedAudio? {
    if let error = lateError.take() { throw error }
    guard var chunk = try following.take() ?? nextPacketChunk() else { return nil }
    // Of a track that still comes, nothing waits for what follows it.
    guard !track.isOpen else { return chunk }
    let length = chunk.format.rate / 10
    if chunk.frameCount < length {
      chunk.bytes.reserveCapacity((length + chunk.frameCount) * chunk.format.bytesPerFrame)
    }
    do {
      while chunk.frameCount < length, var next = try nextPacketChunk() {
        guard next.format == chunk.format, next.position == chunk.position + Int64(chunk.frameCount) else {
          following = next
          break
        }
        chunk.bytes += next.bytes
        swap(&next.bytes, &spareBytes)
      }
    } catch is CancellationError {
      following = chunk
      throw CancellationError()
    } catch {
      lateError = error
    }
    return chunk
  }

  /// The audio of the next packet; nil after the last.
  private func nextPacketChunk() throws -> DecodedAudio? {
    while let sample = try nextSample() {
      if isCancelled() { throw CancellationError() }
      let format = try format(of: sample)
      if let pcm = format.pcm { return try uncompressed(sample, pcm) }
      (next, last) = (nil, sample)
      if sample.beginsLink { (session, pushed, position, paced) = (nil, 0, nil, nil) }
      try prepareSession(sample.formatIndex, format)
      if let chunk = try decode(sample, format) { return chunk }
    }
    isAtEnd = true
    return try heldChunk()
  }

  private func format(of sample: CodedSample) throws -> PacketFormat {
    if let packetFormat, packetFormat.index == sample.formatIndex { return packetFormat }
    let format = PacketFormat(sample.formatIndex, try track.format(of: sample))
    packetFormat = format
    return format
  }

  /// The audio that the decoder holds after the last packet; nil if it holds none.
  private func heldChunk() throws -> DecodedAudio? {
    guard let last, let session, let silence = try track.format(of: last).stream.silentPacket else { return nil }
    self.session = nil
    guard session.push(Buffer(copying: silence), stamp: last.index + 1, isSync: true) else { return nil }
    return try chunk(session.takeOutputs(), last)
  }

  /// The packet that goes in next; nil after the last. Waits for one that is still to come.
  private func nextSample() throws -> CodedSample? {
    if next == nil, let last { next = try track.sample(after: last) }
    return next
  }

  /// The position of the packet that goes in next, if there is one.
  private var nextIndex: Int { next?.index ?? last.map { $0.index + 1 } ?? 0 }

  private func decode(_ sample: CodedSample, _ format: PacketFormat) throws -> DecodedAudio? {
    guard let session else { return nil }
    let isHeard = sample.index >= firstHeard
    var isSilent = pushed < format.silentPackets
    var problem: String?
    var cause: String?
    var code = DecoderError.Code.damagedSample
    do {
      let buffer = try bytes(from: sample, format)
      let inspection = format.inspection
      let isSkipped: Bool
      (problem, isSkipped) = try buffer.withUnsafeBytes { (inspection.damage($0), inspection.isSkipped($0)) }
      isSilent = isSilent || isSkipped
      if problem == nil, !session.push(buffer, stamp: sample.index, isSync: true) {
        (problem, cause) = ("the decoder refused it", session.complaint)
      }
    } catch {
      (problem, cause, code) = ("its bytes can't be read", "\(error)", .unreadableSample)
    }
    pushed += 1
    let outputs = session.takeOutputs()
    if problem == nil, outputs.isEmpty, !isSilent, isHeard { problem = "the decoder gave no sound for it" }
    if let problem {
      // Flushed decoders remember: a new one is right again as soon as the coding allows. What the packet would have held stays
      // out; what follows keeps its place.
      (self.session, pushed, position, paced) = (nil, 0, nil, nil)
      guard isHeard else { return nil }
      throw DecoderError(
        code, problem, sample: sample.index, time: track.time(sample.decodeTime), cause: cause)
    }
    guard isHeard else { return nil }
    makeRoom(before: sample)
    let chunk = try chunk(outputs, sample)
    note(sample, chunk?.frameCount ?? 0)
    return try chunk.flatMap { try audiblePart($0, of: last ?? sample) }.flatMap { try withoutSeam($0, of: sample) }
  }

  /// The bytes of a packet; of companded audio, whose packets are single samples, those of as many as lie together.
  private func bytes(from sample: CodedSample, _ format: PacketFormat) throws -> Buffer {
    guard format.isCompanded else { return try reader.bytes(of: sample) }
    let run = try run(from: sample)
    last = run.last
    return run.buffer
  }

  private func run(from sample: CodedSample) throws -> SampleBytes {
    try track.bytes(from: sample, count: max(1, 65536 / max(1, sample.size)))
  }

  // MARK: Pauses

  /// The longest pause that is one, in seconds: times that are further apart are damage.
  private static let longestPause: Int64 = 3600
  /// The codecs whose packets have as many samples as their time says.
  private static let evenCodecs: [Codec] = [
    .aac, .mpegAudio, .opus, .flac, .ac3, .enhancedAC3, .alac, .amr, .amrWideband,
  ]

  /// The packets behind a pause that have to be late, too.
  private static let pauseWitnesses = 4

  /// Moves the place of a packet's sound behind a pause: packets that the file lacks, or a packet that its tables let last
  /// longer than its sound.
  private func makeRoom(before sample: CodedSample) {
    guard let position, let paced, paced.sample.index + 1 == sample.index, let rate = audioFormat?.rate else { return }
    let room =
      track is InterleavedTrack
      ? statedPause(before: sample, paced.sample, paced.count, rate)
      : pauseOfTable(before: sample, paced.sample, paced.count, at: position, rate)
    guard room > 0, room <= Self.longestPause * Int64(rate) else { return }
    self.position = position + room
  }

  /// Returns the pause before a packet of an interleaved track, whose times are counted but for pauses.
  private func statedPause(before sample: CodedSample, _ last: CodedSample, _ count: Int64, _ rate: Int) -> Int64 {
    guard sample.decodeTime > last.decodeTime + last.duration else { return 0 }
    return distance(last, sample, rate) - max(count, scaled(last.duration, rate))
  }

  /// Returns the pause before a packet by the times of a table: the samples by which it is late, and those behind it as
  /// well, since some writers give a packet the time of the next one.
  ///
  /// Units that divide the samples tell a pause from times that were rounded to milliseconds before. In others, and where
  /// a clock is not the sound's own, the sound pauses once it is a tenth of a second ahead of its times.
  private func pauseOfTable(
    before sample: CodedSample, _ last: CodedSample, _ count: Int64, at position: Int64, _ rate: Int
  ) -> Int64 {
    guard lateness(of: sample, at: position, rate) > 0, currentCodec.map(Self.evenCodecs.contains) ?? false else {
      return 0
    }
    let scale = max(1, Int(track.timescale))
    let (isExact, slack) = (rate % scale == 0 || scale % rate == 0, Int64(max(rate / 500, 2 * rate / scale)))
    let tolerance =
      isExact && distance(last, sample, rate) - count > slack ? slack : max(4 * count, Int64(rate / 10))
    var (room, witness, isSteady) = (lateness(of: sample, at: position, rate), sample, paced?.isEven ?? false)
    for number in 1...Int64(Self.pauseWitnesses) where room > tolerance {
      // Errors of later packets are thrown when it is their turn.
      guard let next = try? track.sample(after: witness) else { break }
      if number == 1 { isSteady = isSteady || isSteadyStep(distance(sample, next, rate), count, rate) }
      room = min(room, lateness(of: next, at: position + number * count, rate))
      witness = next
    }
    return isSteady && room > tolerance ? room : 0
  }

  /// Returns the samples by which a packet is later than the place of its sound.
  private func lateness(of sample: CodedSample, at place: Int64, _ rate: Int) -> Int64 {
    Int64(clamping: Int128(scaled(sample.decodeTime, rate)) - Int128(closed) - Int128(place))
  }

  /// Returns the time between two packets, in samples.
  private func distance(_ first: CodedSample, _ second: CodedSample, _ rate: Int) -> Int64 {
    Int64(clamping: Int128(scaled(second.decodeTime, rate)) - Int128(scaled(first.decodeTime, rate)))
  }

  /// True if the time from one packet to the next is that of its samples; rounded times may be longer by some.
  private func isSteadyStep(_ passed: Int64, _ count: Int64, _ rate: Int) -> Bool {
    passed <= count + max(count / 2, Int64(rate / 100))
  }

  private func note(_ sample: CodedSample, _ count: Int) {
    guard count > 0, let rate = audioFormat?.rate else {
      paced = nil
      return
    }
    let isEven = paced.map { last, before, _ in
      last.index + 1 == sample.index && before == count && isSteadyStep(distance(last, sample, rate), before, rate)
    }
    paced = (sample, Int64(count), isEven ?? false)
  }

  /// The last packet of a track may count for less than it holds; of one that is still coming, that is known only now.
  private func audiblePart(_ chunk: DecodedAudio, of sample: CodedSample) throws -> DecodedAudio? {
    guard track.isOpen else { return chunk }
    let end = scaled(track.heardEnd(of: sample), chunk.format.rate) - closed
    guard chunk.position + Int64(chunk.frameCount) > end, try nextSample() == nil else { return chunk }
    return chunk.clamped(to: .min..<end)
  }

  /// Leaves out what is not heard where one link of a stream ends and the next begins.
  private func withoutSeam(_ chunk: DecodedAudio, of sample: CodedSample) throws -> DecodedAudio? {
    guard let unheard = (track as? InterleavedTrack)?.unheardPart(of: sample) else { return chunk }
    // Samples that are not heard at the end of the stream are left out already.
    let end = try unheard.end > 0 && nextSample()?.beginsLink == true ? unheard.end : 0
    let (first, last) = (chunk.position + unheard.start, chunk.position + Int64(chunk.frameCount) - end)
    var part = chunk.clamped(to: first..<max(first, last))
    part?.position = chunk.position
    let left = Int64(chunk.frameCount - (part?.frameCount ?? 0))
    closed += left
    if let position { self.position = position - left }
    return part
  }

  private func chunk(_ outputs: [DecoderSession.Output], _ sample: CodedSample) throws -> DecodedAudio? {
    var whole: DecodedAudio?
    for output in outputs {
      var part = try decoded(output)
      audioFormat = part.format
      if position == nil { position = start(of: sample, Int64(part.frameCount), part.format.rate) }
      part.position = position ?? 0
      position? += Int64(part.frameCount)
      if whole?.format == part.format { whole?.bytes += part.bytes } else { whole = whole ?? part }
    }
    return whole
  }

  private func decoded(_ output: DecoderSession.Output) throws -> DecodedAudio {
    if let outputFormat, outputFormat.isOf(output.caps, speakers: speakers) {
      return try DecodedAudio(output, outputFormat, reusing: &spareBytes)
    }
    let format = try DecoderOutputFormat(output.caps, speakers: speakers)
    outputFormat = format
    return try DecodedAudio(output, format, reusing: &spareBytes)
  }

  /// The place of the first sample of a packet.
  private func start(of sample: CodedSample, _ count: Int64, _ rate: Int) -> Int64 {
    let start = scaled(sample.decodeTime, rate) - closed
    guard sample.index == 0, track.hasShortenedFirstPacket else { return start }
    return start - max(0, count - scaled(sample.duration, rate))
  }

  /// A time of the media in samples, with room for those that are counted on from there.
  private func scaled(_ time: Int64, _ rate: Int) -> Int64 {
    let limit = Int128(1) << 61
    let count = ExactScale.nearest(Int128(time) * Int128(rate), over: Int128(max(1, track.timescale)))
    return Int64(clamping: min(max(count, -limit), limit))
  }

  private func prepareSession(_ index: Int, _ format: PacketFormat) throws {
    guard formatIndex != index || session == nil else { return }
    session = nil
    session = try DecoderSession(format.format)
    (formatIndex, speakers) = (index, format.format.speakers)
  }

  /// As many samples as lie together in the file.
  private func uncompressed(_ sample: CodedSample, _ pcm: PCMFormat) throws -> DecodedAudio? {
    let run = try run(from: sample)
    formatIndex = sample.formatIndex
    (next, last) = (nil, run.last)
    let format = try track.format(of: sample).readFormat(pcm)
    audioFormat = format
    let bytes = try run.buffer.withUnsafeBytes { pcm.native($0) }
    return DecodedAudio(format: format, position: scaled(sample.decodeTime, pcm.rate), bytes: bytes)
  }
}

/// The format of packets and what follows from it, worked out once: to copy it takes as long as to read a packet.
private final class PacketFormat {
  let index: Int
  let format: CodedFormat
  let pcm: PCMFormat?
  let inspection: SampleInspection
  let silentPackets: Int
  /// True if a byte is a sample, which depends on no other.
  let isCompanded: Bool

  init(_ index: Int, _ format: CodedFormat) {
    (self.index, self.format) = (index, format)
    pcm = format.pcm
    inspection = SampleInspection(format.stream)
    silentPackets = format.codec.silentPackets
    isCompanded = [.uLaw, .aLaw].contains(format.codec)
  }
}
