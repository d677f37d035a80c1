internal import MediaEngine
internal import MediaGraph

/// A kind of file that can be written: its muxer, and what it holds.
struct WriterFileType: Sendable {
  enum Muxer: Sendable {
    case mp4(MuxMP4.Brand)
    case mov, m4a, threeGP, caf, wav, aiff, aifc, amr, mp3, matroska, webM, transportStream
  }

  let type: AVFileType
  let muxer: Muxer
  let mediaTypes: [AVMediaType]

  static let all: [WriterFileType] = [
    WriterFileType(
      type: .mov, muxer: .mov, mediaTypes: [.video, .audio, .subtitle, .text, .metadata, .timecode]),
    WriterFileType(type: .mp4, muxer: .mp4(.mp4), mediaTypes: [.video, .audio, .subtitle, .text, .metadata]),
    WriterFileType(type: .m4v, muxer: .mp4(.m4v), mediaTypes: [.video, .audio, .subtitle, .text, .metadata]),
    WriterFileType(
      type: AVFileType("com.apple.mpeg-4-video"), muxer: .mp4(.m4v),
      mediaTypes: [.video, .audio, .subtitle, .text, .metadata]),
    WriterFileType(type: .m4a, muxer: .m4a, mediaTypes: [.audio, .text]),
    WriterFileType(type: .mobile3GPP, muxer: .threeGP, mediaTypes: [.video, .audio, .text]),
    WriterFileType(type: .caf, muxer: .caf, mediaTypes: [.audio]),
    WriterFileType(type: .wav, muxer: .wav, mediaTypes: [.audio]),
    WriterFileType(type: .aiff, muxer: .aiff, mediaTypes: [.audio]),
    WriterFileType(type: .aifc, muxer: .aifc, mediaTypes: [.audio]),
    WriterFileType(type: .amr, muxer: .amr, mediaTypes: [.audio]),
    WriterFileType(type: .mp3, muxer: .mp3, mediaTypes: [.audio]),
    WriterFileType(type: .matroska, muxer: .matroska, mediaTypes: [.video, .audio, .subtitle]),
    WriterFileType(type: .webM, muxer: .webM, mediaTypes: [.video, .audio]),
    WriterFileType(type: .transportStream, muxer: .transportStream, mediaTypes: [.video, .audio]),
  ]

  /// - Returns: Nil for files that cannot be written.
  static func of(_ type: AVFileType) -> WriterFileType? { all.first { $0.type == type } }

  var nodeType: any Node.Type { Swift.type(of: node) }

  /// The muxer of such files.
  var node: any Node {
    switch muxer {
    case .mp4(let brand): MuxMP4 { $0.brand = brand }
    case .mov: MuxMOV()
    case .m4a: MuxM4A()
    case .threeGP: Mux3GP()
    case .caf: MuxCAF()
    case .wav: MuxWAV()
    case .aiff: MuxAIFF()
    case .aifc: MuxAIFC()
    case .amr: MuxAMR()
    case .mp3: MuxMP3()
    case .matroska: MuxMKV()
    case .webM: MuxWebM()
    case .transportStream: MuxTS()
    }
  }

  /// True for files whose tracks have sample descriptions.
  var isMovie: Bool {
    switch muxer {
    case .mp4, .mov, .m4a, .threeGP: true
    default: false
    }
  }

  /// The brand of MP4 files; nil for others.
  var brand: MuxMP4.Brand? { if case .mp4(let brand) = muxer { brand } else { nil } }

  /// True for files of one audio track and nothing else.
  var isAudioFile: Bool {
    switch muxer {
    case .caf, .wav, .aiff, .aifc, .amr, .mp3: true
    default: false
    }
  }

  /// True if files can be written in fragments.
  var hasFragments: Bool {
    switch muxer {
    case .mp4, .mov: true
    default: false
    }
  }

  /// True if files say something about themselves.
  var hasMetadata: Bool {
    switch muxer {
    case .amr, .transportStream: false
    default: true
    }
  }

  /// Returns how linear PCM is stored in such files.
  ///
  /// - Throws: `SettingsError` for samples that they do not hold.
  func pcm(_ format: AudioSettings.LinearPCM) throws(SettingsError) -> AudioEncodePCM {
    if format.isNonInterleaved {
      throw SettingsError(AVLinearPCMIsNonInterleaved, "is true, but files hold interleaved channels")
    }
    let name = "\(type.rawValue) files"
    switch muxer {
    case .wav where format.isBigEndian && format.bitDepth > 8:
      throw SettingsError(AVLinearPCMIsBigEndianKey, "is true, but \(name) are little-endian")
    case .matroska where format.isBigEndian && format.isFloat:
      throw SettingsError(AVLinearPCMIsBigEndianKey, "is true, but \(name) hold little-endian floats")
    case .aiff, .aifc:
      // AIFF-C has one little-endian form: 'sowt', of 16 bits.
      let isSwapped = if case .aifc = muxer { format.bitDepth == 16 } else { false }
      if !format.isBigEndian && format.bitDepth > 8 && !isSwapped {
        throw SettingsError(
          AVLinearPCMIsBigEndianKey, "is false, but \(name) hold big-endian samples of \(format.bitDepth) bits")
      }
      if case .aiff = muxer, format.isFloat {
        throw SettingsError(AVLinearPCMIsFloatKey, "is true, but \(name) hold integers")
      }
    case .wav, .caf, .mov, .matroska: break
    default: throw SettingsError(AVFormatIDKey, "is linear PCM, which \(name) do not hold")
    }
    let found: AudioEncodePCM.Format? =
      switch (format.isFloat, format.bitDepth) {
      case (false, 8):
        switch muxer {
        case .wav, .matroska: .u8
        default: .s8
        }
      case (false, 16): format.isBigEndian ? .s16be : .s16
      case (false, 24): format.isBigEndian ? .s24be : .s24
      case (false, 32): format.isBigEndian ? .s32be : .s32
      case (true, 32): format.isBigEndian ? .f32be : .f32
      case (true, 64): format.isBigEndian ? .f64be : .f64
      default: nil
      }
    guard let found else { throw SettingsError(AVLinearPCMBitDepthKey, "is \(format.bitDepth)") }
    return AudioEncodePCM { $0.format = found }
  }
}
