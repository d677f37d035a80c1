import CoreMedia

/// Decodes the frames of a track in any order.
///
/// A frame that follows the last one, and one that the decoder reaches without decoding more than from the sync sample before it,
/// continues the decoder's run. Expected frames come out of one pass over all of them. Others are decoded from the sync sample on.
final class RandomFrames {
  private typealias Decoded = Result<VideoTrackDecoder.Frame, DecoderError>

  private let track: any CodedTrack
  private let decoder: VideoTrackDecoder
  /// The last frame, and the time at which the one after it is shown, in the media.
  private var last: (frame: VideoTrackDecoder.Frame, next: Int64)?
  /// The samples of a pass that has not begun.
  private var pass: [CodedSample] = []
  /// The number of times that the frame of each expected sample is still needed, and the decoded frames.
  private var needs: [Int: Int] = [:]
  private var arrived: [Int: Decoded] = [:]

  init(_ track: any CodedTrack, _ decoder: VideoTrackDecoder) { (self.track, self.decoder) = (track, decoder) }

  /// Sets the samples whose frames are requested next, as often as they will be; the one whose decoding starts earliest comes first.
  func expect(_ samples: [CodedSample]) {
    (pass, needs, arrived) = ([], [:], [:])
    for sample in samples {
      if needs[sample.index] == nil { pass.append(sample) }
      needs[sample.index, default: 0] += 1
    }
    if pass.count < 2 { (pass, needs) = ([], [:]) }
  }

  /// Decodes the frame of a sample.
  func frame(_ sample: CodedSample) throws -> VideoTrackDecoder.Frame {
    guard let count = needs[sample.index] else { return try single(sample) }
    try beginPass()
    while arrived[sample.index] == nil, let (index, result) = try decoder.nextOfPass() { arrived[index] = result }
    let result = arrived[sample.index] ?? .failure(decoder.lost(sample))
    needs[sample.index] = count > 1 ? count - 1 : nil
    if count == 1 { arrived[sample.index] = nil }
    return try result.get()
  }

  private func beginPass() throws {
    guard !pass.isEmpty else { return }
    do {
      try decoder.pass(over: pass)
    } catch let error as DecoderError {
      for sample in pass { arrived[sample.index] = .failure(error) }
    }
    pass = []
  }

  private func single(_ sample: CodedSample) throws -> VideoTrackDecoder.Frame {
    if let last, last.frame.sample.index == sample.index { return last.frame }
    let frame: VideoTrackDecoder.Frame
    if let last, decoder.isRunning, sample.place > last.frame.sample.place, try decoder.isAhead(sample) {
      frame = try advance(to: sample)
    } else if let last, sample.presentationTime == last.next {
      try decoder.run(from: sample)
      frame = try advance(to: sample)
    } else {
      frame = try decoder.frame(sample)
    }
    last = (frame, try track.frameEnd(of: sample))
    return frame
  }

  /// Continues a run until the frame of a sample comes.
  private func advance(to sample: CodedSample) throws -> VideoTrackDecoder.Frame {
    while true {
      do {
        guard let frame = try decoder.nextFrame() else { break }
        if frame.sample.index == sample.index { return frame }
      } catch let error as DecoderError {
        // Errors of other frames are not asked for.
        if error.sample == sample.index || error.sample == nil { throw error }
      }
    }
    return try decoder.frame(sample)
  }
}
