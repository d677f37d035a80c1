internal import GStreamer
internal import CGStreamer
internal import MediaSource
import CoreMedia
import MediaGraph

// Both executors measure all of the audio before they give the first sample of it: pulled audio is made twice, pushed audio is kept in a file
// without a name.

extension AudioLoudness: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("audioconvert")] }

  func build(_ bin: NodeBin) throws {
    let work = TransformInstance.Work { [self] stream in
      let kept = KeptAudio(stream, gain)
      return TransformInstance.Session(
        setCaps: { kept.setCaps($0) }, process: { try kept.add($0) }, finish: { try kept.send() })
    }
    let caps = try Caps(ClosureElements.audioCaps([.f32]))
    let element = try TransformInstance.element(work, from: caps, to: caps, hasTimes: false)
    try bin.adopt(element, factory: "swift")
    try bin.filter(bin.add("audioconvert"), element)
  }

  /// The factor that brings measured audio to the target, as far as its peaks allow; 1 for silence.
  fileprivate func gain(_ meter: LoudnessMeter) -> Float {
    guard meter.integrated > LoudnessMeter.quietest else { return 1 }
    let decibels = min(target - meter.integrated, peak - meter.peak.true)
    return Float(pow(10, decibels / 20))
  }
}

extension AudioLoudness: PullableNode {
  func pulled(_ input: PulledStream) throws -> PulledStream? {
    guard case .audio(let audio) = input else { return nil }
    return .audio(LevelledAudio(ConvertedAudio(audio, to: AudioFormatRequest(sampleFormat: .f32)), gain))
  }
}

/// Audio that is measured to its end, and then made again at one gain.
private final class LevelledAudio: PulledAudio {
  private let input: any PulledAudio
  private let gain: (LoudnessMeter) -> Float
  private var factor: Float?
  /// The range that was asked for before the audio was measured; nil for all of it.
  private var sought: CMTimeRange?
  /// True if a measurement was broken off.
  private var isUnfinished = false

  init(_ input: any PulledAudio, _ gain: @escaping (LoudnessMeter) -> Float) { (self.input, self.gain) = (input, gain) }

  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat { try input.format(cancellation) }

  func move(to range: CMTimeRange) {
    if factor == nil { sought = range } else { input.move(to: range) }
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    let factor = try factor ?? measured(cancellation)
    guard let chunk = try input.next(cancellation) else { return nil }
    var bytes = chunk.bytes
    bytes.withUnsafeMutableBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      for index in samples.indices { samples[index] *= factor }
    }
    return DecodedAudio(format: chunk.format, position: chunk.position, bytes: bytes)
  }

  private func measured(_ cancellation: Cancellation) throws -> Float {
    let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
    if sought != nil || isUnfinished { input.move(to: whole) }
    isUnfinished = true
    var meter: LoudnessMeter?
    var start: CMTime?
    while let chunk = try input.next(cancellation) {
      start = start ?? chunk.time
      var own = meter ?? LoudnessMeter(rate: chunk.format.rate, channels: chunk.format.channels)
      own.add(chunk)
      meter = own
    }
    input.move(to: sought ?? CMTimeRange(start: start ?? .zero, duration: .positiveInfinity))
    let found = meter.map(gain) ?? 1
    (factor, sought, isUnfinished) = (found, nil, false)
    return found
  }
}

extension LoudnessMeter {
  fileprivate mutating func add(_ chunk: DecodedAudio) {
    let channels = chunk.format.channels
    chunk.bytes.withUnsafeBytes { bytes in add(bytes.bindMemory(to: Float.self), channels: channels) }
  }

  /// Adds interleaved samples.
  fileprivate mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int) {
    for frame in 0..<samples.count / max(1, channels) { _ = add { samples[frame * channels + $0] } }
  }
}

/// Audio of a stream in a file without a name, until its end. Belongs to the streaming thread.
private final class KeptAudio {
  /// Audio without a gap.
  private struct Run {
    /// The first buffer without its samples: its stamps and its exact time.
    let first: Buffer
    let caps: Caps
    let offset: Int64
    var byteCount = 0

    /// True if a buffer begins where the run ends, within a sample.
    func isContinued(by buffer: UnsafeMutablePointer<GstBuffer>, _ caps: Caps, _ info: GstAudioInfo) -> Bool {
      guard caps == self.caps else { return false }
      guard let start = first.presentationTime, buffer.pointee.pts != .max else { return true }
      let end = start.nanoseconds + ClockTime(samples: Int64(byteCount / Int(info.bpf)), at: Int(info.rate)).nanoseconds
      let distance = end > buffer.pointee.pts ? end - buffer.pointee.pts : buffer.pointee.pts - end
      return distance <= 1_000_000_000 / UInt64(info.rate) + 1
    }
  }

  private let stream: TransformOutputStream
  private let gain: (LoudnessMeter) -> Float
  private let spool = SampleSpool()
  private var runs: [Run] = []
  private var format: (caps: Caps, info: GstAudioInfo)?
  private var meter: LoudnessMeter?

  init(_ stream: TransformOutputStream, _ gain: @escaping (LoudnessMeter) -> Float) {
    (self.stream, self.gain) = (stream, gain)
  }

  func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps) != 0 else { return false }
    format = (Caps(retaining: caps), info)
    return true
  }

  func add(_ buffer: UnsafeMutablePointer<GstBuffer>) throws {
    guard let format, format.info.bpf > 0, format.info.channels > 0 else {
      throw GStreamerError.notMapped("sound without a format")
    }
    let kept = Buffer(retaining: buffer)
    var own = meter ?? LoudnessMeter(rate: Int(format.info.rate), channels: Int(format.info.channels))
    let (offset, count) = try kept.withUnsafeBytes { bytes in
      own.add(bytes.bindMemory(to: Float.self), channels: Int(format.info.channels))
      return (try spool.append(bytes), bytes.count)
    }
    meter = own
    if runs.last.map({ !$0.isContinued(by: buffer, format.caps, format.info) }) ?? true {
      let first = Buffer(copying: [UInt8]())
      first.takeDescription(of: kept)
      runs.append(Run(first: first, caps: format.caps, offset: offset))
    }
    runs[runs.count - 1].byteCount += count
  }

  func send() throws {
    guard let meter else { return }
    let factor = gain(meter)
    for run in runs {
      try stream.announce(run.caps)
      var info = GstAudioInfo()
      guard gst_audio_info_from_caps(&info, run.caps.caps) != 0 else { continue }
      // A tenth of a second at a time.
      let size = max(1, Int(info.rate) / 10) * Int(info.bpf)
      for start in stride(from: 0, to: run.byteCount, by: size) {
        let count = min(size, run.byteCount - start)
        let buffer = try Buffer(count: count) { try spool.read(at: run.offset + Int64(start), into: $0) }
        try buffer.scale(by: factor)
        try stream.send(buffer, after: run.first, samples: start / Int(info.bpf), rate: Int(info.rate))
      }
    }
  }
}

extension Buffer {
  /// Multiplies 32-bit floats.
  fileprivate func scale(by factor: Float) throws {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, readWrite) != 0 else { throw GStreamerError.notMapped("a block of sound") }
    defer { gst_buffer_unmap(buffer, &map) }
    guard let data = map.data else { return }
    let samples = UnsafeMutableRawPointer(data).assumingMemoryBound(to: Float.self)
    for index in 0..<Int(map.size) / 4 { samples[index] *= factor }
  }
}
