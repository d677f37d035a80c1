import MediaGraph

extension VideoEncodeH264: ElementNode {
  private var encoder: ElementChoice {
    let kilobits = max(1, bitrate.bitsPerSecond / 1000)
    let isLow = latency == .low
    let hardwareEncoders = ["vah264enc", "nvh264enc"].map { name in
      ElementChoice.Candidate(name, [("bitrate", "\(kilobits)")], inputCaps: "video/x-raw,format=NV12")
    }
    let software = [
      ElementChoice.Candidate(
        "x264enc",
        [
          ("bitrate", "\(kilobits)"), ("key-int-max", "\(keyFrameInterval)"), ("speed-preset", speed.text),
          ("tune", isLow ? "zerolatency" : "0"),
        ], inputCaps: "video/x-raw,format=I420"),
      ElementChoice.Candidate(
        "openh264enc",
        [("bitrate", "\(bitrate.bitsPerSecond)"), ("gop-size", "\(keyFrameInterval)")],
        inputCaps: "video/x-raw,format=I420"),
    ]
    let candidates =
      switch hardware {
      case .prefer: hardwareEncoders + software
      case .require: hardwareEncoders
      case .never: software
      }
    let isHardwareOnly = hardware == .require
    return ElementChoice(
      role: "H.264 encoder", candidates, parameter: "hardware",
      alternative: isHardwareOnly
        ? ("x264enc and openh264enc are software", "allow software with hardware: prefer") : nil)
  }

  var elements: [ElementChoice] {
    [
      ElementChoice("videoconvert"), ElementChoice("capsfilter"), ElementChoice("queue"), encoder,
      ElementChoice("h264parse"),
    ]
  }

  /// `videoconvert ! I420 ! queue ! x264enc ! profile ! h264parse`
  func build(_ bin: NodeBin) throws {
    let convert = try bin.add("videoconvert")
    let caps = try bin.candidate(of: encoder)?.inputCaps ?? "video/x-raw"
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    // Decoding goes on while the encoder works; a few pictures are enough for that.
    let queue = try bin.add("queue", [("max-size-buffers", "4"), ("max-size-bytes", "0"), ("max-size-time", "0")])
    let encoder = try bin.add(encoder)
    // Encoders call the baseline that everything decodes constrained.
    let profiles = self.profile == .baseline ? "constrained-baseline,baseline" : self.profile.text
    let profile = try bin.add("capsfilter", [("caps", "video/x-h264,profile={\(profiles)}")])
    try bin.filter(convert, pinned, queue, encoder, profile, bin.add("h264parse"))
  }
}

extension AudioEncodeAAC: ElementNode {
  private var encoder: ElementChoice {
    ElementChoice(
      role: "AAC encoder",
      [
        .init("avenc_aac", [("bitrate", "\(bitrate.bitsPerSecond)")]),
        .init("voaacenc", [("bitrate", "\(bitrate.bitsPerSecond)")]),
      ])
  }

  var elements: [ElementChoice] {
    [
      ElementChoice("audioconvert"), ElementChoice("audioresample"), ElementChoice("queue"), encoder,
      ElementChoice("aacparse"),
    ]
  }

  func build(_ bin: NodeBin) throws {
    try bin.filter(
      bin.add("audioconvert"), bin.add("audioresample"), bin.add("queue"), bin.add(encoder), bin.add("aacparse"))
  }
}
