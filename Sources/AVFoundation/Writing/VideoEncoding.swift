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
    let usual = max(64_000, width * height * 3)
    let bitRate = Bitrate(bitsPerSecond: min(max(compression.bitRate ?? usual, 16_000), 800_000_000))
    let interval = min(compression.keyFrameInterval ?? 250, 3000)
    let keyFrameTime = compression.keyFrameDuration.map { MediaTime.rational($0.value, $0.timescale) }
    encoder =
      switch settings.codec {
      case .h264:
        .h264(
          try VideoEncodeH264(
            compression, bitRate: bitRate, keyFrameInterval: interval, keyFrameTime: keyFrameTime))
      case .hevc, AVVideoCodecType("hev1"):
        .hevc(
          try VideoEncodeHEVC(
            compression, bitRate: bitRate, keyFrameInterval: interval, keyFrameTime: keyFrameTime))
      case .jpeg, AVVideoCodecType("mjpg"):
        .jpeg(VideoEncodeMJPEG { $0.quality = Int((1 + (compression.quality ?? 0.85) * 99).rounded()) })
      case .proRes422: .proRes(VideoEncodeProRes { $0.profile = .standard })
      case .proRes422HQ: .proRes(VideoEncodeProRes { $0.profile = .hq })
      case .proRes422LT: .proRes(VideoEncodeProRes { $0.profile = .lt })
      case .proRes422Proxy: .proRes(VideoEncodeProRes { $0.profile = .proxy })
      case .proRes4444: .proRes(VideoEncodeProRes { $0.profile = .p4444 })
      case .av1:
        .av1(
          VideoEncodeAV1 {
            $0.bitrate = bitRate
            $0.keyFrameInterval = interval
          })
      case .vp9:
        .vp9(
          VideoEncodeVP9 {
            $0.bitrate = bitRate
            $0.keyFrameInterval = interval
          })
      case .vp8:
        .vp8(
          VideoEncodeVP8 {
            $0.bitrate = bitRate
            $0.keyFrameInterval = interval
          })
      default: throw SettingsError(AVVideoCodecKey, "is '\(settings.codec.rawValue)', for which there is no encoder")
      }
    _ = try color
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
      switch settings.scalingMode {
      case .resize: $0.fit = .stretch
      case .resizeAspect: $0.fit = .letterbox
      case .resizeAspectFill: $0.fit = .fill
      case .fit: ($0.fit, $0.upscale) = (.contain, .never)
      }
    }
  }
}

extension VideoEncodeH264 {
  fileprivate init(
    _ compression: VideoSettings.Compression, bitRate: Bitrate, keyFrameInterval: Int, keyFrameTime: MediaTime?
  ) throws(SettingsError) {
    self.init()
    bitrate = bitRate
    quality = compression.rateFactor
    self.keyFrameInterval = keyFrameInterval
    self.keyFrameTime = keyFrameTime
    if compression.allowsReordering == false { bFrames = 0 }
    if let name = compression.profileLevel {
      guard let (profile, level) = Self.profile(name) else {
        throw SettingsError(AVVideoProfileLevelKey, "is '\(name)', no profile and level of H.264")
      }
      (self.profile, self.level) = (profile, level)
    }
    switch compression.entropyMode {
    case AVVideoH264EntropyModeCAVLC: profile = .baseline
    case AVVideoH264EntropyModeCABAC:
      guard profile != .baseline else {
        throw SettingsError(AVVideoH264EntropyModeKey, "is CABAC, which the baseline profile does not have")
      }
    case nil: break
    case let mode?: throw SettingsError(AVVideoH264EntropyModeKey, "is '\(mode)', no entropy mode")
    }
  }

  /// Parses `H264_Main_3_1` or `H264_High_AutoLevel`.
  private static func profile(_ name: String) -> (Profile, Level?)? {
    let parts = name.split(separator: "_")
    guard parts.count >= 3, parts[0] == "H264" else { return nil }
    let profiles: [Substring: Profile] = [
      "Baseline": .baseline, "ConstrainedBaseline": .baseline, "Main": .main, "High": .high, "ConstrainedHigh": .high,
    ]
    guard let profile = profiles[parts[1]] else { return nil }
    if parts[2] == "AutoLevel" { return (profile, nil) }
    guard parts.count == 4, let level = Level(rawValue: "l\(parts[2])\(parts[3])") else { return nil }
    return (profile, level)
  }
}

extension VideoEncodeHEVC {
  fileprivate init(
    _ compression: VideoSettings.Compression, bitRate: Bitrate, keyFrameInterval: Int, keyFrameTime: MediaTime?
  ) throws(SettingsError) {
    self.init()
    bitrate = bitRate
    quality = compression.rateFactor
    self.keyFrameInterval = keyFrameInterval
    self.keyFrameTime = keyFrameTime
    if compression.allowsReordering == false { bFrames = 0 }
    switch compression.profileLevel {
    case nil, "HEVC_Main_AutoLevel": profile = .main
    case "HEVC_Main10_AutoLevel": profile = .main10
    case let name?: throw SettingsError(AVVideoProfileLevelKey, "is '\(name)', no profile of HEVC that is encoded here")
    }
  }
}

extension VideoSettings.Compression {
  /// The constant quality of x264 and x265; nil for a bit rate.
  fileprivate var rateFactor: Int? {
    if let constantRateFactor { return constantRateFactor }
    guard bitRate == nil, let quality else { return nil }
    return Int((45 - 35 * quality).rounded())
  }
}

extension VideoColorConvert {
  fileprivate init(_ color: VideoSettings.Color) throws(SettingsError) {
    self.init()
    func found<Value>(_ table: [String: Value], _ name: String, _ key: String) throws(SettingsError) -> Value {
      guard let value = table[name] else { throw SettingsError(key, "is '\(name)', which is not known") }
      return value
    }
    primaries = try found(
      [
        AVVideoColorPrimaries_ITU_R_709_2: .bt709, AVVideoColorPrimaries_EBU_3213: .ebu3213,
        AVVideoColorPrimaries_SMPTE_C: .bt601, AVVideoColorPrimaries_P3_D65: .p3,
        AVVideoColorPrimaries_ITU_R_2020: .bt2020,
      ], color.primaries, AVVideoColorPrimariesKey)
    transfer = try found(
      [
        AVVideoTransferFunction_ITU_R_709_2: .bt709, AVVideoTransferFunction_SMPTE_240M_1995: .smpte240m,
        AVVideoTransferFunction_SMPTE_ST_2084_PQ: .pq, AVVideoTransferFunction_ITU_R_2100_HLG: .hlg,
        AVVideoTransferFunction_Linear: .linear, AVVideoTransferFunction_IEC_sRGB: .srgb,
      ], color.transfer, AVVideoTransferFunctionKey)
    matrix = try found(
      [
        AVVideoYCbCrMatrix_ITU_R_709_2: .bt709, AVVideoYCbCrMatrix_ITU_R_601_4: .bt601,
        AVVideoYCbCrMatrix_SMPTE_240M_1995: .smpte240m, AVVideoYCbCrMatrix_ITU_R_2020: .bt2020,
      ], color.matrix, AVVideoYCbCrMatrixKey)
  }
}
