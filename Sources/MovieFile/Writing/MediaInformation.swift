// What kind of media a track has, in words that players look for: 'hdlr' and the first boxes of 'minf'.

extension BoxWriter {
  /// Type and name; QuickTime's names begin with their length, ISO's end with a zero.
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

  /// What a kind of media says of itself where the file type expects it.
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
  /// QuickTime's header of media that are neither sound nor pictures ('gmhd'); QuickTime's text has it in all kinds of files.
  static func baseMediaHeader(_ handler: BoxType) -> RawBox {
    RawBox("gmhd") { gmhd in
      gmhd.fullBox("gmin") { box in
        // Copying as the graphics mode, grey as its colour.
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
