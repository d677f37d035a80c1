import CoreAudioTypes

extension Track {
  /// Returns the channels that the first frame of MPEG audio states; nil for other tracks, and if there is no such frame.
  ///
  /// The sample entry 'mp4a' says two channels whatever the audio has (ISO/IEC 14496-12, clause 12.2.3: a template), and
  /// MPEG audio has no decoder configuration that says more. Fragments may still be to come: those are not waited for.
  func channelsOfMPEGAudio(in layout: Result<TrackLayout, MovieError>) throws(MovieError) -> UInt32? {
    guard handlerType == .audio, !isFragmented, sampleDescriptions.count == 1, sampleDescriptions[0].codec == "mp4a",
      sampleDescriptions[0].protection == nil,
      try sampleDescriptions[0].formatDescription().mediaSubType.rawValue == kAudioFormatMPEGLayer3
    else { return nil }
    if dataReferences.indices.contains(sampleDescriptions[0].dataReferenceIndex),
      dataReferences[sampleDescriptions[0].dataReferenceIndex].target != .sameFile
    {
      return nil
    }
    do throws(MovieError) {
      let layout = try layout.get()
      var walker = try SampleWalker(layout, readAhead: 4096)
      guard let first = try walker.next()?.first, first.size >= AudioFrameHeader.length else { return nil }
      let bytes = try layout.source.bytes(at: first.offset, count: AudioFrameHeader.length)
      guard let header = AudioFrameHeader(bytes.reduce(0) { $0 << 8 | UInt64($1) }), case .mpeg = header.format else {
        return nil
      }
      return UInt32(header.channels)
    } catch {
      // Damaged tables and missing media only make the samples unreadable, not the description.
      if error.code == .unreadable { throw error }
      return nil
    }
  }
}
