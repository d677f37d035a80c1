extension ProgramMap.Stream {
  /// True for private data of which no descriptor says anything, as muxers put AAC into streams for Blu-ray.
  var isPrivate: Bool { type == 0x06 && descriptors.allSatisfy { $0.tag == 0x0a } }

  /// The kind of the stream, by its type, descriptors and registration; nil if it is not of packets with media.
  ///
  /// - Parameter program: The registration of the program: `HDMV` for Blu-ray, whose private types differ.
  func kind(in program: BoxType?) -> ElementaryStream? {
    switch type {
    case 0x01, 0x02: return .mpegVideo
    case 0x03, 0x04, 0x0f: return .mpegAudio
    case 0x06: return privateKind
    case 0x10: return .mpeg4Video
    case 0x11: return .latm
    case 0x15: return descriptors.isTimedID3 ? .other("id3 ", mediaType: "meta") : .other("meta", mediaType: "meta")
    case 0x1b: return .h264
    case 0x24: return .hevc
    case 0x33: return .other("vvc1", mediaType: "vide")
    case 0x42: return .other("avs2", mediaType: "vide")
    case 0xd1: return .other("drac", mediaType: "vide")
    case 0xea: return .other("vc-1", mediaType: "vide")
    default: return program == "HDMV" ? discKind : broadcastKind
    }
  }

  /// The types of Blu-ray (System Description Blu-ray Disc, part 3).
  private var discKind: ElementaryStream? {
    switch type {
    case 0x80: .linearPCM(.bluRay)
    case 0x81, 0x84, 0xa1: .dolby
    case 0x82, 0x85, 0x86, 0xa2: .dts
    case 0x83: .trueHD
    case 0x90: .other("pgs ", mediaType: "sbtl")
    default: nil
    }
  }

  /// The private types of ATSC (A/53, part 3) and of muxers that use those of Blu-ray without saying so.
  private var broadcastKind: ElementaryStream? {
    switch (type, descriptors.registration) {
    case (0x80...0xff, "AC-3"?), (0x80...0xff, "EAC3"?), (0x81, _), (0x84, _), (0x87, _), (0xa1, _): .dolby
    case (0x80...0xff, "DTS1"?), (0x80...0xff, "DTS2"?), (0x80...0xff, "DTS3"?), (0x8a, _), (0xa2, _): .dts
    // Subtitles of SCTE 27 and cues of SCTE 35 are no packets of streams.
    case (0x82, nil), (0x85, nil): .dts
    case (0x86, nil): descriptors.isEmpty ? .dts : nil
    case (0x83, _): .trueHD
    case (0x90, _): .other("pgs ", mediaType: "sbtl")
    default: nil
    }
  }

  /// The kind of private data in packets, by the descriptors of DVB (ETSI EN 300 468, 6.2 and annex D).
  private var privateKind: ElementaryStream? {
    switch descriptors.registration {
    case "AC-3"?, "EAC3"?: return .dolby
    case "DTS1"?, "DTS2"?, "DTS3"?: return .dts
    case "HEVC"?: return .hevc
    case "Opus"?:
      let code = descriptors.first { $0.tag == 0x7f && $0.contents.first == 0x80 }?.contents.dropFirst().first
      return .opus(channelCode: Int(code ?? 2))
    case "AV01"?: return .other("av01", mediaType: "vide")
    case "VC-1"?: return .other("vc-1", mediaType: "vide")
    case "drac"?: return .other("drac", mediaType: "vide")
    case "BSSD"?: return .aes3
    case "ID3 "?: return .other("id3 ", mediaType: "meta")
    case "KLVA"?: return .other("KLVA", mediaType: "meta")
    default: break
    }
    for descriptor in descriptors {
      switch descriptor.tag {
      case 0x6a, 0x7a: return .dolby
      case 0x7b: return .dts
      case 0x7c: return .mpegAudio
      case 0x56: return .other("dvbt", mediaType: "sbtl")
      case 0x59: return .other("dvbs", mediaType: "sbtl")
      case 0x7f where descriptor.contents.first == 0x0e || descriptor.contents.first == 0x0f: return .dts
      default: break
      }
    }
    return nil
  }
}

extension [StreamDescriptor] {
  /// True for ID3 tags in packets, by the metadata descriptor (ISO/IEC 13818-1, 2.6.60; Apple's "Timed Metadata for HTTP
  /// Live Streaming").
  fileprivate var isTimedID3: Bool {
    contains { descriptor in
      descriptor.tag == 0x26 && String(decoding: descriptor.contents, as: UTF8.self).contains("ID3 ")
    }
  }
}
