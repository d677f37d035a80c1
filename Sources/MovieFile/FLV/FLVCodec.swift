/// The codec of a tag's media, by Adobe's numbers or a FourCC (Enhanced RTMP, version 2).
struct FLVCodec: Hashable, Sendable {
  /// The code in the table of codecs.
  let code: BoxType
  /// The name in the file: a FourCC, or Adobe's number.
  let name: String
  /// The rate, the sample size and the channels that Adobe's audio tags state; nil for FourCCs and video.
  var sound: UInt8?

  /// The codec of a video tag's number (annex E.4.3.1); nil if it is unknown.
  init?(video number: UInt8) {
    let codes: [UInt8: BoxType] = [
      2: "FLV1", 3: "FSV1", 4: "VP6F", 5: "VP6A", 6: "FSV2", 7: "avc1",
      // Numbers of Chinese services, before there were FourCCs.
      12: "hvc1", 13: "av01",
    ]
    guard let code = codes[number] else { return nil }
    (self.code, name) = (code, String(number))
  }

  /// The codec of an audio tag's first byte (annex E.4.2.1); nil if it is unknown.
  init?(audio byte: UInt8) {
    let codes: [UInt8: BoxType] = [
      0: "lpcm", 1: "swfa", 2: ".mp3", 3: "lpcm", 4: "NELL", 5: "NELL", 6: "NELL", 7: "alaw", 8: "ulaw", 10: "aac ",
      11: "spex", 14: ".mp3",
    ]
    guard let code = codes[byte >> 4] else { return nil }
    (self.code, name, sound) = (code, String(byte >> 4), byte)
  }

  /// The codec of a FourCC; codes that are not in the table are their own.
  init(fourCC: UInt32) {
    let stated = BoxType(rawValue: fourCC)
    let codes: [BoxType: BoxType] = ["mp4a": "aac ", "Opus": "opus", "fLaC": "flac"]
    code = codes[stated] ?? stated
    name = stated.text
  }

  /// True if Adobe's tags have a byte of the packet's kind behind the codec's number.
  var hasPacketType: Bool { ["avc1", "hvc1", "av01", "aac "].contains(code) }

  /// True if packets have a composition time.
  var hasCompositionTime: Bool { ["avc1", "hvc1", "vvc1"].contains(code) }

  /// The number of samples per second of Adobe's audio tags, 0 if unknown.
  var sampleRate: Int32 {
    guard let sound else { return 0 }
    switch sound >> 4 {
    case 4, 11: return 16_000
    case 5, 14: return 8_000
    case 7, 8: return 8_000
    // The lowest rate is 5,512.5 Hz.
    default: return [5_512, 11_025, 22_050, 44_100][Int(sound >> 2 & 3)]
    }
  }

  var channels: Int {
    guard let sound else { return 0 }
    return [4, 5, 11].contains(sound >> 4) ? 1 : Int(sound & 1) + 1
  }

  /// The bits of a sample of PCM.
  var bits: Int { (sound ?? 0) & 2 == 0 ? 8 : 16 }
}
