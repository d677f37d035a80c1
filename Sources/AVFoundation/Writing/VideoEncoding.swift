internal import MediaEngine
internal import MediaGraph

/// The nodes that encode video as its settings say.
struct VideoEncoding {
  enum Encoder {
    case h264(VideoEncodeH264), hevc(VideoEncodeHEVC), jpeg(VideoEncodeMJPEG), proRes(VideoEncodeProRes)
    case av1(VideoEncodeAV1), vp8(VideoEncodeVP8), vp9(VideoEncodeVP9)

    var node: any Node {
      switch self {
      case .h264(let node): node
      case .hevc(let node): node
      case .jpeg(let node): node
      case .proRes(let node): node
      case .av1(let node): node
      case .vp8(let node): node
      case .vp9(let node): node
      }
    }
  }

  let encoder: Encoder
  let settings: VideoSettings

  /// - Parameter hint: The size of the source, where it is known.
  init(_ settings: VideoSettings, hint: CMVideoDimensions?) throws(SettingsError) {
    self.settings = settings
    let width = settings.width ?? hint.map { Int($0.width) } ?? 1280
    let height = settings.height ?? hint.map { Int($0.height) } ?? 720
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw SettingsError(AVVideoWidthKey, "and \(AVVideoHeightKey) are \(width) and \(height): from 1 to 16384")
    }
    let compression = settings.compression
    // A tenth of a bit a pixel, at 30 frames a second: what streaming services recommend for H.264.
    let rates = EncoderRates(compression, usual: max(64_000, width * height * 3))
    encoder =
      switch settings.codec {
      case .h264: .h264(try VideoEncodeH264(compression, rates))
      case .hevc, AVVideoCodecType("hev1"): .hevc(try VideoEncodeHEVC(compression, rates))
      case .jpeg, AVVideoCodecType("mjpg"):
        .jpeg(VideoEncodeMJPEG { $0.quality = Int((1 + (compression.quality ?? 0.85) * 99).rounded()) })
      case .proRes422: .proRes(VideoEncodeProRes { $0.profile = .standard })
      case .proRes422HQ: .proRes(VideoEncodeProRes { $0.profile = .hq })
      case .proRes422LT: .proRes(VideoEncodeProRes { $0.profile = .lt })
      case .proRes422Proxy: .proRes(VideoEncodeProRes { $0.profile = .proxy })
      case .proRes4444: .proRes(VideoEncodeProRes { $0.profile = .p4444 })
      case .av1: .av1(try VideoEncodeAV1(rates))
      case .vp9: .vp9(try VideoEncodeVP9(timed: rates, best: 0...63))
      case .vp8: .vp8(try VideoEncodeVP8(timed: rates, best: 0...63))
      default: throw SettingsError(AVVideoCodecKey, "is '\(settings.codec.rawValue)', for which there is no encoder")
      }
    try check(compression)
    if settings.width != nil || hint != nil {
      try checkSize(PixelSize(width: width, height: height))
      try checkAperture(in: (Double(width), Double(height)))
    }
    _ = try color
  }

  /// - Throws: `SettingsError` for a size that the encoder does not take.
  private func checkSize(_ size: PixelSize) throws(SettingsError) {
    guard let reason = MuxerSupport.refusal(of: size, by: encoder.node) else { return }
    let encoder = "the encoder of '\(settings.codec.rawValue)' \(reason)"
    // Without a size in the settings, frames keep their own.
    guard settings.width != nil else {
      throw SettingsError(AVVideoCodecKey, "is given for frames of \(size.width)x\(size.height), and \(encoder)")
    }
    throw SettingsError(AVVideoWidthKey, "and \(AVVideoHeightKey) are \(size.width) and \(size.height): \(encoder)")
  }

  /// - Throws: `SettingsError` for properties that the codec does not have.
  private func check(_ compression: VideoSettings.Compression) throws(SettingsError) {
    let name = settings.codec.rawValue
    try checkRates(compression)
    switch encoder {
    case .h264: return
    case .hevc: break
    case .jpeg, .proRes:
      if compression.constantRateFactor != nil {
        throw SettingsError(AVVideoConstantRateFactorKey, "is given, but the codec '\(name)' has none")
      }
      fallthrough
    case .av1, .vp8, .vp9:
      if compression.profileLevel != nil {
        throw SettingsError(AVVideoProfileLevelKey, "is given, but the encoder of '\(name)' has no choice of profiles")
      }
    }
    if compression.entropyMode != nil {
      throw SettingsError(AVVideoH264EntropyModeKey, "is given, but the codec is '\(name)'")
    }
    switch encoder {
    case .av1, .vp8, .vp9:
      guard try compression.droppableFrames == nil else {
        throw SettingsError(
          AVVideoAverageNonDroppableFrameRateKey, "is given, but the encoder of '\(name)' makes no droppable frames")
      }
    // Each frame of the others stands by itself, or is made as it is wanted.
    default: break
    }
  }

  /// - Throws: `SettingsError` for limits that the encoder does not keep, and for speeds that it does not have.
  private func checkRates(_ compression: VideoSettings.Compression) throws(SettingsError) {
    let name = settings.codec.rawValue
    switch encoder {
    case .h264, .hevc: return
    case .vp8, .vp9:
      if let key = compression.speedKey {
        throw SettingsError(key, "is given, but the encoder of '\(name)' has one speed")
      }
    // The encoder of AV1 has a faster speed. Those of JPEG and ProRes encode each frame by itself, and have none to choose.
    case .av1, .jpeg, .proRes: break
    }
    let key =
      compression.constantBitRate != nil
      ? VideoSettings.Compression.Key.constantBitRate
      : compression.dataRateLimits.isEmpty ? nil : VideoSettings.Compression.Key.dataRateLimits
    if let key { throw SettingsError(key, "is given, but the encoder of '\(name)' keeps no limits") }
  }

  /// - Throws: `SettingsError` for a clean aperture that is not within the frame.
  private func checkAperture(in frame: (width: Double, height: Double)) throws(SettingsError) {
    guard let aperture = settings.cleanAperture, aperture.count == 4 else { return }
    let (width, height, x, y) = (aperture[0], aperture[1], aperture[2], aperture[3])
    guard width / 2 + abs(x) <= frame.width / 2, height / 2 + abs(y) <= frame.height / 2 else {
      throw SettingsError(
        AVVideoCleanApertureKey,
        "is \(width)x\(height) at (\(x), \(y)), which is not within \(Int(frame.width))x\(Int(frame.height))")
    }
  }

  private var color: VideoColorConvert? {
    get throws(SettingsError) { try settings.color.map { color throws(SettingsError) in try VideoColorConvert(color) } }
  }

  /// Adds the nodes from frames to coded frames.
  ///
  /// - Parameter name: The end of the nodes' names: `video`, `video2`.
  func add(to graph: inout Graph, _ name: String, from source: Output<RawVideo>) throws -> Output<Coded<Video>> {
    var frames = source
    if let width = settings.width, let height = settings.height {
      let scale = graph.add("scale_\(name)", scaling(width, height))
      graph.connect(frames, to: scale.input)
      frames = scale.output
    }
    if settings.width != nil || settings.pixelAspect != nil {
      let (horizontal, vertical) = settings.pixelAspect ?? (1, 1)
      let shape = graph.add(
        "shape_\(name)",
        VideoPixelAspect {
          $0.horizontal = horizontal
          $0.vertical = vertical
        })
      graph.connect(frames, to: shape.input)
      frames = shape.output
    }
    if let color = try color {
      let convert = graph.add("color_\(name)", color)
      graph.connect(frames, to: convert.input)
      frames = convert.output
    }
    switch encoder {
    case .h264(let node): return encode(&graph, name, frames, node, \.input, \.output)
    case .hevc(let node): return encode(&graph, name, frames, node, \.input, \.output)
    case .jpeg(let node): return encode(&graph, name, frames, node, \.input, \.output)
    case .proRes(let node): return encode(&graph, name, frames, node, \.input, \.output)
    case .av1(let node): return encode(&graph, name, frames, node, \.input, \.output)
    case .vp8(let node): return encode(&graph, name, frames, node, \.input, \.output)
    case .vp9(let node): return encode(&graph, name, frames, node, \.input, \.output)
    }
  }

  private func encode<N: Node>(
    _ graph: inout Graph, _ name: String, _ frames: Output<RawVideo>, _ node: N,
    _ input: KeyPath<N, Input<RawVideo>>, _ output: KeyPath<N, Output<Coded<Video>>>
  ) -> Output<Coded<Video>> {
    let handle = graph.add("encode_\(name)", node)
    graph.connect(frames, to: handle[dynamicMember: input])
    return handle[dynamicMember: output]
  }

  private func scaling(_ width: Int, _ height: Int) -> VideoScale {
    VideoScale {
      ($0.width, $0.height, $0.upscale) = (width, height, .always)
      if let (horizontal, vertical) = settings.pixelAspect, settings.scalingMode != .resize {
        $0.pixelShape = PixelSize(width: horizontal, height: vertical)
      }
      switch settings.scalingMode {
      case .resize: $0.fit = .stretch
      case .resizeAspect: $0.fit = .letterbox
      case .resizeAspectFill: $0.fit = .fill
      case .fit: ($0.fit, $0.upscale) = (.contain, .never)
      }
    }
  }
}

extension VideoColorConvert {
  fileprivate init(_ color: VideoSettings.Color) throws(SettingsError) {
    self.init()
    func found<Value>(_ table: [String: Value], _ name: String, _ key: String) throws(SettingsError) -> Value {
      guard let value = table[name] else { throw SettingsError(key, "is '\(name)', which is not known") }
      return value
    }
    primaries = try found(ColorNames.primaries, color.primaries, AVVideoColorPrimariesKey)
    transfer = try found(ColorNames.transfers, color.transfer, AVVideoTransferFunctionKey)
    matrix = try found(ColorNames.matrices, color.matrix, AVVideoYCbCrMatrixKey)
  }
}
