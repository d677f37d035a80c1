// The boxes of a track's media type: 'hdlr' and the media headers of 'minf'.

extension BoxWriter {
  /// Writes type and name; QuickTime's names begin with their length, ISO's end with a zero.
  mutating func writeHandler(_ type: BoxType, name: String?, isQuickTime: Bool) {
    fullBox("hdlr") { box in
      box.boxType(isQuickTime ? "mhlr" : "\0\0\0\0")
      box.boxType(type)
      box.zeros(12)
      var text = Array((name ?? Self.handlerNames[type] ?? "Data").utf8)
      if isQuickTime {
        text = Array(text.prefix(255))
        box.u8(UInt8(text.count))
        box.append(text)
      } else {
        box.append(text)
        box.u8(0)
      }
    }
  }

  private static let handlerNames: [BoxType: String] = [
    .video: "Video", .audio: "Sound", "text": "Text", "sbtl": "Subtitles", "subt": "Subtitles", "tmcd": "Time codes",
    "meta": "Metadata", "clcp": "Closed captions",
  ]

  /// Writes the media header box of a media type, and the data handler that QuickTime requires.
  mutating func writeMediaInformation(_ handler: BoxType, isQuickTime: Bool) {
    switch handler {
    case .video, "auxv": fullBox("vmhd", flags: 1) { $0.zeros(8) }
    case "pict" where !isQuickTime: fullBox("vmhd", flags: 1) { $0.zeros(8) }
    case .audio: fullBox("smhd") { $0.zeros(4) }
    case "subt" where !isQuickTime: fullBox("sthd") { _ in }
    case _ where isQuickTime: append(.baseMediaHeader(handler))
    default: fullBox("nmhd") { _ in }
    }
    guard isQuickTime else { return }
    fullBox("hdlr") { box in
      box.boxType("dhlr")
      box.boxType("url ")
      box.zeros(13)
    }
  }
}

extension RawBox {
  /// Returns QuickTime's header of media other than audio and video ('gmhd'); QuickTime text tracks have it in all
  /// formats.
  static func baseMediaHeader(_ handler: BoxType) -> RawBox {
    RawBox("gmhd") { gmhd in
      gmhd.fullBox("gmin") { box in
        // The graphics mode is "copy", the colour grey.
        box.u16(0x40)
        for _ in 0..<3 { box.u16(0x8000) }
        box.zeros(4)
      }
      if handler == "text" {
        gmhd.box("text") { box in
          for number: UInt32 in [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000] { box.u32(number) }
        }
      } else if handler == "tmcd" {
        gmhd.box("tmcd") { tmcd in
          tmcd.fullBox("tcmi") { box in
            box.zeros(4)
            box.u16(12)
            box.zeros(2)
            for _ in 0..<3 { box.u16(0) }
            for _ in 0..<3 { box.u16(0xffff) }
            box.u8(0)
          }
        }
      }
    }
  }
}
