/// A timecode track with one sample: the timecode of the beginning, which determines all others (QuickTime File Format,
/// "Timecode media").
struct TimeCodeTrack {
  let track: WholeTrack

  /// - Throws: `notStorable` if the timecode does not fit into 32 bits, or its frames have no duration.
  init(
    _ start: TimeCode, frameDuration: CMTime, end: CMTime, name: String?, format: MovieFormat
  ) throws(MovieError) {
    guard let frame = Int32(exactly: start.withinDay.frameNumber) else {
      throw .notStorable("time code \(start) has too many frames")
    }
    // Drop frame, 24-hour wrap, and negative times.
    let entry = try SampleEntry(
      timeCodeFlags: (start.dropsFrames ? 1 : 0) | 2 | (frame < 0 ? 4 : 0), frameDuration: frameDuration,
      quanta: start.framesPerSecond, name: name, in: format)
    let scale = frameDuration.timescale
    let length = CMTimeConvertScale(end, timescale: scale, method: .roundAwayFromZero).value
    guard end.isNumeric, length > 0, length <= Int64(UInt32.max) else {
      throw .notStorable("time codes last as long as the movie, which is not known")
    }
    var draft = TrackDraft(handlerType: "tmcd", timescale: scale, sampleEntries: [entry])
    draft.isEnabled = true
    var sample = BoxWriter()
    sample.i32(frame)
    let range = CMTimeRange(start: .zero, duration: CMTime(value: length, timescale: scale))
    track = WholeTrack(
      draft: draft,
      samples: [
        (
          Sample(decodeTime: 0, presentationTime: 0, duration: length, size: 4, timescale: scale), sample.contents
        )
      ],
      segments: [TrackTimeline.Segment(target: range, source: range, rate: .one)])
  }
}
