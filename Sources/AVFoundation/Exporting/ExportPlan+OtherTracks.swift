internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

extension ExportPlan {
  /// The copy of a track that is neither video nor audio.
  struct OtherCopy {
    let track: AVAssetTrack
    let output: MediaGraph.Output<MediaGraph.Metadata>
    let settings: TrackSettings
  }

  /// Adds the copies of tracks that are neither video nor audio: subtitles, captions, timecode and timed metadata, which are cut at the
  /// ends of the export and of their segments.
  ///
  /// Tracks that cannot be copied are left out, and noted with the reason.
  mutating func copiedOthers() throws -> [OtherCopy] {
    var (accepted, edit): ([(AVAssetTrack, CopyTrack)], CompositionTimeline) = ([], .init(lasting: range.end))
    for track in otherTracks() {
      do {
        guard output.type.type.isMovie, output.type.type != .threeGP else {
          leaveOut(track, "'\(output.fileType.rawValue)' files have no place for it")
          continue
        }
        var single = CompositionTimeline(lasting: range.end)
        try single.add(copied: track)
        assets.insert(taps: [:], files: single.options)
        guard let copy = try copyOfOthers(single).plan(opened: assets).samples.first else { continue }
        if let obstacle = copy.obstacle {
          leaveOut(track, obstacle)
          continue
        }
        try edit.add(copied: track)
        accepted.append((track, copy))
        note(copy.report)
      } catch let error as DecoderError {
        leaveOut(track, error.message)
      } catch {
        throw AVError(reading: error)
      }
    }
    guard !accepted.isEmpty else { return [] }
    let node = add("others", copyOfOthers(edit))
    return accepted.enumerated().map { index, copy in
      OtherCopy(track: copy.0, output: node.samples[index + 1], settings: copy.1.settings)
    }
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
        guard output.type.type.isMovie else { return }
        $0.language = track.extendedLanguageTag ?? track.languageCode.flatMap { $0 == "und" ? nil : $0 }
        guard !(asset is AVComposition) else { return }
        $0.enabled = track.isEnabled
        $0.alternateGroup = track.content.map { min(max($0.attributes.alternateGroup, 0), 32767) } ?? 0
      }
    }
    settings += others.map(\.settings)
    for (index, track) in all.enumerated() where !others.isEmpty {
      for type in AVAssetTrack.AssociationType.all where type != .chapterList {
        for other in track.associatedTracks(ofType: type) {
          guard let place = all.firstIndex(where: { $0.trackID == other.trackID }) else { continue }
          settings[index].references.append(.init { ($0.kind, $0.track) = (type.rawValue, place + 1) })
        }
      }
    }
    return settings
  }
}
