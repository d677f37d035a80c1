/// The beginning of a frame of audio in an elementary stream, as far as it is needed to cut the stream.
struct ElementaryFrameHeader: Hashable, Sendable {
  /// The size of the frame in bytes, header included.
  var size: Int
  /// The number of samples of each channel at `rate`.
  var samples: Int
  /// The number of samples per second.
  var rate: Int32
  /// The number of bytes that decoders do not take: the ADTS header.
  var stripped = 0
  /// True if the frame adds to the frame before it, and is part of the same packet.
  var isContinuation = false
  /// True for an extension substream of DTS, which may stand alone or follow a core.
  var isExtension = false
  /// True for a frame of another stream between those of this one, which is left out.
  var isForeign = false
  /// The parameters that frames of one stream share.
  var kind = 0

  /// The formats of audio that can be cut by their own headers.
  enum Format: Hashable, Sendable {
    /// MPEG audio and AAC in ADTS.
    case mpeg
    /// AC-3 and Enhanced AC-3.
    case dolby
    /// DTS, with extensions or of extensions only.
    case dts
    /// AAC in LATM with LOAS (ISO/IEC 14496-3, 1.7.2).
    case loas
    /// Access units of TrueHD and MLP; Blu-ray puts AC-3 between them for players that cannot decode them.
    case trueHD

    /// The number of bytes needed to read a header.
    var headLength: Int {
      switch self {
      case .mpeg: AudioFrameHeader.length
      case .dolby, .dts, .trueHD: 16
      case .loas: 3
      }
    }

    /// The size of the largest frame.
    var sizeLimit: Int {
      switch self {
      case .mpeg, .loas, .trueHD: 8192
      case .dolby: 4096
      // The syntax allows a megabyte; the highest bit rate gives a quarter of this.
      case .dts: 1 << 17
      }
    }
  }

  /// Reads the header in the first bytes of a frame; nil if there is none.
  init?(_ bytes: ArraySlice<UInt8>, _ format: Format) {
    guard bytes.count >= format.headLength else { return nil }
    switch format {
    case .mpeg:
      guard let header = AudioFrameHeader(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }), header.size >= 8 else {
        return nil
      }
      (size, samples, rate, stripped) = (header.size, header.sampleCount, header.sampleRate, header.headerSize)
      if case .mpeg(let version, let layer) = header.format { kind = version << 4 | layer }
    case .dolby:
      guard bytes.starts(with: [0x0b, 0x77]), let frame = DolbyFrame(bytes), frame.size >= 16 else { return nil }
      (size, samples, rate) = (frame.size, frame.blockCount * 256, Int32(frame.sampleRate))
      switch frame.kind {
      case .ac3: kind = 1
      case .independent(let number): (kind, isContinuation) = (2, number > 0)
      case .dependent: (kind, isContinuation) = (2, true)
      }
    case .dts:
      guard bytes.first == 0x7f || bytes.first == 0x64, let frame = DTSFrame(bytes) else { return nil }
      (size, samples, rate) = (frame.size, frame.sampleCount, frame.sampleRate)
      isExtension = frame.kind == .extensions
      isContinuation = isExtension && frame.sampleCount == 0
    case .loas:
      // AudioSyncStream: 11 bits of synchronisation, 13 of length.
      let number = bytes.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      guard number >> 13 == 0x2b7, number & 0x1fff > 0 else { return nil }
      (size, samples, rate) = (number & 0x1fff + 3, 0, 0)
    case .trueHD:
      if bytes.starts(with: [0x0b, 0x77]), let frame = DolbyFrame(bytes), frame.size >= 16 {
        (size, samples, rate, isForeign) = (frame.size, 0, 0, true)
        return
      }
      // A check of four bits, and the length in words.
      size = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) } & 0xfff * 2
      guard size >= 8 else { return nil }
      let sync = TrueHDSync(bytes)
      rate = sync?.sampleRate ?? 0
      samples = rate > 0 ? TrueHDSync.samples(at: rate) : 0
    }
  }

  /// True if a stream may begin with the frame: access units without a major sync need those before.
  func mayBegin(_ format: Format) -> Bool { format != .trueHD || rate > 0 }

  /// True if the frame may follow another in one stream.
  func follows(_ other: ElementaryFrameHeader) -> Bool {
    isContinuation || other.isContinuation || isExtension != other.isExtension
      || rate == 0 || other.rate == 0 || rate == other.rate && kind == other.kind
  }
}
