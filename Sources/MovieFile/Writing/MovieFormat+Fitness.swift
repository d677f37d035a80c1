import CoreAudioTypes

extension MovieFormat {
  /// What the format is called.
  public var name: String {
    switch self {
    case .mov: "QuickTime"
    case .mp4: "MP4"
    case .m4a: "M4A"
    case .m4v: "M4V"
    case .threeGP: "3GP"
    }
  }

  /// Fails if files of this kind cannot hold a track.
  func check(_ track: TrackDraft) throws(MovieError) {
    guard track.timescale > 0 else { throw MovieError(.unfit, "a track has a timescale of \(track.timescale)") }
    guard !track.sampleEntries.isEmpty, track.sampleEntries.count <= 65_535 else {
      throw MovieError(.unfit, "a track has \(track.sampleEntries.count) sample descriptions")
    }
    if case .stored(let edits?) = track.timing { try check(edits) }
    for entry in track.sampleEntries {
      if let reason = refusal(of: entry.format, handler: track.handlerType) {
        throw MovieError(.unfit, "\(name) cannot hold '\(entry.format.text)': \(reason)")
      }
      if entry.isQuickTime != isQuickTime, track.handlerType == .audio {
        throw MovieError(.unfit, "the description of '\(entry.format.text)' is laid out for another kind of file")
      }
      if self == .threeGP, entry.format == "mp4a", !Self.isAAC(entry) {
        throw MovieError(.unfit, "\(name) cannot hold MPEG audio other than AAC")
      }
    }
  }

  /// Whether 'mp4a' means what it means to 3GPP (TS 26.244, clause 6.2).
  private static func isAAC(_ entry: SampleEntry) -> Bool {
    let format = (try? entry.formatDescription(handlerType: .audio))?.audioStreamBasicDescription?.mFormatID
    return ![kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3].contains(format)
  }

  /// Fails if edits are no timeline, or a longer one than can be counted.
  private func check(_ edits: [Edit]) throws(MovieError) {
    var end: Int64 = 0
    for edit in edits {
      let (next, overflow) = end.addingReportingOverflow(edit.duration)
      guard edit.duration >= 0, !overflow, next < 1 << 62, (0..<1 << 62).contains(edit.mediaTime ?? 0) else {
        throw MovieError(
          .excessive,
          "an edit at \(end) lasts \(edit.duration) units and shows the media from \(edit.mediaTime ?? -1) on")
      }
      end = next
    }
  }

  /// Why files of this kind cannot hold a coding; nil if they can.
  public func refusal(of codec: BoxType, handler: BoxType) -> String? {
    switch self {
    case .mov: Self.isoOnly[codec]
    case .mp4, .m4v: Self.quickTimeOnly.contains(codec) ? "only QuickTime files know it" : nil
    case .m4a:
      [.video, "auxv"].contains(handler)
        ? "it is for sound" : Self.quickTimeOnly.contains(codec) ? "only QuickTime files know it" : nil
    case .threeGP:
      Self.mobile.contains(codec) ? nil : "3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text"
    }
  }

  private static let isoOnly: [BoxType: String] = [
    "Opus": "nobody has said how QuickTime files store it", "ipcm": "QuickTime has other names for stored samples",
    "fpcm": "QuickTime has other names for stored samples",
  ]

  /// Codings that have no place in ISO's files (MP4 registration authority).
  private static let quickTimeOnly: Set<BoxType> = [
    "twos", "sowt", "in24", "in32", "fl32", "fl64", "lpcm", "raw ", "NONE", "ima4", "MAC3", "MAC6", "QDM2", "Qclp",
    "rle ", "SVQ1", "SVQ3", "cvid", "rpza", "smc ", "ulaw", "alaw", ".mp1",
    ".mp2", ".mp3",
  ]

  private static let mobile: Set<BoxType> = [
    "s263", "h263", "avc1", "avc3", "hvc1", "hev1", "mp4v", "mp4a", "samr", "sawb", "sawp", "tx3g",
  ]
}
