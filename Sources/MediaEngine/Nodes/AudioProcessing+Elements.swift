import MediaGraph

extension AudioConvert: ElementNode {
  var elements: [ElementChoice] {
    [ElementChoice("audioconvert"), ElementChoice("audioresample"), ElementChoice("capsfilter")]
  }

  func build(_ bin: NodeBin) throws {
    var caps = "audio/x-raw"
    if let rate { caps += ",rate=\(rate)" }
    if let channels { caps += ",channels=\(channels)" }
    if let format { caps += ",format=\(format.gstreamerName)" }
    try bin.filter(bin.add("audioconvert"), bin.add("audioresample"), bin.add("capsfilter", [("caps", caps)]))
  }
}

extension AudioConvert.SampleLayout {
  /// GStreamer's name of the format, in the machine's byte order.
  var gstreamerName: String {
    let order = 1.littleEndian == 1 ? "LE" : "BE"
    return self == .u8 ? "U8" : rawValue.uppercased() + order
  }
}

extension AudioVolume: ElementNode {
  private var level: [(name: String, value: String)] {
    [("volume", gain.factor.description), ("mute", mute.text)]
  }

  var elements: [ElementChoice] { [ElementChoice("volume", level)] }
  func build(_ bin: NodeBin) throws { try bin.filter(bin.add("audioconvert"), bin.add("volume", level)) }
}
