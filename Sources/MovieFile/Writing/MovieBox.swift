import Foundation

/// Whether all fragments of a movie are written.
enum FragmentProgress { case begun, complete }

// The 'moov' box: what the movie and its tracks say of themselves.

extension MovieWriter {
  /// - Parameters:
  ///   - distance: How far the media were moved since their samples were noted.
  ///   - fragments: Whether the samples are in fragments, and only defaults are written here.
  func movieBox(
    _ timelines: ResolvedTimelines, movedBy distance: Int64, largeOffsets: Bool, fragments: FragmentProgress? = nil
  ) -> BoxWriter {
    var writer = BoxWriter()
    let fragmented = fragments != nil
    writer.box(.moov) { moov in
      writeMovieHeader(to: &moov, timelines, fragmented: fragmented)
      for (index, track) in tracks.enumerated() {
        moov.box(.trak) { trak in
          let duration = fragmented ? 0 : timelines.durations[index]
          track.writeHeader(to: &trak, duration: duration)
          if let edits = timelines.edits[index] { trak.writeEdits(edits) }
          trak.writeReferences(track.draft.references)
          if track.draft.isExcludedFromAutoselection { trak.box("txas") { _ in } }
          track.writeMedia(
            to: &trak, isQuickTime: draft.format.isQuickTime, movedBy: distance, largeOffsets: largeOffsets,
            fragmented: fragmented)
          for box in track.draft.boxes { trak.append(box) }
        }
      }
      for box in draft.boxes { moov.append(box) }
      if let fragments { writeExtends(to: &moov, duration: fragments == .complete ? timelines.duration : nil) }
    }
    return writer
  }

  private func writeMovieHeader(to moov: inout BoxWriter, _ timelines: ResolvedTimelines, fragmented: Bool) {
    let duration = UInt64(fragmented ? 0 : timelines.duration)
    let dates = [draft.creationDate, draft.modificationDate].map { $0.movieSeconds }
    let version = [duration, dates[0], dates[1]].version
    moov.fullBox("mvhd", version: version) { box in
      for date in dates { box.unsigned(date, version: version) }
      box.i32(timelines.timescale)
      box.unsigned(duration, version: version)
      box.i32(draft.preferredRate.rawValue)
      box.i16(Int16(truncatingIfNeeded: draft.preferredVolume.rawValue))
      box.zeros(10)
      draft.matrix.write(to: &box)
      box.zeros(24)
      box.u32((tracks.map(\.id).max() ?? 0) + 1)
    }
  }
}

extension TrackWriter {
  func writeHeader(to trak: inout BoxWriter, duration: Int64) {
    let dates = [draft.creationDate, draft.modificationDate].map { $0.movieSeconds }
    let version = [UInt64(duration), dates[0], dates[1]].version
    let flags: UInt32 = (draft.isEnabled ? 1 : 0) | (draft.isInMovie ? 2 : 0) | (draft.isInPreview ? 4 : 0)
    trak.fullBox("tkhd", version: version, flags: flags) { box in
      for date in dates { box.unsigned(date, version: version) }
      box.u32(id)
      box.zeros(4)
      box.unsigned(UInt64(duration), version: version)
      box.zeros(8)
      box.i16(draft.layer)
      box.i16(draft.alternateGroup)
      box.i16(Int16(truncatingIfNeeded: draft.volume.rawValue))
      box.zeros(2)
      draft.matrix.write(to: &box)
      box.i32(draft.width.rawValue)
      box.i32(draft.height.rawValue)
    }
  }

  func writeMedia(
    to trak: inout BoxWriter, isQuickTime: Bool, movedBy distance: Int64, largeOffsets: Bool, fragmented: Bool
  ) {
    trak.box("mdia") { mdia in
      let packet = isQuickTime && !fragmented ? soundPacket : nil
      let duration = fragmented ? 0 : UInt64(tables.decodeEnd)
      let dates = [draft.creationDate, draft.modificationDate].map { $0.movieSeconds }
      let version = [duration, dates[0], dates[1]].version
      mdia.fullBox("mdhd", version: version) { box in
        for date in dates { box.unsigned(date, version: version) }
        box.i32(draft.timescale)
        box.unsigned(duration, version: version)
        // QuickTime has a code for "unspecified", ISO a language.
        box.u16(draft.language?.code ?? (isQuickTime ? 0x7fff : MediaLanguage.undetermined))
        box.u16(0)
      }
      mdia.writeHandler(draft.handlerType, name: draft.handlerName, isQuickTime: isQuickTime)
      if let tag = draft.extendedLanguageTag {
        mdia.fullBox("elng") { box in
          box.text(tag)
          box.u8(0)
        }
      }
      mdia.box("minf") { minf in
        if let boxes = draft.mediaInformation {
          for box in boxes { minf.append(box) }
        } else {
          minf.writeMediaInformation(draft.handlerType, isQuickTime: isQuickTime)
        }
        minf.box("dinf") { dinf in
          dinf.fullBox("dref") { dref in
            dref.u32(1)
            // The movie's own file.
            dref.fullBox("url ", flags: 1) { _ in }
          }
        }
        minf.box("stbl") { stbl in
          stbl.fullBox("stsd", version: draft.sampleEntries.map(\.tableVersion).max() ?? 0) { stsd in
            stsd.u32(UInt32(draft.sampleEntries.count))
            for entry in draft.sampleEntries { entry.write(to: &stsd) }
          }
          (fragmented ? SampleTables() : tables).write(
            to: &stbl, isQuickTime: isQuickTime, packet: packet, movedBy: distance, largeOffsets: largeOffsets)
        }
      }
    }
  }
}

extension BoxWriter {
  mutating func writeEdits(_ edits: [Edit]) {
    let isLarge = edits.contains { $0.duration > Int64(UInt32.max) || ($0.mediaTime ?? 0) > Int64(Int32.max) }
    box("edts") { edts in
      edts.fullBox("elst", version: isLarge ? 1 : 0) { box in
        box.u32(UInt32(edits.count))
        for edit in edits {
          box.unsigned(UInt64(edit.duration), version: isLarge ? 1 : 0)
          box.unsigned(UInt64(bitPattern: edit.mediaTime ?? -1), version: isLarge ? 1 : 0)
          box.i32(edit.rate.rawValue)
        }
      }
    }
  }

  fileprivate mutating func writeReferences(_ references: [TrackReference]) {
    let references = references.filter { !$0.trackIDs.isEmpty }
    guard !references.isEmpty else { return }
    box("tref") { tref in
      for reference in references {
        tref.box(reference.type) { box in
          for id in reference.trackIDs { box.u32(id) }
        }
      }
    }
  }

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
  fileprivate mutating func writeMediaInformation(_ handler: BoxType, isQuickTime: Bool) {
    switch handler {
    case .video, "auxv": fullBox("vmhd", flags: 1) { $0.zeros(8) }
    case "pict" where !isQuickTime: fullBox("vmhd", flags: 1) { $0.zeros(8) }
    case .audio: fullBox("smhd") { $0.zeros(4) }
    case "subt" where !isQuickTime: fullBox("sthd") { _ in }
    case _ where isQuickTime: writeBaseMediaHeader(handler)
    default: fullBox("nmhd") { _ in }
    }
    guard isQuickTime else { return }
    fullBox("hdlr") { box in
      box.boxType("dhlr")
      box.boxType("url ")
      box.zeros(13)
    }
  }

  /// QuickTime's header of media that are neither sound nor pictures ('gmhd').
  private mutating func writeBaseMediaHeader(_ handler: BoxType) {
    box("gmhd") { gmhd in
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

extension MovieMatrix {
  func write(to writer: inout BoxWriter) {
    for value in rawValues { writer.i32(value) }
  }
}

extension MediaLanguage {
  /// The code of `und`.
  static let undetermined: UInt16 = 0x55c4
}

extension Optional<Date> {
  /// Seconds since 1904, as movies count; 0 for none.
  var movieSeconds: UInt64 {
    guard let date = self else { return 0 }
    let seconds = (date.timeIntervalSince1970 + 2_082_844_800).rounded()
    return seconds > 0 && seconds < 256_000_000_000 ? UInt64(seconds) : 0
  }
}

extension [UInt64] {
  /// The version of a box that holds these numbers: 1 if one needs 64 bits. 32 bits that are all set mean "unknown".
  var version: UInt8 { contains { $0 >= UInt64(UInt32.max) } ? 1 : 0 }
}
