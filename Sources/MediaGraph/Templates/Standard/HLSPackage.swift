/// Packages an asset for HTTP Live Streaming: it is decoded once, and scaled and encoded for each rendition.
///
///                                   ┌▷ scale ─▷ h264 ─┐
///     source ─▷ progressive ─▷ upright┼▷ scale ─▷ h264 ─┼▷ hls            or hevc
///       ├▷ aac ───────────────────────┴─────────────────┤
///       └▷ text ────────────────────────────────────────┘
///
/// Interlaced frames become progressive ones, as players of such presentations expect: the lines of a frame's first field stay, and
/// those between are interpolated. Progressive frames pass as they are.
public struct HLSPackage: TemplateNode {
  public static let type: NodeType = "hls.package"
  public static let summary = "Encodes an asset in several sizes into playlists and segments for HTTP Live Streaming."

  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("The folder to write.") public var output: Location
  @Parameter("The sizes of the pictures, the best first; none is enlarged.")
  public var renditions: [Rendition] = [1080, 720, 480].map { Rendition(height: $0) }
  @Parameter("The duration of a segment, a second or more; all renditions have key frames at its ends.")
  public var segment: MediaTime = .seconds(6)
  @Parameter("The format of segments: fragmented MP4 or MPEG-2 transport stream.")
  public var format: HLSWrite.Form = .fmp4
  @Parameter("The video codec; players take HEVC in fragmented MP4 only.")
  public var codec: VideoCodec = .h264
  @Parameter("The bit rate of the sound.", in: .kilobits(8)...(.kilobits(512)))
  public var audioBitrate: Bitrate?
  @Parameter("The largest number of audio tracks, a rendition each.", in: 0...32) public var audioCount = 1
  @Parameter("The largest number of subtitle tracks, a rendition each.", in: 0...32) public var textCount = 1
  @Parameter("The languages of the audio tracks as BCP 47 tags, 'und' for none.") public var audioLanguages:
    [SpokenLanguage] = []
  @Parameter("The languages of the subtitle tracks, 'und' for none.") public var textLanguages: [SpokenLanguage] = []
  @Parameter(
    "The number of the subtitle track that players show without being asked to; without it, none.", in: 1...32)
  public var defaultText: Int?
  @Parameter("The numbers of the subtitle tracks for those who show none, such as translations of signs.")
  public var forcedTexts: [Int] = []

  public init() {}

  /// The codec of the pictures.
  public enum VideoCodec: String, ChoiceValue { case h264, hevc }

  /// A size of the pictures.
  public struct Rendition: RecordValue {
    public static let recordName = "rendition"

    @Parameter("The height; the width follows.", unit: "pixels", in: 2...8640) public var height = 720
    @Parameter("The average bit rate; without it, what is usual for the height.", in: .kilobits(16)...(.megabits(800)))
    public var bitrate: Bitrate?

    public init() {}
    public init(height: Int, bitrate: Bitrate? = nil) {
      self.height = height
      if let bitrate { self.bitrate = bitrate }
    }

    /// The bit rate, stated or usual for H.264.
    public var encodedBitrate: Bitrate { encodedBitrate(.h264) }

    /// The bit rate, stated or usual; of HEVC, three fifths of that of H.264.
    public func encodedBitrate(_ codec: VideoCodec) -> Bitrate {
      if let bitrate { return bitrate }
      let usual = Self.usual.first { $0.height <= height }?.bitrate ?? .kilobits(200)
      return codec == .hevc ? .kilobits(usual.bitsPerSecond / 1000 * 3 / 5) : usual
    }

    private static let usual: [(height: Int, bitrate: Bitrate)] = [
      (2160, .megabits(16)), (1440, .megabits(9)), (1080, .megabits(6)), (720, .megabits(3)), (540, .megabits(2)),
      (480, .kilobits(1400)), (360, .kilobits(800)), (240, .kilobits(400)),
    ]
  }

  public func build(_ template: inout Template) {
    let source = template.add(
      "source",
      AssetRead {
        $0.url = url
        $0.audioTracks = TrackChoice(.all)
        $0.textTracks = TrackChoice(.all)
      })
    let hls = template.add(
      "hls",
      HLSWrite {
        $0.url = output
        $0.segment = segment
        $0.format = format
        if !audioLanguages.isEmpty { $0.audioLanguages = audioLanguages }
        if !textLanguages.isEmpty { $0.textLanguages = textLanguages }
        if let defaultText { $0.defaultText = defaultText }
        if !forcedTexts.isEmpty { $0.forcedTexts = forcedTexts }
      })
    if !renditions.isEmpty {
      let upright = template.add("upright", VideoOrient())
      let progressive = template.add(
        "progressive",
        GstElement {
          ($0.element, $0.type) = ("deinterlace", .rawVideo)
          $0.properties = ["method": "linear", "fields": "top"]
        })
      template.connect(source.video, to: progressive.port(in: "in", as: RawVideo.self))
      template.connect(progressive.port(out: "out", as: RawVideo.self), to: upright.input)
      for (index, rendition) in renditions.enumerated() {
        let scale = template.add("scale_\(index + 1)", VideoScale { $0.height = rendition.height })
        template.connect(upright.output, to: scale.input)
        let bitrate = rendition.encodedBitrate(codec)
        switch codec {
        case .h264:
          let h264 = template.add(
            "h264_\(index + 1)", VideoEncodeH264 { ($0.bitrate, $0.keyFrameTime) = (bitrate, segment) })
          template.connect(scale.output, to: h264.input)
          template.connect(h264.output, to: hls.video)
        case .hevc:
          let hevc = template.add(
            "hevc_\(index + 1)", VideoEncodeHEVC { ($0.bitrate, $0.keyFrameTime) = (bitrate, segment) })
          template.connect(scale.output, to: hevc.input)
          template.connect(hevc.output, to: hls.video)
        }
      }
    }
    for number in 0..<audioCount {
      let aac = template.add("aac_\(number + 1)", AudioEncodeAAC { $0.bitrate = audioBitrate })
      template.connect(source.audio[number + 1], to: aac.input)
      template.connect(aac.output, to: hls.audio)
    }
    for number in 0..<textCount { template.connect(source.text[number + 1], to: hls.text) }
  }
}
