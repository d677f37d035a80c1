package import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// Collects the output of a parser's pad for a track's table. Used by the pad's streaming thread, then by the reader of
/// the track.
final class ParsedTrackBuilder: @unchecked Sendable {
  /// A sample as received.
  struct Entry {
    var presentation: ClockTime?
    var decode: ClockTime?
    var duration: ClockTime?
    /// The number of audio samples, by the packet itself or its stated duration; nil if only its successor's time tells.
    var sampleCount: Int64?
    /// Audio samples to trim.
    var clip: (start: Int64, end: Int64) = (0, 0)
    /// The presentation order in the frame's own header.
    var place: PictureOrder?
    /// The offset in the parser's stream; nil where that began anew.
    var streamOffset: Int64?
    /// True if the sample only states that there is no frame.
    var isUncoded = false
    var sample: CodedSample

    /// Returns the frame with its times from the beginning of the file.
    func stamped(from zero: ClockTime) -> StampedPicture {
      func relative(_ time: ClockTime?) -> Int64? {
        time.map { Int64(clamping: $0.nanoseconds) - Int64(clamping: zero.nanoseconds) }
      }
      return StampedPicture(
        presentation: relative(presentation), decode: relative(decode),
        duration: duration.map { Int64(clamping: $0.nanoseconds) }, place: place, isUncoded: isUncoded)
    }
  }

  /// The spool for bytes; nil if samples are only listed.
  private let spool: SampleSpool?
  private let id: String?
  private let times: DemuxedTimes
  private var formats: [CodedFormat] = []
  private var caps: Caps?
  /// The stream's caps, also if it cannot be decoded.
  private var content: Caps?
  private var entries: [Entry] = []
  private var gapless: GaplessRange?
  private var places: PictureOrder.Reader?
  private var lengths: PacketLength?
  /// The number of consecutive samples without bytes.
  private var emptyCount = 0
  /// The limit of these: a damaged file can make a parser output empty samples endlessly.
  private static let mostEmpty = 1000
  /// Returns the number of bytes that the stream's parser has received; nil if they are not counted.
  private let intake: () -> Int64?
  /// The undecodable format of the stream.
  private(set) var unknown: String?

  /// - Parameter spool: The spool for bytes; nil to store none, and to count samples of undecodable streams too.
  init(spool: SampleSpool?, id: String?, times: DemuxedTimes, intake: @escaping () -> Int64? = { nil }) {
    (self.spool, self.id, self.times, self.intake) = (spool, id, times, intake)
  }

  /// Adds an arrival; returns true at the end of the stream.
  func receive(_ arrival: Pad.Arrival) throws -> Bool {
    switch arrival {
    case .event(let event):
      switch event.content {
      case .caps(let caps): take(caps)
      case .endOfStream: return true
      default: break
      }
    case .buffer(let buffer):
      emptyCount = buffer.byteCount > 0 ? 0 : emptyCount + 1
      guard emptyCount < Self.mostEmpty else {
        throw DecoderError(.damagedSample, "the file is damaged: nothing but empty samples are found in it")
      }
      if let codec = formats.last?.codec {
        if !isHeader(buffer, codec) { try add(buffer) }
      } else if spool == nil, content != nil {
        try addUnknown(buffer)
      }
    }
    return false
  }

  private func take(_ caps: Caps) {
    guard self.caps != caps else { return }
    content = content ?? caps
    guard let format = CodedFormat(caps), format.codec.isVideo || Self.hasRate(caps) else {
      if caps.isFixed { unknown = unknown ?? caps.text }
      return
    }
    self.caps = caps
    // A parser's caps before its first data are replaced.
    if entries.isEmpty { formats = [] }
    formats.append(format)
    places = PictureOrder.Reader(format.stream)
    lengths = PacketLength(format.stream)
  }

  /// Returns true for headers, which are in the caps too; a frame may be flagged because parameter sets precede it.
  private func isHeader(_ buffer: Buffer, _ codec: Codec) -> Bool {
    switch codec {
    case .flac: (try? buffer.withUnsafeBytes { $0.first != 0xff }) ?? true
    case .theora: (try? buffer.withUnsafeBytes { $0.first.map { $0 & 0x80 != 0 } ?? false }) ?? true
    // These headers are not flagged.
    case .speex:
      entries.isEmpty
        && (try? buffer.withUnsafeBytes { formats.last?.caps.streamHeaders.contains(Array($0)) ?? false }) ?? false
    default: buffer.flags.contains(.header) && !codec.isVideo
    }
  }

  private func add(_ buffer: Buffer) throws {
    let format = formats[formats.count - 1]
    if entries.isEmpty, format.codec == .mpegAudio,
      let summary = MP3Summary(frame: try buffer.withUnsafeBytes { Array($0) })
    {
      // The first frame is the encoder's header instead of audio.
      gapless = summary.gapless.map { GaplessRange($0) }
      return
    }
    let offset = try spool?.append(buffer) ?? 0
    var entry = Entry(
      presentation: buffer.presentationTime, decode: buffer.decodeTime, duration: buffer.duration,
      sample: CodedSample(
        index: entries.count, decodeTime: 0, presentationTime: 0, duration: 0, size: buffer.byteCount,
        formatIndex: formats.count - 1, isSync: try isSync(buffer, format), isDisposable: false, offset: offset))
    if format.codec.isVideo {
      if !buffer.flags.contains(.discontinuity) { entry.streamOffset = buffer.byteOffset }
      entry.place = try buffer.withUnsafeBytes { places?.place(of: $0) }
      entry.isUncoded =
        try format.codec == .mpeg4 && buffer.withUnsafeBytes { SampleInspection(format.stream).isHidden($0) }
    } else {
      entry.sampleCount = try buffer.withUnsafeBytes { lengths?.samples($0) } ?? entry.duration?.samples(at: rate)
      if times.endInsidePacket, format.codec == .vorbis, let stated = entry.duration?.samples(at: rate), stated > 0 {
        entry.sampleCount = entry.sampleCount.map { min($0, stated) }
      }
    }
    if let meta = gst_buffer_get_meta(buffer.buffer, gst_audio_clipping_meta_api_get_type()) {
      let clip = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstAudioClippingMeta.self).pointee
      let scale: (UInt) -> Int64 = { [rate] value in
        clip.format == GST_FORMAT_TIME ? ClockTime(nanoseconds: value).samples(at: rate) : Int64(clamping: value)
      }
      entry.clip = (scale(clip.start), scale(clip.end))
    }
    entries.append(entry)
  }

  private func addUnknown(_ buffer: Buffer) throws {
    let headers = content?.streamHeaders ?? []
    if entries.isEmpty, try buffer.withUnsafeBytes({ headers.contains(Array($0)) }) { return }
    entries.append(
      Entry(
        presentation: buffer.presentationTime, decode: buffer.decodeTime, duration: buffer.duration,
        sample: CodedSample(
          index: entries.count, decodeTime: 0, presentationTime: 0, duration: 0, size: buffer.byteCount, formatIndex: 0,
          isSync: !buffer.flags.contains(.deltaUnit))))
  }

  /// Returns true for sync samples, by the sample itself if possible: some demuxers do not flag them.
  private func isSync(_ buffer: Buffer, _ format: CodedFormat) throws -> Bool {
    if let isKey = try buffer.withUnsafeBytes({ SampleInspection(format.stream).isKey($0) }) { return isKey }
    return !buffer.flags.contains(.deltaUnit) || !format.codec.isVideo
  }

  /// Returns true for a valid rate: damaged files may have a negative one.
  private static func hasRate(_ caps: Caps) -> Bool { caps.first?["rate"]?.int.map { $0 > 0 } ?? true }

  private var rate: Int { formats.first.flatMap { $0.codec == .opus ? 48000 : $0.caps.first?["rate"]?.int } ?? 48000 }

  /// The first presentation time.
  var start: ClockTime? { entries.compactMap { $0.presentation ?? $0.decode }.min() }

  /// Returns the track; nil if it has nothing to decode.
  ///
  /// - Parameter zero: The beginning of the file, by the demuxer's clock.
  func track(from zero: ClockTime = .zero) -> ParsedTrack? {
    guard let content, !entries.isEmpty else { return nil }
    guard let codec = formats.first?.codec else {
      guard spool == nil else { return nil }
      let rate = content.first?["rate"]?.int.flatMap { Int32(exactly: $0) } ?? 0
      return timed(zero, grid: rate > 0 ? (rate, 1) : content.frameRate)
    }
    return codec.isVideo ? timed(zero, grid: formats[0].caps.frameRate) : audio(zero)
  }

  /// Returns an audio track: packets are contiguous, in samples; the time of the first one is the file's.
  private func audio(_ zero: ClockTime) -> ParsedTrack {
    var time: Int64 = 0
    var samples: [CodedSample] = []
    for (index, entry) in entries.enumerated() {
      var sample = entry.sample
      // Damaged time stamps may have any value.
      sample.duration = min(entry.sampleCount ?? distance(after: index), Int64(Int32.max))
      (sample.decodeTime, sample.presentationTime) = (time, time)
      time += sample.duration
      samples.append(sample)
    }
    let overlap = formats[0].stream.overlap
    samples[samples.count - 1].duration += overlap.end
    time += overlap.end
    let clipped = entries.reduce((start: Int64(0), end: Int64(0))) { ($0.start + $1.clip.start, $0.end + $1.clip.end) }
    let priming = gapless?.priming ?? max(clipped.start, Int64(formats[0].preSkip))
    let length = gapless?.count ?? max(0, time - priming - overlap.start - clipped.end)
    var edits: [TrackEdit] = []
    let start = entries[0].presentation.map {
      ClockTime(nanoseconds: $0.nanoseconds - min($0.nanoseconds, zero.nanoseconds))
    }
    // A codec's own priming precedes the file's first time, whatever the packet's time stamp.
    let silence = (start?.samples(at: rate) ?? 0) + overlap.start
    if silence > 0, priming == 0 {
      edits.append(TrackEdit(duration: CMTime(value: silence, timescale: Int32(rate)), mediaStart: nil))
    }
    edits.append(
      TrackEdit(duration: CMTime(value: length, timescale: Int32(rate)), mediaStart: priming + overlap.start))
    return ParsedTrack(
      timescale: Int32(rate), formats: formats, edits: edits, streamID: id, content: content, samples: samples,
      spool: spool)
  }

  /// Returns the samples between the times of a packet and the next one; those of the one before for the last.
  private func distance(after index: Int) -> Int64 {
    let first = index + 1 < entries.count ? index : index - 1
    guard first >= 0, let start = entries[first].presentation, let end = entries[first + 1].presentation, end > start
    else { return 0 }
    return ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds).samples(at: rate)
  }

  /// Returns a track of samples with own times: video, and undecodable streams.
  private func timed(_ zero: ClockTime, grid: (Int32, Int32)?) -> ParsedTrack {
    let sizes = spool == nil ? storedSizes() : nil
    var entries = entries
    var pictures = entries.map { $0.stamped(from: zero) }
    if times.mayLackFrames, formats.first?.codec == .mpeg4, let (kept, decoded) = PackedPictures.unpacked(pictures) {
      (entries, pictures) = (kept.map { entries[$0] }, kept.map { pictures[$0] })
      for index in kept.indices {
        (pictures[index].presentation, pictures[index].decode, entries[index].sample.index) = (
          nil, decoded[index], index
        )
      }
    }
    let stamps = PictureStamps(pictures, frameRate: grid, matroskaTimescale: times.timescale)
    return ParsedTrack(
      timescale: stamps.timescale, formats: formats, edits: [.everything], streamID: id, content: content,
      samples: entries.indices.map { index in
        var sample = entries[index].sample
        (sample.presentationTime, sample.decodeTime, sample.duration) = stamps.times[index]
        if let sizes { sample.size = sizes[index] }
        return sample
      }, spool: spool)
  }

  /// Returns the samples' sizes in the file. Parsers of H.264 and HEVC insert parameter sets before the first key
  /// frame, and replace start codes by lengths: the sizes follow from the distances of the input's samples, and the
  /// number of its bytes.
  private func storedSizes() -> [Int] {
    var sizes = entries.map(\.sample.size)
    guard let codec = formats.first?.codec, [.h264, .hevc].contains(codec) else { return sizes }
    for index in sizes.indices { sizes[index] = distance(index) ?? sizes[index] }
    let rest = intake().map { $0 - sizes.dropLast().reduce(0) { $0 + Int64($1) } } ?? 0
    if rest > 0, let last = sizes.indices.last { sizes[last] = Int(rest) }
    return sizes
  }

  /// Returns the distance to the next sample in the stream; nil if its parser began anew in between.
  private func distance(_ index: Int) -> Int? {
    guard index + 1 < entries.count, let next = entries[index + 1].streamOffset, next > 0 else { return nil }
    // Bytes that the parser skipped before the first sample belong to it: a zero before a start code.
    return Int(clamping: next - (index == 0 ? 0 : entries[index].streamOffset ?? 0))
  }
}

extension Caps {
  /// The frame rate, as a fraction; nil if it is unknown or variable.
  package var frameRate: (Int32, Int32)? {
    var (numerator, denominator): (gint, gint) = (0, 0)
    guard gst_caps_get_size(caps) > 0,
      gst_structure_get_fraction(gst_caps_get_structure(caps, 0), "framerate", &numerator, &denominator) != 0,
      numerator > 0, denominator > 0
    else { return nil }
    return (numerator, denominator)
  }
}
