import Foundation

// The 'moov' box: the headers of the movie and its tracks.

extension WrittenMovie {
  /// The place of the samples that the headers describe.
  enum SamplePlace {
    /// The media data box; its samples are in tables.
    ///
    /// - Parameter distance: The distance by which the media were moved since their samples were added.
    case tables(movedBy: Int64, largeOffsets: Bool)
    /// Fragments, for which the headers have defaults only.
    ///
    /// - Parameter duration: The duration of all fragments, or the expected one; nil if it is not known yet.
    case fragments(duration: Int64?)

    var isFragments: Bool { if case .fragments = self { true } else { false } }
  }

  func box(_ timelines: ResolvedTimelines, _ samples: SamplePlace) -> BoxWriter {
    var writer = BoxWriter()
    let fragmented = samples.isFragments
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
            to: &trak, isQuickTime: draft.format.isQuickTime, samples)
          for box in track.draft.boxes { trak.append(box) }
        }
      }
      // Headers of fragments are written before their samples are known.
      for box in fragmented ? draft.boxes : boxesSayingPriming(timelines) { moov.append(box) }
      if case .fragments(let duration) = samples { writeExtends(to: &moov, duration: duration) }
    }
    return writer
  }

  private func writeMovieHeader(to moov: inout BoxWriter, _ timelines: ResolvedTimelines, fragmented: Bool) {
    moov.timedHeader(
      "mvhd", dates: (draft.creationDate, draft.modificationDate), [UInt32(bitPattern: timelines.timescale)],
      duration: fragmented ? 0 : timelines.duration
    ) { box in
      box.i32(draft.preferredRate.rawValue)
      box.i16(Int16(truncatingIfNeeded: draft.preferredVolume.rawValue))
      box.zeros(10)
      draft.matrix.write(to: &box)
      box.zeros(24)
      box.u32((tracks.map(\.id).max() ?? 0) + 1)
    }
  }

  /// Writes the defaults of all fragments ('mvex'), and their total duration if it is known.
  private func writeExtends(to moov: inout BoxWriter, duration: Int64?) {
    moov.box("mvex") { mvex in
      if let duration {
        mvex.fullBox("mehd", version: 1) { $0.i64(duration) }
      } else {
        // Room for the duration.
        mvex.writeFree(20)
      }
      for track in tracks {
        mvex.fullBox("trex") { box in
          box.u32(track.id)
          box.u32(1)
          box.zeros(12)
        }
      }
    }
  }
}

extension TrackWriter {
  func writeHeader(to trak: inout BoxWriter, duration: Int64) {
    let flags: UInt32 = (draft.isEnabled ? 1 : 0) | (draft.isInMovie ? 2 : 0) | (draft.isInPreview ? 4 : 0)
    trak.timedHeader(
      "tkhd", flags: flags, dates: (draft.creationDate, draft.modificationDate), [id, 0], duration: duration
    ) { box in
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

  func writeMedia(to trak: inout BoxWriter, isQuickTime: Bool, _ samples: WrittenMovie.SamplePlace) {
    let fragmented = samples.isFragments
    trak.box("mdia") { mdia in
      let packet = isQuickTime && !fragmented ? audioPacketLayout : nil
      mdia.timedHeader(
        "mdhd", dates: (draft.creationDate, draft.modificationDate), [UInt32(bitPattern: draft.timescale)],
        duration: fragmented ? 0 : tables.decodeEnd
      ) { box in
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
            // The media are in the movie's own file.
            dref.fullBox("url ", flags: 1) { _ in }
          }
        }
        minf.box("stbl") { stbl in
          stbl.fullBox("stsd", version: draft.sampleEntries.map(\.tableVersion).max() ?? 0) { stsd in
            stsd.u32(UInt32(draft.sampleEntries.count))
            for entry in draft.sampleEntries { entry.write(to: &stsd) }
          }
          let (tables, distance, isLarge) =
            switch samples {
            case .tables(let distance, let isLarge): (tables, distance, isLarge)
            case .fragments: (SampleTables(), 0, false)
            }
          tables.write(
            to: &stbl, isQuickTime: isQuickTime, packet: packet, movedBy: distance, largeOffsets: isLarge)
        }
      }
    }
  }
}

extension BoxWriter {
  /// Adds a header of two dates, numbers and a duration, as those of movies, tracks and media (ISO/IEC 14496-12,
  /// clauses 8.2.2, 8.3.2, 8.4.2): version 1 with 64 bits if one of them needs these.
  fileprivate mutating func timedHeader(
    _ type: BoxType, flags: UInt32 = 0, dates: (creation: Date?, modification: Date?), _ numbers: [UInt32],
    duration: Int64, _ body: (inout BoxWriter) -> Void
  ) {
    let seconds = [dates.creation, dates.modification].map { $0?.movieSeconds ?? 0 }
    // 32 bits that are all set mean "unknown".
    let version: UInt8 = (seconds + [UInt64(duration)]).contains { $0 >= UInt64(UInt32.max) } ? 1 : 0
    fullBox(type, version: version, flags: flags) { box in
      for date in seconds { box.unsigned(date, version: version) }
      for number in numbers { box.u32(number) }
      box.unsigned(UInt64(duration), version: version)
      body(&box)
    }
  }

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
}

extension MovieMatrix {
  func write(to writer: inout BoxWriter) {
    for value in rawValues { writer.i32(value) }
  }
}
