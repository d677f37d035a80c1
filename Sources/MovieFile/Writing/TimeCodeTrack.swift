/// A timecode track with one sample: the timecode of the beginning, which determines all others (QuickTime File Format,
/// "Timecode media").
struct TimeCodeTrack {
  let track: WholeTrack

  /// - Throws: `notStorable` if the timecode does not fit into 32 bits, or its frames have no duration.
  init(
    _ start: TimeCode, frameDuration: CMTime, end: CMTime, name: String?, format: MovieFormat
  ) throws(MovieError) {
    guard let frame = Int32(exactly: start.frameNumber), let quanta = UInt8(exactly: start.framesPerSecond) else {
      throw .notStorable("time code \(start) has \(start.framesPerSecond) frames a second, or too many of them")
    }
    guard frameDuration.isNumeric, frameDuration > .zero, let duration = UInt32(exactly: frameDuration.value) else {
      throw .notStorable("the frames of time codes have a length")
    }
    let scale = frameDuration.timescale
    let length = CMTimeConvertScale(end, timescale: scale, method: .roundAwayFromZero).value
    guard end.isNumeric, length > 0, length <= Int64(UInt32.max) else {
      throw .notStorable("time codes last as long as the movie, which is not known")
    }
    var entry = BoxWriter()
    entry.u32(0)
    // Drop frame, 24-hour wrap, and negative times.
    entry.u32((start.dropsFrames ? 1 : 0) | 2 | (frame < 0 ? 4 : 0))
    entry.i32(scale)
    entry.u32(duration)
    entry.u8(quanta)
    entry.u8(0)
    if let name {
      let text = Array(name.utf8)
      guard let length = UInt16(exactly: text.count) else { throw .notStorable("the name of time codes is too long") }
      entry.box("name") { box in
        box.u16(length)
        box.u16(0)
        box.append(text)
      }
    }
    var draft = TrackDraft(
      handlerType: "tmcd", timescale: scale,
      sampleEntries: [SampleEntry("tmcd", contents: entry.contents, isQuickTime: format.isQuickTime)])
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
