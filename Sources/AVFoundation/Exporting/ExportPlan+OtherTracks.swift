internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

extension ExportPlan {
  /// The copy of a track that is neither video nor audio.
  struct OtherCopy {
    enum Output {
      /// The samples of a track as they are stored.
      case samples(MediaGraph.Output<MediaGraph.Metadata>)
      /// Subtitles as text, for files that hold no such samples.
      case text(MediaGraph.Output<Text>)
    }

    let track: AVAssetTrack
    let output: Output
    let settings: TrackSettings
  }

  /// Adds the copies of tracks that are neither video nor audio: subtitles, captions, timecode and timed metadata, which are cut at the
  /// ends of the export and of their segments.
  ///
  /// Tracks that cannot be copied are left out, and noted with the reason.
  mutating func copiedOthers() throws -> [OtherCopy] {
    var (accepted, edit): ([(AVAssetTrack, CopyTrack)], CompositionTimeline) = ([], .init(lasting: range.end))
    var texts: [(AVAssetTrack, Int)] = []
    let (tracks, holdsSamples) = (otherTracks(), output.type.type.isMovie && output.type.type != .threeGP)
    let numbers = tracks.isEmpty ? [:] : textNumbers()
    for track in tracks {
      let number = numbers[track.trackID]
      do {
        guard holdsSamples || number != nil else {
          leaveOut(track, reasonWithoutPlace(for: track))
          continue
        }
        var single = CompositionTimeline(lasting: range.end)
        try single.add(copied: track)
        assets.insert(taps: [:], files: single.options)
        guard let copy = try copyOfOthers(single).plan(opened: assets).samples.first else { continue }
        if holdsSamples, copy.obstacle == nil {
          try edit.add(copied: track)
          accepted.append((track, copy))
        } else if let number {
          texts.append((track, number))
        } else {
          leaveOut(track, copy.obstacle ?? reasonWithoutPlace(for: track))
          continue
        }
        note(copy.report)
      } catch let error as DecoderError {
        leaveOut(track, error.message)
      } catch {
        throw AVError(reading: error)
      }
    }
    return copies(of: accepted, edit) + copies(ofText: texts)
  }

  private mutating func copies(of tracks: [(AVAssetTrack, CopyTrack)], _ edit: CompositionTimeline) -> [OtherCopy] {
    guard !tracks.isEmpty else { return [] }
    let node = add("others", copyOfOthers(edit))
    return tracks.enumerated().map { index, copy in
      OtherCopy(track: copy.0, output: .samples(node.samples[index + 1]), settings: copy.1.settings)
    }
  }

  /// Adds the reader of subtitles as text.
  ///
  /// - Parameter tracks: The tracks, and their numbers among those with text.
  private mutating func copies(ofText tracks: [(AVAssetTrack, Int)]) -> [OtherCopy] {
    guard let location, !tracks.isEmpty else { return [] }
    let (from, to) = (from, to)
    let node = add(
      "texts",
      AssetRead { ($0.url, $0.textTracks, $0.from, $0.to) = (location, TrackChoice(.all), from, to) })
    return tracks.map { track, number in
      OtherCopy(track: track, output: .text(node.text[number]), settings: TrackSettings { describe(track, in: &$0) })
    }
  }

  /// Links the copies of other tracks to a muxer.
  mutating func connect(_ others: [OtherCopy], to inputs: MediaGraph.Input<AnyTrack>) {
    for other in others {
      switch other.output {
      case .samples(let samples): graph.connect(samples, to: inputs)
      case .text(let text): graph.connect(text, to: inputs)
      }
    }
  }

  /// The numbers of the file's tracks of subtitles that a node reads as text, by their IDs; none where the export cannot have them.
  private func textNumbers() -> [CMPersistentTrackID: Int] {
    guard [.mp4, .mov, .mkv].contains(output.type.type), let path = location?.path, InputFile.isRegular(path),
      let tracks = try? InputTracks(of: path)
    else { return [:] }
    var numbers: [CMPersistentTrackID: Int] = [:]
    for track in tracks.all where track.kind == .subtitles {
      numbers[CMPersistentTrackID(clamping: track.id)] = track.number
    }
    return numbers
  }

  private func reasonWithoutPlace(for track: AVAssetTrack) -> String {
    guard output.type.type == .mkv, [.text, .subtitle].contains(track.mediaType) else {
      return "'\(output.fileType.rawValue)' files have no place for it"
    }
    return asset is AVComposition ? "subtitles of compositions go into movies only" : "it is no text that can be read"
  }

  /// The tracks that are neither video nor audio, and have media.
  func otherTracks() -> [AVAssetTrack] {
    asset.tracks.filter { track in
      ![.video, .audio].contains(track.mediaType) && !isChapter(track)
        && ((track as? AVCompositionTrack)?.presentsMedia ?? true)
    }
  }

  private func copyOfOthers(_ edit: CompositionTimeline) -> TimelineCopy {
    let (timeline, from, to) = (edit.timeline, from, to)
    return TimelineCopy { ($0.edges, $0.from, $0.to, $0.timeline) = (.encode, from, to, timeline) }
  }

  /// True for a track of chapters, which are a part of the movie's metadata.
  func isChapter(_ track: AVAssetTrack) -> Bool {
    asset.tracks.contains { other in
      other.associatedTracks(ofType: .chapterList).contains { $0.trackID == track.trackID }
    }
  }

  mutating func leaveOut(_ track: AVAssetTrack, _ reason: String) {
    notes.append("track \(track.trackID) ('\(track.mediaType.rawValue)') is left out: \(reason)")
  }

  /// Returns the properties of a file's tracks: those of the asset's, and their references to each other.
  ///
  /// - Parameter turn: The transform of a track's frames; nil for a track without frames.
  func settings(
    of tracks: [AVAssetTrack], _ others: [OtherCopy], turning turn: (AVAssetTrack) -> CGAffineTransform?
  ) -> [TrackSettings] {
    let all = tracks + others.map(\.track)
    var settings = tracks.map { track in
      TrackSettings {
        // Frames are shown as the composition says, and not as their sources.
        if let turn = turn(track), output.type.type.says(turn) {
          $0.transform = [turn.a, turn.b, turn.c, turn.d, turn.tx, turn.ty].map { Double($0) }
        }
        describe(track, in: &$0)
      }
    }
    settings += others.map(\.settings)
    for (index, track) in all.enumerated() where !others.isEmpty && output.type.type.isMovie {
      for type in AVAssetTrack.AssociationType.all where type != .chapterList {
        for other in track.associatedTracks(ofType: type) {
          guard let place = all.firstIndex(where: { $0.trackID == other.trackID }) else { continue }
          settings[index].references.append(.init { ($0.kind, $0.track) = (type.rawValue, place + 1) })
        }
      }
    }
    return settings
  }

  /// Says of a track of the file what the asset says of its own, where the file has a place for it.
  private func describe(_ track: AVAssetTrack, in settings: inout TrackSettings) {
    guard output.type.type.isMovie || [.mkv, .webm].contains(output.type.type) else { return }
    settings.language = track.extendedLanguageTag ?? track.languageCode.flatMap { $0 == "und" ? nil : $0 }
    guard !(asset is AVComposition) else { return }
    settings.enabled = track.isEnabled
    settings.alternateGroup = track.content.map { min(max($0.attributes.alternateGroup, 0), 32767) } ?? 0
  }
}
