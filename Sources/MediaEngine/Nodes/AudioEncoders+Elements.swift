internal import GStreamer
import MediaGraph
import MovieFile

extension AudioEncodeAAC: AudioEncodingNode {
  var codec: Codec { .aac }
  var codedCaps: String { "\(codec.capsName),mpegversion=4" }
  var parser: String? { "aacparse" }

  var encoders: [ElementChoice.Candidate] { ["avenc_aac", "voaacenc"].map { .init($0) } }

  func settings(rate: Int, channels: Int) -> (properties: [(name: String, value: String)], note: String?) {
    ([("bitrate", "\((bitrate ?? Self.usualBitrate(channels: channels)).bitsPerSecond)")], nil)
  }

  func priming(of factory: String) -> Int64? { factory == "avenc_aac" ? 1024 : 1600 }

  /// FFmpeg's encoder refuses others when it learns of them: those of 5.1 with speakers at the sides too.
  func masks(of factory: String) -> [UInt64] {
    factory == "avenc_aac" ? [0x7, 0x103, 0xb, 0x107, 0x33, 0xf, 0x37, 0x10f, 0x3f, 0x137] : []
  }
}

extension AudioEncodeOpus: AudioEncodingNode {
  var codec: Codec { .opus }
  var encoders: [ElementChoice.Candidate] { [.init("opusenc")] }

  func settings(rate: Int, channels: Int) -> (properties: [(name: String, value: String)], note: String?) {
    ([("bitrate", "\((bitrate ?? Self.usualBitrate(channels: channels)).bitsPerSecond)")], nil)
  }

  func completeAudio(of encoder: Element) throws { try ShortOpusAudio().watch(encoder) }

  /// The speakers of RFC 7845, section 5.1.1.2, in GStreamer's order; the element's template does not name them.
  func masks(of factory: String) -> [UInt64] { [0x7, 0x33, 0x37, 0x3f, 0xd0f, 0xc3f] }

  /// The element gives libopus five, seven and eight channels with one mapping, and tells decoders another (GStreamer 1.22,
  /// gstopuscommon.c): in this order, both agree, and channels are coded together that belong together.
  func inputOrder(_ channels: Int) -> [Int]? {
    switch channels {
    case 5: [0, 1, 4, 2, 3]
    case 7: [0, 1, 4, 3, 5, 2, 6]
    case 8: [0, 1, 6, 7, 2, 3, 4, 5]
    default: nil
    }
  }
}

extension AudioEncodeVorbis: AudioEncodingNode {
  var codec: Codec { .vorbis }
  var encoders: [ElementChoice.Candidate] { [.init("vorbisenc", [("bitrate", "\(bitrate.bitsPerSecond)")])] }

  /// libvorbis has bit rates for some sample rates only, each within limits; it refuses others.
  func settings(rate: Int, channels: Int) -> (properties: [(name: String, value: String)], note: String?) {
    // Pairs of channels share what they have in common; so do the six of 5.1, at the rates of music.
    let limits = Self.limits(rate: rate)
    let isSurround = channels == 6 && (40_000...50_000).contains(rate)
    let lowest = limits.map { isSurround ? 14_000 : channels == 2 ? $0.pair : $0.channel.lowerBound } ?? 0
    // The element takes no larger number.
    guard let limits, lowest * channels <= 250_000 else {
      let sound = channels > 2 ? "\(channels) channels of \(rate) Hz" : "\(rate) Hz"
      let note = "libvorbis has no bit rates for \(sound): the sound has the quality 4 of 10 instead"
      return ([("quality", "0.4")], note)
    }
    let wanted = bitrate.bitsPerSecond
    let used = min(max(wanted, lowest * channels), limits.channel.upperBound * channels)
    let properties = [(name: "bitrate", value: "\(used)")]
    if used == wanted { return (properties, nil) }
    let words = channels == 1 ? "one channel" : "\(channels) channels"
    return (properties, "libvorbis has no \(wanted) bit/s for \(words) of \(rate) Hz: the sound has \(used)")
  }

  /// Returns the bits a second of a channel, and the fewest of one of a pair (libvorbis 1.3.7, lib/modes/setup_*.h).
  private static func limits(rate: Int) -> (channel: ClosedRange<Int>, pair: Int)? {
    switch rate {
    case 8_000..<9_000: (8_000...42_000, 6_000)
    case 9_000..<15_000: (12_000...50_000, 8_000)
    case 15_000..<19_000: (16_000...100_000, 12_000)
    case 19_000..<26_000: (16_000...90_000, 15_000)
    case 26_000..<40_000: (30_000...190_000, 18_000)
    case 40_000...50_000: (32_000...240_000, 22_500)
    default: nil
    }
  }
}

extension AudioEncodeMP3: AudioEncodingNode {
  var codecName: String { "MP3" }
  var codec: Codec { .mpegAudio }
  var codedCaps: String { CodedCaps.mp3 }
  var parser: String? { "mpegaudioparse" }

  // Lower sample rates have other bit rates.
  var inputCaps: String? { "audio/x-raw,rate={32000,44100,48000}" }

  var encoders: [ElementChoice.Candidate] {
    [.init("lamemp3enc", [("target", "bitrate"), ("cbr", "true"), ("bitrate", "\(bitrate.kilobits)")])]
  }

  // LAME takes a lower rate by itself where there are few bits for it.
  var keepsRate: Bool { true }

  // LAME's own delay, and that of every Layer III decoder.
  func priming(of factory: String) -> Int64? { 576 + 529 }
}

extension AudioEncodeFLAC: AudioEncodingNode {
  var codec: Codec { .flac }
  var parser: String? { "flacparse" }
  // 24 bits suffice for 32-bit floats; 16 bits stay 16 bits.
  var inputCaps: String? { "audio/x-raw,format={S24LE,S16LE}" }
  var encoders: [ElementChoice.Candidate] { [.init("flacenc", [("quality", "\(effort)")])] }
  var naming: SpeakerNaming { .comment }
  func priming(of factory: String) -> Int64? { 0 }

  /// For audio shorter than a frame, the element sends a segment before its format (GStreamer 1.22, gstflacenc.c), which is out of order.
  func completeAudio(of encoder: Element) throws {
    let caps = try Caps(codec.capsName)
    try encoder.pad("sink").addProbe(.events) { info in
      if info.isEndOfStream, let output = try? info.pad.parent?.pad("src"), output.currentCaps == nil {
        output.push(.caps(caps))
      }
      return .pass
    }
  }
}

extension AudioEncodeALAC: AudioEncodingNode {
  var codec: Codec { .alac }
  var encoders: [ElementChoice.Candidate] { [.init("avenc_alac")] }
  func priming(of factory: String) -> Int64? { 0 }
}

extension AudioEncodePCM: AudioEncodingNode {
  var codec: Codec { .pcm }
  var codecName: String { "\(codec.title) (\(format.text))" }
  var codedCaps: String { "audio/x-raw,format=\(gstreamerName),layout=interleaved" }
  var inputCaps: String? { codedCaps }
  var encoders: [ElementChoice.Candidate] { [.init("identity")] }

  private var gstreamerName: String {
    let name = format.rawValue.uppercased()
    return [.u8, .s8].contains(format) || name.hasSuffix("BE") ? name : name + "LE"
  }
}

extension AudioEncodeAMR: AudioEncodingNode {
  var codec: Codec { wide ? .amrWideband : .amr }
  var inputCaps: String? { "audio/x-raw,format=S16LE,rate=\(wide ? 16_000 : 8_000),channels=1" }
  var encoders: [ElementChoice.Candidate] {
    [.init(wide ? "voamrwbenc" : "amrnbenc", [("band-mode", "MR\(mode)")], inputCaps: inputCaps)]
  }
  func completeAudio(of encoder: Element) throws {
    try PacketCompletion(samples: wide ? 320 : 160).watch(encoder.pad("sink"))
  }

  /// The nearest of the bit rates, in units of 10 bits a second (3GPP TS 26.071, TS 26.171), by the elements' names.
  private var mode: String {
    let modes = wide ? [660, 885, 1265, 1585, 1825, 1985, 2305, 2385] : [475, 515, 590, 670, 740, 795, 1020, 1220]
    let wanted = bitrate.bitsPerSecond / 10
    let nearest = modes.min { abs($0 - wanted) < abs($1 - wanted) } ?? modes[0]
    // The narrow band's elements leave out a last zero.
    return !wide && nearest % 10 == 0 ? "\(nearest / 10)" : "\(nearest)"
  }
}
