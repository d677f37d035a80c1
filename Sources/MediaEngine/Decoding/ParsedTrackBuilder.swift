internal import CGStreamer
import CoreMedia

/// Makes a track's table of what a parser's pad gives. Belongs to the pad's streaming thread, later to whoever asks for the track.
final class ParsedTrackBuilder: @unchecked Sendable {
  private struct Entry {
    var presentation: ClockTime?
    var decode: ClockTime?
    var duration: ClockTime?
    /// Sound samples to leave out.
    var clip: (start: Int64, end: Int64) = (0, 0)
    var sample: CodedSample
  }

  private let spool: SampleSpool
  private let id: String?
  private var formats: [CodedFormat] = []
  private var caps: Caps?
  private var entries: [Entry] = []
  private var gapless: GaplessRange?

  init(spool: SampleSpool, id: String?) {
    self.spool = spool
    self.id = id
  }

  /// Takes what has come; true at the end of the stream.
  func receive(_ arrival: Pad.Arrival) throws -> Bool {
    switch arrival {
    case .event(let event):
      switch event.content {
      case .caps(let caps):
        if self.caps != caps, let format = CodedFormat(caps) {
          self.caps = caps
          formats.append(format)
        }
      case .endOfStream: return true
      default: break
      }
    case .buffer(let buffer):
      // Headers are in the caps too.
      if !formats.isEmpty, !buffer.flags.contains(.header) || formats[0].codec.isPicture { try add(buffer) }
    }
    return false
  }

  private func add(_ buffer: Buffer) throws {
    if entries.isEmpty, formats[0].codec == .mpegAudio,
      let header = try buffer.withUnsafeBytes({ MPEGAudioFrame.gaplessRange($0) })
    {
      // The first frame holds the encoder's notes instead of sound.
      gapless = header.range
      return
    }
    let format = formats.count - 1
    let offset = try spool.append(buffer)
    let sample = CodedSample(
      index: entries.count, decodeTime: 0, presentationTime: 0, duration: 0, size: buffer.byteCount,
      formatIndex: format, isSync: !buffer.flags.contains(.deltaUnit) || !formats[format].codec.isPicture,
      isDisposable: false, offset: offset)
    var entry = Entry(
      presentation: buffer.presentationTime, decode: buffer.decodeTime, duration: buffer.duration, sample: sample)
    if let meta = gst_buffer_get_meta(buffer.buffer, gst_audio_clipping_meta_api_get_type()) {
      let clip = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstAudioClippingMeta.self).pointee
      let scale: (UInt) -> Int64 = { [rate] value in
        clip.format == GST_FORMAT_TIME ? ClockTime(nanoseconds: value).samples(at: rate) : Int64(clamping: value)
      }
      entry.clip = (scale(clip.start), scale(clip.end))
    }
    if !formats[format].codec.isPicture {
      entry.sample.duration = try buffer.withUnsafeBytes { bytes in
        PacketLength.samples(bytes, formats[format]) ?? entry.duration?.samples(at: rate) ?? 0
      }
    }
    entries.append(entry)
  }

  private var rate: Int { formats.first.flatMap { $0.codec == .opus ? 48000 : $0.caps.first?["rate"]?.int } ?? 48000 }

  /// The track; nil for one that has nothing to decode.
  func track() -> ParsedTrack? {
    guard let codec = formats.first?.codec, !entries.isEmpty else { return nil }
    return codec.isPicture ? pictures() : sound()
  }

  // MARK: Sound

  /// Packets follow each other without gaps, in samples; the time of the first one is the file's.
  private func sound() -> ParsedTrack {
    var time: Int64 = 0
    var samples: [CodedSample] = []
    for entry in entries {
      var sample = entry.sample
      (sample.decodeTime, sample.presentationTime) = (time, time)
      time += sample.duration
      samples.append(sample)
    }
    let clipped = entries.reduce((start: Int64(0), end: Int64(0))) { ($0.start + $1.clip.start, $0.end + $1.clip.end) }
    let priming = gapless?.priming ?? max(clipped.start, Int64(formats[0].preSkip))
    let length = gapless?.count ?? max(0, time - priming - clipped.end)
    var edits: [TrackEdit] = []
    let start = entries[0].presentation?.samples(at: rate) ?? 0
    // A codec's own priming lies before the file's first time, whatever the stamp of the packet is.
    if start > 0, priming == 0 {
      edits.append(TrackEdit(duration: CMTime(value: start, timescale: Int32(rate)), mediaStart: nil))
    }
    edits.append(TrackEdit(duration: CMTime(value: length, timescale: Int32(rate)), mediaStart: priming))
    return ParsedTrack(
      timescale: Int32(rate), formats: formats, edits: edits, streamID: id, samples: samples, spool: spool)
  }

  // MARK: Pictures

  private func pictures() -> ParsedTrack {
    let fraction = formats[0].caps.frameRate
    var stamps: [(presentation: UInt, decode: UInt)] = []
    var last: UInt = 0
    for entry in entries {
      let frame = fraction.map { ClockTime(1, times: $0.1, over: $0.0).nanoseconds } ?? 0
      let decode = entry.decode?.nanoseconds ?? entry.presentation?.nanoseconds ?? (stamps.isEmpty ? 0 : last + frame)
      stamps.append((entry.presentation?.nanoseconds ?? decode, decode))
      last = decode
    }
    let grid = TimeGrid(of: stamps.map(\.presentation), frameRate: fraction)
    var samples: [CodedSample] = []
    for (entry, stamp) in zip(entries, stamps) {
      var sample = entry.sample
      sample.presentationTime = grid.value(of: stamp.presentation)
      sample.decodeTime = grid.value(of: stamp.decode)
      sample.duration = entry.duration.map { grid.value(of: $0.nanoseconds) } ?? 0
      samples.append(sample)
    }
    let frame = fraction.map { grid.value(of: ClockTime(1, times: $0.1, over: $0.0).nanoseconds) } ?? 0
    for index in samples.indices where samples[index].duration <= 0 {
      let isLast = index + 1 == samples.count
      let step = isLast ? 0 : samples[index + 1].decodeTime - samples[index].decodeTime
      samples[index].duration = max(1, step > 0 ? step : frame)
    }
    return ParsedTrack(
      timescale: grid.timescale, formats: formats, edits: [.everything], streamID: id, samples: samples, spool: spool)
  }
}

/// The units in which a file keeps its times, found from the nanoseconds that a demuxer made of them.
private struct TimeGrid {
  let timescale: Int32

  init(of stamps: [UInt], frameRate: (UInt, UInt)?) {
    var candidates: [Int32] = [1000, 90000]
    if let frameRate, let numerator = Int32(exactly: frameRate.0) { candidates.insert(numerator, at: 1) }
    timescale =
      candidates.first { scale in
        stamps.allSatisfy { stamp in
          let back = ClockTime(UInt(Self.value(stamp, scale)), times: 1, over: UInt(scale)).nanoseconds
          return max(back, stamp) - min(back, stamp) <= 1
        }
      } ?? 1_000_000_000
  }

  func value(of nanoseconds: UInt) -> Int64 { Self.value(nanoseconds, timescale) }

  private static func value(_ nanoseconds: UInt, _ timescale: Int32) -> Int64 {
    ClockTime(nanoseconds: nanoseconds).samples(at: Int(timescale))
  }
}

extension Caps {
  /// Frames a second, as a fraction; nil if it is unknown or varies.
  fileprivate var frameRate: (UInt, UInt)? {
    var (numerator, denominator): (gint, gint) = (0, 0)
    guard gst_caps_get_size(caps) > 0,
      gst_structure_get_fraction(gst_caps_get_structure(caps, 0), "framerate", &numerator, &denominator) != 0,
      numerator > 0, denominator > 0
    else { return nil }
    return (UInt(numerator), UInt(denominator))
  }
}
