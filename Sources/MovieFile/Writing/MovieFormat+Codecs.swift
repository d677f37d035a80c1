import Foundation

extension MovieFormat {
  /// The format's name.
  public var name: String {
    switch self {
    case .mov: "QuickTime"
    case .mp4: "MP4"
    case .m4a: "M4A"
    case .m4v: "M4V"
    case .threeGP: "3GP"
    }
  }

  /// Throws an error with the reason if files of this format cannot hold a track.
  ///
  /// - Throws: `notStorable`; `excessive` for edits whose sum overflows.
  public func check(_ track: TrackDraft) throws(MovieError) {
    guard track.timescale > 0 else { throw MovieError(.notStorable, "a track has a timescale of \(track.timescale)") }
    guard !track.sampleEntries.isEmpty, track.sampleEntries.count <= 65_535 else {
      throw MovieError(.notStorable, "a track has \(track.sampleEntries.count) sample descriptions")
    }
    if case .stored(let edits?) = track.timing { try check(edits) }
    for entry in track.sampleEntries {
      if let reason = unsupportedReason(of: entry, handler: track.handlerType) {
        throw MovieError(.notStorable, "\(name) cannot hold \(entry.words): \(reason)")
      }
      if entry.isQuickTime != isQuickTime, track.handlerType == .audio {
        throw MovieError(.notStorable, "the description of '\(entry.format.text)' is laid out for another kind of file")
      }
    }
  }

  /// Throws an error if edits are invalid, or their sum overflows.
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

  /// Returns the reason why files of this format cannot hold samples of a description; nil if they can.
  func unsupportedReason(of entry: SampleEntry, handler: BoxType) -> String? {
    unsupportedReason(of: entry.format, objectType: entry.objectType(handler), handler: handler)
  }

  /// Returns the reason why files of this format cannot hold a codec; nil if they can.
  ///
  /// - Parameters:
  ///   - objectType: The object type of MPEG-4's entries `mp4v` and `mp4a` (MP4 Registration Authority, object types);
  ///     nil if it is not known, and for all other entries.
  ///   - handler: The media type as in files, such as `vide`.
  public func unsupportedReason(of codec: BoxType, objectType: UInt8? = nil, handler: BoxType) -> String? {
    switch handler {
    case .video where self == .m4a, "auxv" where self == .m4a:
      StorableCodec.unsupportedReason(of: codec, objectType: objectType, in: self) == nil ? nil : "it is for sound"
    case .video, "auxv", "pict", .audio: StorableCodec.unsupportedReason(of: codec, objectType: objectType, in: self)
    // Texts, time codes and metadata are the same in all formats except 3GPP.
    case _ where self == .threeGP && codec != "tx3g":
      "3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text"
    default: nil
    }
  }
}

extension SampleEntry {
  /// Returns the object type of MPEG-4's entries; nil for all others.
  fileprivate func objectType(_ handler: BoxType) -> UInt8? {
    guard format == "mp4v" || format == "mp4a", let description = try? formatDescription(handlerType: handler) else {
      return nil
    }
    if format == "mp4a" { return description.magicCookie.flatMap { ESDescriptor(descriptor: [UInt8]($0)) }?.objectType }
    return description.atoms.first { $0.type == "esds" }.flatMap { ESDescriptor(contents: $0.payload) }?.objectType
  }

  /// The format's code, and the codec's name where MPEG-4 has one code for several.
  fileprivate var words: String {
    let type = objectType(format == "mp4v" ? .video : .audio)
    let codec = type.flatMap { type in Codec.found(format, objectType: type) { _ in true }?.codec }
    let meant = codec == .mpeg4 || codec == .aac || codec?.title == "" ? nil : codec?.title
    return "'\(format.text)'" + (meant.map { " with \($0)" } ?? "")
  }
}
