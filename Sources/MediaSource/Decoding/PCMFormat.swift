package import GStreamer

/// A PCM format: interleaved integers or floats of any width and byte order.
package struct PCMFormat: Hashable, Sendable {
  package var bytesPerSample: Int
  package var isBigEndian: Bool
  package var isFloat: Bool
  package var isSigned: Bool
  package var rate: Int
  package var channels: Int

  package var bytesPerFrame: Int { bytesPerSample * channels }

  /// The format for readers: in native byte order and whole words. 24 bits become the high bits of 32.
  package var sampleFormat: PCMSample {
    switch bytesPerSample {
    case 1: .u8
    case 2: .s16
    case 8: .f64
    default: isFloat ? .f32 : .s32
    }
  }

  /// Parses GStreamer's name of a format (`S24BE`, `F32LE`); nil for padded formats of 18 to 24 bits, which files do
  /// not have.
  package init?(_ structure: Structure) {
    guard structure.name == "audio/x-raw", let name = structure["format"]?.string,
      let rate = structure["rate"]?.int, let channels = structure["channels"]?.int, rate > 0, channels > 0,
      structure["layout"]?.string != "non-interleaved"
    else { return nil }
    let digits = name.dropFirst().prefix { $0.isNumber }
    let rest = name.dropFirst(1 + digits.count)
    guard let bits = Int(digits), [8, 16, 24, 32, 64].contains(bits), ["", "LE", "BE"].contains(rest),
      let kind = name.first, "SUF".contains(kind)
    else { return nil }
    self.init(
      bytesPerSample: bits / 8, isBigEndian: rest == "BE", isFloat: kind == "F", isSigned: kind != "U", rate: rate,
      channels: channels)
  }

  package init(bytesPerSample: Int, isBigEndian: Bool, isFloat: Bool, isSigned: Bool, rate: Int, channels: Int) {
    self.bytesPerSample = bytesPerSample
    self.isBigEndian = isBigEndian
    self.isFloat = isFloat
    self.isSigned = isSigned
    self.rate = rate
    self.channels = channels
  }

  /// GStreamer's name of the format.
  package var name: String {
    (isFloat ? "F" : isSigned ? "S" : "U") + "\(bytesPerSample * 8)"
      + (bytesPerSample == 1 ? "" : isBigEndian ? "BE" : "LE")
  }

  /// Returns whole frames in the native format.
  func native(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let count = bytes.count / bytesPerFrame * channels
    switch bytesPerSample {
    case 1: return bytes.prefix(count).map { isSigned ? $0 ^ 0x80 : $0 }
    case 3:
      return [UInt8](unsafeUninitializedCapacity: count * 4) { target, initialized in
        let (low, middle, high) = isBigEndian ? (2, 1, 0) : (0, 1, 2)
        let flip: UInt8 = isSigned ? 0 : 0x80
        for index in 0..<count {
          target[index * 4] = 0
          target[index * 4 + 1] = bytes[index * 3 + low]
          target[index * 4 + 2] = bytes[index * 3 + middle]
          target[index * 4 + 3] = bytes[index * 3 + high] ^ flip
        }
        initialized = count * 4
      }
    default:
      var result = [UInt8](bytes.prefix(count * bytesPerSample))
      if isBigEndian {
        result.withUnsafeMutableBytes { target in
          switch bytesPerSample {
          case 2:
            target.withMemoryRebound(to: UInt16.self) { for index in $0.indices { $0[index] = $0[index].byteSwapped } }
          case 4:
            target.withMemoryRebound(to: UInt32.self) { for index in $0.indices { $0[index] = $0[index].byteSwapped } }
          default:
            target.withMemoryRebound(to: UInt64.self) { for index in $0.indices { $0[index] = $0[index].byteSwapped } }
          }
        }
      }
      if !isFloat, !isSigned {
        for index in stride(from: bytesPerSample - 1, to: result.count, by: bytesPerSample) { result[index] ^= 0x80 }
      }
      return result
    }
  }
}

extension CodedFormat {
  /// The PCM format of uncompressed audio.
  package var pcm: PCMFormat? { codec == .pcm ? caps.first.flatMap { PCMFormat($0) } : nil }

  /// The format in which uncompressed audio is read; nil for coded audio.
  package var readPCM: DecodedAudioFormat? { pcm.map { readFormat($0) } }

  func readFormat(_ pcm: PCMFormat) -> DecodedAudioFormat {
    let stated = pcm.channels > 1 ? caps.channelMask : 0
    // Two channels without places are left and right; encoders refuse those that are nowhere.
    let speakers = pcm.channels == 2 && stated == 0 ? DecodedAudioFormat.usualMask(2) : stated
    return DecodedAudioFormat(
      sampleFormat: pcm.sampleFormat, rate: pcm.rate, channels: pcm.channels, channelMask: speakers)
  }
}
