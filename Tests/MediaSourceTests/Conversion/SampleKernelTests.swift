import CGStreamer
import CReel
import Testing

@testable import GStreamer
@testable import MediaSource

/// 16-bit integers of floats are those of libgstaudio's converter, bit for bit; on any machine, and with AVX2.
@Suite struct SampleKernelTests {
  private static let mono = DecodedAudioFormat(sampleFormat: .f32, rate: 44_100, channels: 1)

  @Test func floatsOfAllMagnitudes_becomeTheWordsOfGStreamersConverter() throws {
    // A prime step through all bit patterns: subnormal numbers, infinities, and what is no number.
    try check(stride(from: 0, to: UInt64(1) << 32, by: 65_521).map { Float(bitPattern: UInt32($0)) })
  }

  @Test func floatsAroundHalves_becomeTheWordsOfGStreamersConverter() throws {
    let steps = (-32_770...32_769).map { (Float($0) + 0.5) / 32_768 }
    try check(steps + steps.map(\.nextUp) + steps.map(\.nextDown))
    try check([-0.0, .infinity, -.infinity, .nan, -.nan, 1, -1, Float(1).nextDown, Float(-1).nextDown])
  }

  @Test(arguments: 0...40) func runOfAnyLength_isConvertedWhole(count: Int) throws {
    let samples = (0..<count).map { Float($0) / 50 - 0.4 }
    // A word more than the run, which stays.
    var words = [Int16](repeating: 77, count: count + 1)
    creel_floats_to_words(samples, count, &words, false)
    #expect(words == samples.map { Int16(($0 * 32_768).rounded(.toNearestOrAwayFromZero)) } + [77])
  }

  private func check(_ samples: [Float], _ location: SourceLocation = #_sourceLocation) throws {
    var fast = [Int16](repeating: 0, count: samples.count), portable = fast
    creel_floats_to_words(samples, samples.count, &fast, false)
    creel_floats_to_words(samples, samples.count, &portable, true)
    let expected = try judged(samples)
    #expect(fast == expected && portable == expected, sourceLocation: location)

    var target = Self.mono
    target.sampleFormat = .s16
    let audio = DecodedAudio(
      format: Self.mono, position: 3, bytes: samples.withUnsafeBytes { [UInt8]($0) })
    let converted = try #require(try AudioConverter(from: Self.mono, to: target).convert(audio))
    #expect(converted.bytes == expected.withUnsafeBytes { [UInt8]($0) }, sourceLocation: location)
    #expect(converted.format == target && converted.position == 3, sourceLocation: location)
  }

  /// The words of GStreamer's own converter, without dither.
  private func judged(_ samples: [Float]) throws -> [Int16] {
    try GStreamerLibrary.start()
    var (source, target) = (GstAudioInfo(), GstAudioInfo())
    gst_audio_info_set_format(&source, GST_AUDIO_FORMAT_F32LE, 44_100, 1, nil)
    gst_audio_info_set_format(&target, GST_AUDIO_FORMAT_S16LE, 44_100, 1, nil)
    let options = gst_structure_from_string(
      "GstAudioConverter,GstAudioConverter.dither-method=(GstAudioDitherMethod)none,"
        + "GstAudioConverter.noise-shaping-method=(GstAudioNoiseShapingMethod)none", nil)
    let converter = try #require(
      gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &source, &target, options))
    defer { gst_audio_converter_free(converter) }
    let count = samples.count
    var (copy, words) = (samples, [Int16](repeating: 0, count: samples.count))
    let isConverted = copy.withUnsafeMutableBytes { samples in
      words.withUnsafeMutableBytes { words in
        var (input, output): (gpointer?, gpointer?) = (samples.baseAddress, words.baseAddress)
        return creel_audio_converter_samples(
          converter, GST_AUDIO_CONVERTER_FLAG_NONE, &input, gsize(count), &output, gsize(count))
      }
    }
    try #require(isConverted != 0)
    return words
  }
}
