internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import MovieFile

/// Converts audio from one format to another, as libgstaudio's converter does with the settings of a graph's `audioresample` and
/// `audioconvert`, bit for bit; never with dither.
///
///     chunk ─▷ sample format, channels ─▷ rate ─▷ chunk
///
/// A sample of another rate depends on its place in the track alone: the resampler has the phase that it would have after a start at
/// sample 0, and a caller that wants a part starts ``preRoll`` samples before it. Belongs to one thread at a time.
package final class AudioConverter {
  /// The maximum number of channels that libgstaudio converts.
  package static let mostChannels = 63

  package let source: DecodedAudioFormat
  package let target: DecodedAudioFormat
  private let mixer: Stage?
  /// True if the first step makes 16-bit integers of floats, and changes nothing else.
  private let isRounding: Bool
  private var resampler: Stage?
  /// Samples of the source and of the target in which the phase comes around.
  private let period: (source: Int64, target: Int64)
  /// The place of the next sample of the source; nil before the first.
  private var next: Int64?
  /// The place of the next sample that comes out of the resampler, and the first one that counts.
  private var nextOut: Int64 = 0
  private var firstOut: Int64 = 0

  private let quality: Int

  /// - Parameter quality: That of the change of the rate, from 0 to 10; GStreamer's usual one if nil.
  /// - Throws: `DecoderError` with `unsupported` for a pair of formats that cannot be converted.
  package init(from source: DecodedAudioFormat, to target: DecodedAudioFormat, quality: Int? = nil) throws {
    (self.source, self.target) = (source, target)
    self.quality = quality ?? Int(GST_AUDIO_RESAMPLER_QUALITY_DEFAULT)
    var middle = target
    middle.rate = source.rate
    var same = source
    same.sampleFormat = middle.sampleFormat
    isRounding = same == middle && (source.sampleFormat, middle.sampleFormat) == (.f32, .s16)
    mixer = middle == source || isRounding ? nil : try Stage(from: source, to: middle, options: Stage.mixing())
    let divisor = greatestCommonDivisor(source.rate, target.rate)
    period = (Int64(source.rate / divisor), Int64(target.rate / divisor))
    resampler = nil
    if source.rate != target.rate { resampler = try makeResampler() }
  }

  private var middle: DecodedAudioFormat {
    var format = target
    format.rate = source.rate
    return format
  }

  private func makeResampler() throws -> Stage {
    try Stage(from: middle, to: target, options: Stage.resampling(source.rate, target.rate, quality))
  }

  /// The samples of the source before a place, and behind it, that a sample of the target depends on.
  package var preRoll: Int64 { resampler.map { Int64($0.latency) + 1 } ?? 0 }

  /// The samples of the source that some of the target depend on; from 0 on.
  package func needed(for wanted: Range<Int64>) -> Range<Int64> {
    guard resampler != nil else { return wanted }
    let start = place(ofTarget: wanted.lowerBound) - preRoll
    guard wanted.upperBound < .max / period.source else { return max(0, start)..<Int64.max }
    let end = place(ofTarget: wanted.upperBound) + 1 + preRoll
    return max(0, start)..<max(0, start, end)
  }

  /// The last sample of the source at or before one of the target.
  private func place(ofTarget sample: Int64) -> Int64 {
    Int64(clamping: ExactScale.floor(Int128(sample) * Int128(period.source), over: Int128(period.target)))
  }

  /// The audio in the new format, as far as it does not depend on what comes next; nil if that is nothing yet.
  ///
  /// A chunk that does not follow the one before starts anew: call ``finish()`` first for what was held back.
  package func convert(_ chunk: DecodedAudio) throws -> DecodedAudio? {
    precondition(chunk.format == source, "the sound has the format that the converter was made for")
    var bytes = chunk.bytes
    if isRounding { bytes = Self.words(ofFloats: bytes) }
    if let mixer { bytes = try mixer.convert(bytes, frames: chunk.frameCount) }
    guard resampler != nil else { return DecodedAudio(format: target, position: chunk.position, bytes: bytes) }
    var lead: DecodedAudio?
    if next != chunk.position { lead = try start(at: chunk.position) }
    next = chunk.position + Int64(chunk.frameCount)
    guard var result = try resampled(bytes, frames: chunk.frameCount) else { return lead }
    if let lead {
      result.bytes = lead.bytes + result.bytes
      result.position = lead.position
    }
    return result
  }

  /// The same samples as libgstaudio's converter makes, in a seventh of its time: most readers of compressed audio ask for these.
  private static func words(ofFloats bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count / MemoryLayout<Float>.size
    return [UInt8](unsafeUninitializedCapacity: count * MemoryLayout<Int16>.size) { target, initialized in
      bytes.withUnsafeBytes { source in
        creel_floats_to_words(
          source.bindMemory(to: Float.self).baseAddress, count,
          UnsafeMutableRawPointer(target.baseAddress)?.bindMemory(to: Int16.self, capacity: count), false)
      }
      initialized = count * MemoryLayout<Int16>.size
    }
  }

  /// The audio that was held back at the end, up to the last sample of the new rate; the next chunk starts anew.
  package func finish() throws -> DecodedAudio? {
    guard let resampler, let next else { return nil }
    self.next = nil
    let end = Int64(
      clamping: ExactScale.nearest(Int128(next) * Int128(period.target), over: Int128(period.source)))
    var rest = try resampled(nil, frames: resampler.latency)
    // The latency is rounded: some silence more for the samples that lack.
    for _ in 0..<2 where nextOut < end {
      guard let more = try resampled(nil, frames: Int(place(ofTarget: end - nextOut)) + 2) else { continue }
      if rest == nil { rest = more } else { rest?.bytes += more.bytes }
    }
    return rest?.clamped(to: .min..<end)
  }

  /// Starts with silence from where the phase is 0.
  private func start(at position: Int64) throws -> DecodedAudio? {
    // A resampler that is only reset keeps its phase.
    if next != nil || nextOut != 0 || firstOut != 0 { resampler = try makeResampler() }
    let turns = Int64(ExactScale.floor(Int128(position), over: Int128(period.source)))
    nextOut = turns * period.target
    firstOut = Int64(
      clamping: ExactScale.ceiling(Int128(position) * Int128(period.target), over: Int128(period.source)))
    let lead = Int(position - turns * period.source)
    return lead > 0 ? try resampled(nil, frames: lead) : nil
  }

  private func resampled(_ bytes: [UInt8]?, frames: Int) throws -> DecodedAudio? {
    guard let resampler else { return nil }
    let result = DecodedAudio(format: target, position: nextOut, bytes: try resampler.convert(bytes, frames: frames))
    nextOut += Int64(result.frameCount)
    return result.clamped(to: firstOut..<Int64.max)
  }
}

/// One call of libgstaudio's converter.
private final class Stage {
  private let converter: OpaquePointer
  private let target: DecodedAudioFormat
  /// Samples of the source that it holds back.
  let latency: Int

  init(from source: DecodedAudioFormat, to target: DecodedAudioFormat, options: UnsafeMutablePointer<GstStructure>)
    throws
  {
    // Libgstaudio makes no matrix of more channels, and goes on without it.
    guard max(source.channels, target.channels) <= AudioConverter.mostChannels else {
      gst_structure_free(options)
      throw DecoderError(
        .unsupported, "audio cannot be converted",
        cause: "there are at most \(AudioConverter.mostChannels) channels, "
          + "not \(max(source.channels, target.channels))")
    }
    var (a, b) = (try source.info, try target.info)
    creel_set_mix(options, &a, &b)
    // As GStreamer's elements make it.
    guard let converter = gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &a, &b, options) else {
      throw DecoderError(
        .unsupported, "audio cannot be converted",
        cause: source.channels == target.channels
          ? "from \(source.caps) to \(target.caps)"
          : "from \(source.channels) channels to \(target.channels), without speakers to mix them by")
    }
    (self.converter, self.target) = (converter, target)
    latency = Int(gst_audio_converter_get_max_latency(converter))
  }

  deinit { gst_audio_converter_free(converter) }

  static func mixing() -> UnsafeMutablePointer<GstStructure> {
    let options = gst_structure_new_empty("GstAudioConverter")!
    options.set(
      GST_AUDIO_CONVERTER_OPT_DITHER_METHOD, gst_audio_dither_method_get_type(), GST_AUDIO_DITHER_NONE.rawValue)
    options.set(
      GST_AUDIO_CONVERTER_OPT_NOISE_SHAPING_METHOD, gst_audio_noise_shaping_method_get_type(),
      GST_AUDIO_NOISE_SHAPING_NONE.rawValue)
    return options
  }

  static func resampling(_ source: Int, _ target: Int, _ quality: Int) -> UnsafeMutablePointer<GstStructure> {
    let options = mixing()
    gst_audio_resampler_options_set_quality(
      GST_AUDIO_RESAMPLER_METHOD_KAISER, guint(quality), gint(clamping: source),
      gint(clamping: target), options)
    options.set(
      GST_AUDIO_CONVERTER_OPT_RESAMPLER_METHOD, gst_audio_resampler_method_get_type(),
      GST_AUDIO_RESAMPLER_METHOD_KAISER.rawValue)
    // The cubic one, which is usual, takes its filters from one entry of the table too far on: audio came late by that.
    options.set(
      GST_AUDIO_RESAMPLER_OPT_FILTER_INTERPOLATION, gst_audio_resampler_filter_interpolation_get_type(),
      GST_AUDIO_RESAMPLER_FILTER_INTERPOLATION_LINEAR.rawValue)
    return options
  }

  /// - Parameter bytes: Silence if nil.
  func convert(_ bytes: [UInt8]?, frames: Int) throws -> [UInt8] {
    let count = Int(gst_audio_converter_get_out_frames(converter, gsize(frames)))
    let isConverted: Bool
    var result = [UInt8](repeating: 0, count: count * target.bytesPerFrame)
    if let bytes {
      isConverted = bytes.withUnsafeBytes { source in
        result.withUnsafeMutableBytes { call(UnsafeMutableRawPointer(mutating: source.baseAddress), frames, $0, count) }
      }
    } else {
      isConverted = result.withUnsafeMutableBytes { call(nil, frames, $0, count) }
    }
    guard isConverted else { throw DecoderError(.unsupported, "sound cannot be converted", cause: target.caps) }
    return result
  }

  private func call(
    _ source: UnsafeMutableRawPointer?, _ frames: Int, _ target: UnsafeMutableRawBufferPointer, _ count: Int
  ) -> Bool {
    var input: gpointer? = source
    var output: gpointer? = target.baseAddress
    if source == nil {
      return creel_audio_converter_samples(
        converter, GST_AUDIO_CONVERTER_FLAG_NONE, nil, gsize(frames), &output, gsize(count)) != 0
    }
    return creel_audio_converter_samples(
      converter, GST_AUDIO_CONVERTER_FLAG_NONE, &input, gsize(frames), &output, gsize(count)) != 0
  }
}

extension DecodedAudioFormat {
  /// GStreamer's description.
  package var caps: String {
    "audio/x-raw,layout=interleaved,format=\(sampleFormat.rawValue),rate=\(rate),channels=\(channels)"
      + (channels > 1 || channelMask != 0 ? ",channel-mask=(bitmask)0x" + String(channelMask, radix: 16) : "")
  }

  fileprivate var info: GstAudioInfo {
    get throws {
      var info = GstAudioInfo()
      let caps = try Caps(caps)
      guard gst_audio_info_from_caps(&info, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
      return info
    }
  }

  /// The mask of the speakers that so many channels usually are for.
  package static func usualMask(_ channels: Int) -> UInt64 {
    channels == 1 ? 0 : UInt64(gst_audio_channel_get_fallback_mask(gint(clamping: channels)))
  }
}
