import CoreMedia

// Streams by their headers.

extension ContainerStream {
  /// Creates the stream of a codec's headers.
  init(_ stream: OggHeaderPackets.Stream, _ mapping: OggMapping) {
    let headers = stream.headers
    let name =
      switch mapping.kind {
      case .vorbis: "vorbis"
      case .opus: "OpusHead"
      case .flac: "FLAC"
      case .speex: "Speex"
      case .theora: "theora"
      case .vp8: "OVP80"
      }
    self.init(
      number: Int(stream.serial), mediaType: mapping.isVideo ? "vide" : "soun", codecID: name,
      timescale: mapping.timescale)
    guard let first = headers.first else { return }
    func big(_ offset: Int, _ count: Int) -> Int { first[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    let rate = Double(mapping.timescale)
    switch mapping.kind {
    case .vorbis: describeAudio("vorb", AudioSampleFields(channels: Int(first[11]), sampleRate: rate), headers: headers)
    case .opus: describeAudio("opus", AudioSampleFields(channels: Int(first[9]), sampleRate: rate), headers: [first])
    case .flac:
      // STREAMINFO behind the mapping's header, the native mark and a block's header.
      let channels = Int(first[29] >> 1 & 7) + 1
      describeAudio(
        "flac", AudioSampleFields(channels: channels, sampleRate: rate), configuration: Array(first[17..<51]))
    case .speex: describeAudio("spex", AudioSampleFields(channels: Int(first[48]), sampleRate: rate), headers: headers)
    case .theora:
      // The visible part of the coded size, and the shape of a pixel.
      describeVideo(
        "theo", width: big(14, 3), height: big(17, 3), headers: headers, appearance: Self.shape(big(30, 3), big(33, 3)))
    case .vp8:
      describeVideo(
        "vp08", width: big(8, 2), height: big(10, 2), appearance: Self.shape(big(12, 3), big(15, 3)))
    }
    priming = mapping.priming
    if mapping.isVideo { frameDuration = CMTime(value: mapping.step, timescale: mapping.timescale) }
  }

  private static func shape(_ across: Int, _ down: Int) -> [RawBox] {
    guard across > 0, down > 0, across != down else { return [] }
    return [RawBox("pasp") { box in for number in [across, down] { box.u32(UInt32(number)) } }]
  }
}
