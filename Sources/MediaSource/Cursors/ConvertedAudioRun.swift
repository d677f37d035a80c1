import CoreMedia

/// The audio of a range in the wanted format, forwards, with silence in gaps if it is wanted.
final class ConvertedAudioRun {
  /// Silence comes in chunks of so many samples.
  private static let silenceLimit: Int64 = 4096

  private let core: AudioReader
  private let range: CMTimeRange
  private let isFilled: Bool
  private let request: AudioFormatRequest

  private var run: DecodedAudioRun?
  private var converter: AudioConverter?
  /// The samples that are wanted, in the source's rate; converted, in the target's.
  private var wanted: Range<Int64>?
  private var sourceFormat: DecodedAudioFormat?
  /// The end of what silence fills, in the source's rate.
  private var silenceEnd: Int64?
  /// The place of the next sample of the source.
  private var position: Int64 = 0
  private var following: DecodedAudio?
  /// Chunks that are converted and not given.
  private var ready: [DecodedAudio] = []

  init(_ core: AudioReader, _ range: CMTimeRange, isFilled: Bool, _ request: AudioFormatRequest) {
    (self.core, self.range, self.isFilled, self.request) = (core, range, isFilled, request)
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    if run == nil { try begin(cancellation) }
    while true {
      if !ready.isEmpty { return ready.removeFirst() }
      guard let chunk = try filled(cancellation) else {
        guard let rest = try converter?.finish() else { return nil }
        keep(rest)
        continue
      }
      try convert(chunk)
    }
  }

  // MARK: Conversion

  private func begin(_ cancellation: Cancellation) throws {
    let source = try core.format(cancellation)
    sourceFormat = source
    let target = request.format(from: source)
    let first = core.nearest(range.start, target.rate)
    let wanted = first..<max(first, core.nearest(range.end, target.rate))
    self.wanted = wanted
    var part = range
    if target != source {
      let converter = try AudioConverter(from: source, to: target, quality: request.quality)
      self.converter = converter
      if target.rate != source.rate {
        let needed = converter.needed(for: wanted)
        let end = needed.upperBound == .max ? .positiveInfinity : sampleTime(needed.upperBound, source.rate)
        part = CMTimeRange(start: sampleTime(needed.lowerBound, source.rate), end: end)
      }
    }
    position = core.nearest(part.start, source.rate)
    if isFilled, !core.track.isOpen, part.end.isNumeric {
      silenceEnd = core.nearest(min(part.end, try core.end()), source.rate)
    }
    run = DecodedAudioRun(core, part)
  }

  private func sampleTime(_ sample: Int64, _ rate: Int) -> CMTime {
    CMTime(value: sample, timescale: CMTimeScale(clamping: rate))
  }

  private func convert(_ chunk: DecodedAudio) throws {
    guard let known = converter else { return keep(chunk) }
    var converter = known
    if converter.source != chunk.format {
      if let rest = try converter.finish() { keep(rest) }
      converter = try AudioConverter(from: chunk.format, to: converter.target, quality: request.quality)
      self.converter = converter
    }
    // Audio held back before a gap comes first.
    if let next = converterEnd, next != chunk.position, let rest = try converter.finish() { keep(rest) }
    converterEnd = chunk.position + Int64(chunk.frameCount)
    if let result = try converter.convert(chunk) { keep(result) }
  }

  private var converterEnd: Int64?

  private func keep(_ chunk: DecodedAudio) {
    guard converter != nil, let wanted else { return ready.append(chunk) }
    if let part = chunk.clamped(to: wanted) { ready.append(part) }
  }

  // MARK: Gaps

  private func filled(_ cancellation: Cancellation) throws -> DecodedAudio? {
    guard isFilled else { return try run?.next(cancellation) }
    let chunk = try following.take() ?? run?.next(cancellation)
    guard let format = chunk?.format ?? sourceFormat, let end = chunk?.position ?? silenceEnd else { return chunk }
    let count = min(end - position, Self.silenceLimit)
    guard count > 0 else {
      if let chunk { position = chunk.position + Int64(chunk.frameCount) }
      return chunk
    }
    following = chunk
    defer { position += count }
    let zero: UInt8 = format.sampleFormat == .u8 ? 0x80 : 0
    return DecodedAudio(
      format: format, position: position, bytes: [UInt8](repeating: zero, count: Int(count) * format.bytesPerFrame))
  }
}
