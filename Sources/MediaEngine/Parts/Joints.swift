internal import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// The places at which an export is divided: whole frames, and whole packets of sound.
struct Joints {
  /// When the first frame of each part is shown; nil without video.
  let video: [CMTime]?
  /// The sound; nil without any.
  let audio: Audio?

  struct Audio {
    let rate: Int32
    /// The first sample of the export, on the source's timeline.
    let origin: Int64
    /// The first packet of each part, and the number of all packets as the last value; without the priming's.
    let first: [Int64]
  }

  /// Looks for the joints; blocks.
  ///
  /// - Parameters:
  ///   - range: The part of the source that is exported.
  ///   - isVideo: True if frames are exported.
  ///   - packet: The samples of a packet; nil if no sound is exported.
  /// - Throws: `Diagnostic` if there are fewer frames, or less sound, than parts; read errors.
  init(path: String, range: (from: CMTime?, to: CMTime?), count: Int, video isVideo: Bool, audio packet: Int64?) throws
  {
    let tracks = try OpenedMedia(path: path).container.tracks()
    func track(_ type: String) throws -> (any CodedTrack)? {
      let candidates = tracks.filter { $0.attributes.mediaType == type }
      return try (candidates.first { $0.attributes.isEnabled } ?? candidates.first)?.codedTrack()
    }
    let start = range.from ?? .zero
    let frames = isVideo ? try track("vide").map { FrameCursor($0) } : nil
    let sound = try packet == nil ? nil : track("soun").map { AudioCursor($0) }
    guard frames != nil || sound != nil else {
      throw Diagnostic("'\(path)' has nothing that the export encodes", kind: .input)
    }
    let ends = [try frames?.end(), try sound?.end()].compactMap(\.self)
    let frameEnd = try frames.map { min(try $0.end(), range.to ?? .positiveInfinity) }
    let end = min(frameEnd ?? ends.max() ?? .zero, range.to ?? .positiveInfinity)
    // Video may begin later than the sound.
    let first = end > start ? try frames?.firstFrame(from: start, of: path) : nil
    let begin = max(start, first ?? start)
    guard end > begin else { throw Diagnostic("there is nothing in the range of the export", kind: .usage) }
    /// The time at which a part would begin if frames had no length.
    func place(_ index: Int) -> CMTime {
      begin + CMTimeMultiplyByRatio(end - begin, multiplier: Int32(index), divisor: Int32(count))
    }
    var starts = (0..<count).map(place)
    if let frames {
      for index in 1..<max(1, count) { starts[index] = try frames.firstFrame(from: starts[index], of: path) }
      guard zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw Diagnostic(
          "the export has fewer frames than \(count) parts", kind: .usage, help: "ask for fewer parts")
      }
    }
    video = frames == nil ? nil : starts
    guard let sound, let packet else {
      audio = nil
      return
    }
    sound.move(to: CMTimeRange(start: start, end: range.to ?? .positiveInfinity))
    guard let first = try sound.next() else {
      audio = nil
      return
    }
    let rate = Int32(first.format.rate)
    let stop = min(try sound.end(), range.to ?? .positiveInfinity)
    // Audio that begins later is encoded from the start of the range on, with silence before it.
    let origin = min(
      first.position, CMTimeConvertScale(start, timescale: rate, method: .roundTowardPositiveInfinity).value)
    func samples(_ time: CMTime, _ method: CMTimeRoundingMethod) -> Int64 {
      CMTimeConvertScale(time, timescale: rate, method: method).value - origin
    }
    let all = max(1, (samples(stop, .roundAwayFromZero) + packet - 1) / packet)
    let inner = starts.dropFirst().map { min(max(0, samples($0, .roundTowardNegativeInfinity) / packet), all) }
    audio = Audio(rate: rate, origin: origin, first: [0] + inner + [all])
    guard frames != nil || zip([0] + inner, inner + [all]).allSatisfy({ $0 < $1 }) else {
      throw Diagnostic("the export has fewer packets than \(count) parts", kind: .usage, help: "ask for fewer parts")
    }
  }
}

extension FrameCursor {
  /// Returns the time of the frame that is shown at a time, or of the next one.
  fileprivate func firstFrame(from time: CMTime, of path: String) throws -> CMTime {
    move(to: CMTimeRange(start: time, end: .positiveInfinity))
    guard let frame = try next() else {
      throw Diagnostic("'\(path)' has no frame from \(time.clockText) on", kind: .input)
    }
    return frame.time
  }
}
