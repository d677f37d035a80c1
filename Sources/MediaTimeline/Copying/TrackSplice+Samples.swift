internal import CoreMedia
internal import GStreamer
internal import MediaEngine
internal import MediaSource
import MovieFile

extension TrackSplice {
  /// Puts a track together that is neither video nor audio: samples hold for as long as their clip shows them, and where the timeline has
  /// them, counted from the beginning of the part that is copied.
  func fitted() throws -> SplicedTrack {
    var (parts, times, ends, durations): ([SplicedTrack.Part], [[Int64]], [Int64], [[Int64]]) = ([], [], [], [])
    var formats: [CodedFormat] = []
    var positions: [String: [Int]] = [:]
    let origin = ExactTime(source.range.start)
    func units(_ time: ExactTime) -> Int64 { (time - origin).nearest(Int(timescale)) }
    for piece in source.pieces {
      guard case .samples(let samples, _, _) = piece.content, let stretch = piece.stretch, let clip = piece.source
      else { continue }
      let key = SpliceFormats.key(of: piece)
      if positions[key] == nil {
        positions[key] = clip.track.formats.indices.map { formats.count + $0 }
        formats += try clip.track.formats.map { try CodedFormat(othersOf: $0) }
      }
      let (first, last) = (units(ExactTime(piece.range.start)), units(ExactTime(piece.range.end)))
      func placed(_ time: Int64) -> Int64 { min(max(first, units(stretch.time(time))), last) }
      var changed: [Int: [UInt8]] = [:]
      if let sample = samples.first, let media = stretch.media,
        let bytes = try timeCode(of: sample, at: media.lowerBound, clip)
      {
        changed[0] = bytes
      }
      parts.append(
        SplicedTrack.Part(
          samples: .others(clip.track, samples, changed: changed), formats: positions[key] ?? [], rewriting: nil,
          keepsOpen: clip.opened))
      times.append(samples.map { placed($0.presentationTime) })
      durations.append(
        samples.map { max(1, placed($0.presentationTime + $0.duration) - placed($0.presentationTime)) })
      ends.append(last)
    }
    let end = units(ExactTime(source.range.end))
    return SplicedTrack(
      timescale: timescale, formats: formats,
      edits: [TrackEdit(lasting: CMTime(value: end, timescale: timescale), from: 0)], parts: parts, times: times,
      durations: durations, ends: ends)
  }

  /// Returns the timecode with which a sample begins at a cut; nil where it is as it is stored.
  ///
  /// - Parameter time: The time of the cut in the media, in units of the track.
  private func timeCode(of sample: CodedSample, at time: Int64, _ clip: ClipTrack) throws -> [UInt8]? {
    guard source.other?.mediaType == "tmcd", time > sample.presentationTime,
      let description = try clip.format(of: sample).description, description.frameDuration.isNumeric,
      description.frameDuration.value > 0
    else { return nil }
    let length = ExactTime(description.frameDuration)
    // The frame that is shown at the cut. Rounding to the track's units must not make it the one before.
    let passed = ExactTime(Int128(time - sample.presentationTime) * 2 + 1, over: Int128(clip.track.timescale) * 2)
    let frames = (passed / length).floor(1)
    let stored = try clip.track.bytes(of: sample).withUnsafeBytes { [UInt8]($0) }
    guard frames > 0, [4, 8].contains(stored.count) else { return nil }
    let bits = stored.reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let first = stored.count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : bits
    let number = counted(first &+ frames, by: description)
    return stored.indices.map { UInt8(truncatingIfNeeded: number >> (8 * Int64(stored.count - 1 - $0))) }
  }

  /// Returns the number of a frame as the timecode of a description counts it: from 0 again after 24 hours, if it does so.
  private func counted(_ number: Int64, by description: CMFormatDescription) -> Int64 {
    guard description.timeCodeFlags.contains(.twentyFourHourMax), description.frameQuanta > 0,
      [.timeCode32, .timeCode64].contains(description.mediaSubType)
    else { return number }
    let code = TimeCode(
      frameNumber: number, framesPerSecond: Int64(description.frameQuanta),
      dropsFrames: description.timeCodeFlags.contains(.dropFrame))
    return code.withinDay.frameNumber
  }
}
