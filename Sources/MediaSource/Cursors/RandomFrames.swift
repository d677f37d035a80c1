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
  /// The samples that are expected, and those of a pass that has not begun.
  private var expected: [CodedSample] = []
  private var pass: [CodedSample] = []
  /// The number of times that the frame of each expected sample is still needed, and the decoded frames.
  private var needs: [Int: Int] = [:]
  private var arrived: [Int: Decoded] = [:]
  /// The frame that stands for the lost ones between two places.
  private var gap: (frame: VideoTrackDecoder.Frame, start: PresentationPlace?, end: PresentationPlace?)?

  init(_ track: any CodedTrack, _ decoder: VideoTrackDecoder) { (self.track, self.decoder) = (track, decoder) }

  /// Sets the samples whose frames are requested next, as often as they will be; the one whose decoding starts earliest comes first.
  func expect(_ samples: [CodedSample]) {
    (pass, needs, arrived) = ([], [:], [:])
    for sample in samples {
      if needs[sample.index] == nil { pass.append(sample) }
      needs[sample.index, default: 0] += 1
    }
    if pass.count < 2 { (pass, needs) = ([], [:]) }
    expected = pass
  }

  /// Decodes the frame of a sample; of one that is known to be lost, its ``neighbour(of:)``.
  func frame(_ sample: CodedSample) throws -> VideoTrackDecoder.Frame {
    if let frame = frameInGap(of: sample) { return frame }
    guard let count = needs[sample.index] else { return try single(sample) }
    try beginPass()
    while arrived[sample.index] == nil, let (index, result) = try decoder.nextOfPass() { arrived[index] = result }
    let result = arrived[sample.index] ?? .failure(decoder.lost(sample))
    settle(sample, count)
    return try result.get()
  }

  /// Notes that the frame of an expected sample was given.
  private func settle(_ sample: CodedSample, _ count: Int) {
    needs[sample.index] = count > 1 ? count - 1 : nil
    if count == 1 { arrived[sample.index] = nil }
  }

  private func frameInGap(of sample: CodedSample) -> VideoTrackDecoder.Frame? {
    guard let gap, gap.start.map({ $0 < sample.place }) ?? true, gap.end.map({ sample.place < $0 }) ?? true else {
      return nil
    }
    if let count = needs[sample.index] { settle(sample, count) }
    pass.removeAll { needs[$0.index] == nil }
    return gap.frame
  }

  /// The maximum number of groups of pictures before a frame in which another one is looked for.
  private static let searchedGroups = 8

  /// Decodes the frame before one that cannot be decoded, or the one after it if there is none before; nil if neither can be
  /// found.
  func neighbour(of sample: CodedSample) throws -> VideoTrackDecoder.Frame? {
    last = nil
    // A pass that is under way begins anew with the frames that have not come.
    defer { pass = expected.filter { needs[$0.index] != nil && arrived[$0.index] == nil } }
    var (group, later) = (try track.decodingStart(of: sample) as CodedSample?, VideoTrackDecoder.Frame?.none)
    for _ in 0..<Self.searchedGroups {
      guard let start = group else { break }
      var found: VideoTrackDecoder.Frame?
      try decoder.run(from: start)
      while true {
        do {
          guard let frame = try decoder.nextFrame() else { break }
          guard frame.sample.place < sample.place else {
            later = later ?? frame
            break
          }
          found = frame
        } catch let error as DecoderError where error.sample != nil {
          // The samples between are lost, too.
        }
      }
      if let found {
        gap = (found, found.sample.place, later?.sample.place)
        return found
      }
      group = try track.syncSample(before: start)
    }
    // Frames further ahead were not looked for.
    if let later, group == nil { gap = (later, nil, later.sample.place) }
    return later
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
