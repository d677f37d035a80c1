internal import GStreamer
import MediaGraph
import MovieFile

extension Bitrate {
  /// The bit rate for elements that count in thousands.
  fileprivate var kilobits: String { "\(max(1, bitsPerSecond / 1000))" }
}

extension VideoEncodeH264: VideoEncodingNode {
  var codec: Codec { .h264 }
  var needsEvenSize: Bool { true }
  var hardwareUse: HardwareUse { hardware }
  var parser: String? { "h264parse" }

  var pinnedCaps: String? {
    let name: String? =
      switch profile {
      // Encoders call the universally supported baseline profile "constrained".
      case .baseline: "constrained-baseline,baseline"
      // Lossless coding is of High 4:4:4 Predictive alone (ITU-T H.264, clause A.2.7), which the element has for 4:4:4 only,
      // unless it may choose.
      case .high where quality == 0: nil
      default: profile.text
      }
    return codec.capsName + (name.map { ",profile={\($0)}" } ?? "")
      + (level.map { ",level=(string)\($0.pinned)" } ?? "")
  }

  var hardwareEncoders: [ElementChoice.Candidate] {
    // They measure nothing, and keep no buffer.
    guard passes == 1 && buffer == nil || hardware == .require else { return [] }
    return ["vah264enc", "nvh264enc"].map {
      .init($0, [("bitrate", bitrate.kilobits)], inputCaps: "video/x-raw,format=NV12")
    }
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    var problems = rateProblems(node, passes: passes, quality: quality, buffer: buffer, hardware: hardware)
    if profile == .baseline {
      for (name, count) in [("b_frames", bFrames), ("droppable_frames", droppableFrames)] where count ?? 0 > 0 {
        problems.append(
          Diagnostic(
            "the baseline profile has no B-frames", at: node.range(ofArgument: name), label: "asks for some",
            help: "leave it out, or write 'profile: main'"))
      }
    }
    guard quality == 0, profile != .high else { return problems }
    return problems + [
      Diagnostic(
        "the \(profile.text) profile loses something at any quality", at: node.range(ofArgument: "quality"),
        label: "loses nothing", help: "write 'quality: 1', or leave out the profile")
    ]
  }

  func properties(of pass: EncoderPass) -> [(name: String, value: String)] {
    [("pass", "pass\(pass.number)"), ("multipass-cache-file", pass.path)]
  }

  var softwareEncoders: [ElementChoice.Candidate] {
    let x264 = ElementChoice.Candidate(
      "x264enc",
      [
        ("bitrate", bitrate.kilobits), ("key-int-max", "\(keyFrameInterval)"), ("speed-preset", speed.text),
        ("tune", latency == .low ? "zerolatency" : "0"),
      ] + x264Properties, inputCaps: "video/x-raw,format=I420")
    // The other encoder has no B-frames, no buffer and no second pass, and its profile decides the entropy coding.
    guard cabac || profile == .baseline, droppableFrames == nil, buffer == nil, passes == 1 else { return [x264] }
    return [
      x264,
      .init(
        "openh264enc", [("bitrate", "\(bitrate.bitsPerSecond)"), ("gop-size", "\(keyFrameInterval)")],
        inputCaps: "video/x-raw,format=I420"),
    ]
  }

  /// x264's properties for parameters that differ from its own defaults.
  private var x264Properties: [(name: String, value: String)] {
    var properties: [(name: String, value: String)] = []
    if let quality { properties += [("pass", "qual"), ("quantizer", "\(min(quality, 50))")] }
    if let droppableFrames {
      properties += [("bframes", "\(droppableFrames)"), ("b-adapt", "false"), ("b-pyramid", "false")]
    } else if let bFrames {
      properties.append(("bframes", "\(bFrames)"))
    }
    if !cabac { properties.append(("cabac", "false")) }
    if passes > 1 { properties.append(("pass", "pass2")) }
    // Where the bits of all frames are planned, or a quality is wanted, no buffer of a fraction of a second limits those of a frame.
    let hasFreeFrames = passes > 1 || quality != nil
    if let capacity = buffer ?? (hasFreeFrames ? 0 : nil) { properties.append(("vbv-buf-capacity", "\(capacity)")) }
    return properties
  }
}

extension VideoEncodeH264 {
  func refusal(of format: Structure, in node: GraphNode) -> Diagnostic? { level?.refusal(of: format, in: node) }
}

extension VideoEncodeH264.Level {
  /// Returns the reason for frames that the level does not allow; nil for others.
  fileprivate func refusal(of format: Structure, in node: GraphNode) -> Diagnostic? {
    guard let size = PixelSize(format) else { return nil }
    // Of odd sizes, the last column and row are left out.
    func blocks(_ side: Int) -> Int { (side / 2 * 2 + 15) / 16 }
    let count = blocks(size.width) * blocks(size.height)
    var (frames, seconds) = (0.0, 1.0)
    if case .fraction(let numerator, let denominator)? = format["framerate"], numerator > 0, denominator > 0 {
      (frames, seconds) = (Double(numerator), Double(denominator))
    }
    let (inFrame, inSecond) = macroblocks
    guard count > inFrame || Double(count) * frames > Double(inSecond) * seconds else { return nil }
    let rate = frames > 0 ? " and \(Int((Double(count) * frames / seconds).rounded())) a second" : ""
    return Diagnostic(
      "'\(node.name)' cannot encode frames of \(size.text) pixels at \(text)", kind: .failure,
      at: node.range(ofArgument: "level"),
      cause: "they have \(count) macroblocks\(rate), and the level \(inFrame) and \(inSecond) a second at most",
      help: "write a higher level, or leave it out")
  }

  /// The most macroblocks of a frame and of a second (ITU-T H.264, table A-1).
  fileprivate var macroblocks: (inFrame: Int, inSecond: Int) {
    switch self {
    case .l13, .l20: (396, 11_880)
    case .l21: (792, 19_800)
    case .l22: (1620, 20_250)
    case .l30: (1620, 40_500)
    case .l31: (3600, 108_000)
    case .l32: (5120, 216_000)
    case .l40, .l41: (8192, 245_760)
    case .l42: (8704, 522_240)
    case .l50: (22_080, 589_824)
    case .l51: (36_864, 983_040)
    case .l52: (36_864, 2_073_600)
    }
  }

  /// As encoders' caps have it: whole numbers without a decimal.
  fileprivate var pinned: String {
    let (major, minor) = (rawValue.dropFirst().prefix(1), rawValue.suffix(1))
    return minor == "0" ? String(major) : "\(major).\(minor)"
  }
}

extension VideoEncodeHEVC: VideoEncodingNode {
  // x265 does not begin without one.
  var frameRates: AcceptedFrameRates { .known }

  /// x265 begins with a coding tree block of 16 pixels, and with one of 32 above level 4.1, of which a side has up to 4222 (ITU-T H.265,
  /// clause A.4.2): 4208 in whole blocks.
  func refusal(of size: PixelSize) -> String? {
    let (least, longest) = (min(size.width, size.height), max(size.width, size.height))
    if least < 16 { return "takes frames of at least 16x16 pixels" }
    return least < 32 && longest > 4208
      ? "takes frames of at least 32 pixels a side if the other has more than 4208" : nil
  }

  /// x265's own options, for what the element has no properties for.
  private func options(_ pass: [String]) -> [(name: String, value: String)] {
    // Players begin only where no frame refers to one before; x265 leaves groups open, even at key frames that are requested.
    var options = ["open-gop=0"] + (quality.map { ["crf=\($0)"] } ?? []) + pass
    if let droppableFrames {
      options += ["bframes=\(droppableFrames)", "b-adapt=0", "b-pyramid=0"]
    } else if let bFrames {
      options.append("bframes=\(bFrames)")
    }
    if let buffer {
      let size = max(1, bitrate.bitsPerSecond / 1000 * buffer / 1000)
      options += ["vbv-maxrate=\(bitrate.kilobits)", "vbv-bufsize=\(size)"]
    }
    return [("option-string", options.joined(separator: ":"))]
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    rateProblems(node, passes: passes, quality: quality, buffer: buffer, hardware: hardware)
  }

  func properties(of pass: EncoderPass) -> [(name: String, value: String)] {
    options(["pass=\(pass.number)", "stats=\(pass.path)"])
  }

  var codec: Codec { .hevc }
  var needsEvenSize: Bool { true }
  var hardwareUse: HardwareUse { hardware }
  var parser: String? { "h265parse" }

  func completeVideo(of encoder: Element) throws {
    if encoder.factoryName == "x265enc" { try ShortHEVCStream.complete(at: encoder) }
  }

  var hardwareEncoders: [ElementChoice.Candidate] {
    guard passes == 1 && buffer == nil || hardware == .require else { return [] }
    return ["vah265enc", "nvh265enc"].map {
      .init($0, [("bitrate", bitrate.kilobits)], inputCaps: "video/x-raw,format=NV12")
    }
  }

  func inputCaps(_ caps: String, for format: Caps) -> String {
    let isDeep = profile == .auto && format.bitDepth ?? 8 > 8
    return isDeep ? caps.replacing(Self.frames, with: Self.deepFrames) : caps
  }

  private static let (frames, deepFrames) = ("video/x-raw,format=I420", "video/x-raw,format=I420_10LE")

  var softwareEncoders: [ElementChoice.Candidate] {
    [
      .init(
        "x265enc",
        [("bitrate", bitrate.kilobits), ("key-int-max", "\(keyFrameInterval)"), ("speed-preset", speed.text)]
          + options(passes > 1 ? ["pass=2"] : []),
        inputCaps: profile == .main10 ? Self.deepFrames : Self.frames)
    ]
  }
}

extension VideoEncodingNode {
  /// Returns the settings that an encoder with several passes or a buffer cannot have.
  fileprivate func rateProblems(
    _ node: GraphNode, passes: Int, quality: Int?, buffer: Int?, hardware: HardwareUse
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if buffer != nil, hardware == .require {
      problems.append(
        Diagnostic(
          "the buffer is kept by software", at: node.range(ofArgument: "hardware"), label: "asks for hardware",
          help: "leave out hardware, or buffer"))
    }
    guard passes > 1 else { return problems }
    if quality != nil {
      problems.append(
        Diagnostic(
          "two passes share out the bits of a bit rate", at: node.range(ofArgument: "quality"),
          label: "has no bit rate", help: "leave out quality, or passes"))
    }
    if hardware == .require {
      problems.append(
        Diagnostic(
          "two passes are made by software", at: node.range(ofArgument: "hardware"), label: "asks for hardware",
          help: "leave out hardware, or passes"))
    }
    return problems
  }
}

extension VideoEncodeVP8: VideoEncodingNode {
  var codec: Codec { .vp8 }
  /// Its streams count a side with 14 bits (RFC 6386, 9.1).
  func refusal(of size: PixelSize) -> String? {
    max(size.width, size.height) > 16383 ? "takes frames of at most 16383x16383 pixels" : nil
  }
  /// Its streams do not tell the range (RFC 6386, 9.2).
  var hasLimitedRange: Bool { true }
  var endsInPieces: Bool { true }
  var hardwareUse: HardwareUse { hardware }
  var parser: String? { nil }

  var hardwareEncoders: [ElementChoice.Candidate] {
    [
      .init(
        "vaapivp8enc", [("rate-control", "cbr"), ("bitrate", bitrate.kilobits)], inputCaps: "video/x-raw,format=NV12")
    ]
  }

  var softwareEncoders: [ElementChoice.Candidate] {
    [.vpx("vp8enc", bitrate, quality, keyFrameInterval, cpuUsed: cpuUsed)]
  }
}

extension VideoEncodeVP9: VideoEncodingNode {
  var codec: Codec { .vp9 }
  var endsInPieces: Bool { true }
  var hardwareUse: HardwareUse { hardware }
  var parser: String? { "vp9parse" }
  func completeVideo(of encoder: Element) throws { try StreamColors.write(at: encoder) { $0.changeOfVP9($1) } }

  var hardwareEncoders: [ElementChoice.Candidate] {
    [
      .init(
        "vaapivp9enc", [("rate-control", "cbr"), ("bitrate", bitrate.kilobits)], inputCaps: "video/x-raw,format=NV12")
    ]
  }

  var softwareEncoders: [ElementChoice.Candidate] {
    [.vpx("vp9enc", bitrate, quality, keyFrameInterval, cpuUsed: cpuUsed, more: [("row-mt", "true")])]
  }
}

extension ElementChoice.Candidate {
  /// libvpx: `good` quality, at the requested speed.
  fileprivate static func vpx(
    _ factory: String, _ bitrate: Bitrate, _ quality: Int?, _ interval: Int, cpuUsed: Int,
    more: [(name: String, value: String)] = []
  ) -> ElementChoice.Candidate {
    // A quantizer without any choice is a constant quality, whatever the bit rate.
    let rate: [(name: String, value: String)] =
      quality.map { [("min-quantizer", "\($0)"), ("max-quantizer", "\($0)"), ("target-bitrate", "1000000000")] }
      ?? [("target-bitrate", "\(bitrate.bitsPerSecond)")]
    return ElementChoice.Candidate(
      factory,
      rate + [
        ("keyframe-max-dist", "\(interval)"), ("deadline", "1000000"), ("cpu-used", "\(cpuUsed)"),
        ("end-usage", "vbr"), ("threads", "4"),
      ] + more, inputCaps: "video/x-raw,format=I420")
  }
}

extension VideoEncodeAV1: VideoEncodingNode {
  var codec: Codec { .av1 }
  /// GStreamer's encoder takes no smaller ones.
  func refusal(of size: PixelSize) -> String? {
    min(size.width, size.height) < 4 ? "takes frames of at least 4x4 pixels" : nil
  }
  /// GStreamer's encoder does not tell the range.
  var hasLimitedRange: Bool { true }
  var frameRates: AcceptedFrameRates { .oneASecond }
  var parser: String? { "av1parse" }
  func completeVideo(of encoder: Element) throws { try StreamColors.write(at: encoder) { $0.changeOfAV1($1) } }

  var softwareEncoders: [ElementChoice.Candidate] {
    [
      .init(
        "av1enc",
        [
          ("target-bitrate", quality == nil ? bitrate.kilobits : "1000000"),
          ("keyframe-max-dist", "\(keyFrameInterval)"), ("cpu-used", "\(cpuUsed)"), ("end-usage", "vbr"),
          ("row-mt", "true"),
          // The element's own default is no quantization at all, whatever the bit rate.
          ("min-quantizer", "\(quality ?? 0)"), ("max-quantizer", "\(quality ?? 63)"),
        ]
          + (cpuUsed > 6 ? [("usage-profile", "realtime")] : []), inputCaps: "video/x-raw,format=I420")
    ]
  }
}

extension VideoEncodeProRes: VideoEncodingNode {
  var codec: Codec { .proRes }
  var parser: String? { nil }
  /// Its decoders know no other.
  var hasLimitedRange: Bool { true }
  func completeVideo(of encoder: Element) throws {
    try StreamColors.write(at: encoder) { $0.changeOfProRes($1) }
  }

  var softwareEncoders: [ElementChoice.Candidate] {
    [
      .init(
        "avenc_prores_ks", [("profile", profile == .p4444 ? "4444" : profile.text)],
        inputCaps: "video/x-raw,format=\(profile == .p4444 ? "A444_10LE" : "I422_10LE")")
    ]
  }
}

/// JPEG has the full range of values (JFIF), and its encoder takes those that it gets for such.
///
/// All frames go by way of RGB: between two packed formats of Y'CbCr, GStreamer does not convert the range.
let jpegSteps = ["video/x-raw,format={RGBx,RGB}"]
let jpegCaps = "video/x-raw,format=I420,colorimetry=(string)1:4:7:1"

extension VideoEncodeMJPEG: VideoEncodingNode {
  var codecName: String { "MJPEG" }
  var steps: [String] { jpegSteps }
  /// JFIF has chroma between the pixels.
  func chromaSite(of format: Caps) -> String { "jpeg" }
  var codec: Codec { .motionJPEG }
  var hardwareUse: HardwareUse { hardware }
  var parser: String? { nil }

  var hardwareEncoders: [ElementChoice.Candidate] {
    let caps = jpegCaps.replacing("I420", with: "NV12")
    return [.init("vaapijpegenc", [("quality", "\(quality)")], inputCaps: caps)]
  }

  var softwareEncoders: [ElementChoice.Candidate] {
    [.init("jpegenc", [("quality", "\(quality)")], inputCaps: jpegCaps)]
  }
}
