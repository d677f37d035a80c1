extension ContainerStream {
  /// Notes what the descriptors of a stream tell: language and purpose (ISO/IEC 13818-1, 2.6.18; ETSI EN 300 468,
  /// 6.2.41).
  mutating func describe(_ descriptors: [StreamDescriptor]) {
    if let (code, kind) = descriptors.language {
      language = code == "und" ? nil : code
      switch kind {
      case 2: flags.insert(.forHearingImpaired)
      case 3: flags.insert(.forVisuallyImpaired)
      default: break
      }
    }
    if let subtitles = descriptors.first(where: { $0.tag == 0x59 }), subtitles.contents.count >= 4,
      (0x20...0x25).contains(subtitles.contents[3])
    {
      flags.insert(.forHearingImpaired)
    }
  }
}
