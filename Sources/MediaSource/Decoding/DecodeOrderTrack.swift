internal import GStreamer
import MovieFile
import Synchronization

/// A track of MPEG-4 video whose file has the times of its pictures in the order in which they are decoded, though
/// B-pictures are among them: writers that got them so from their encoder did not notice.
///
///     decoded   I    P    B    B    P    B    B         the file's times: 0 1 2 3 4 5 6
///     shown     I    B    B    P    B    B    P         at the same times
///
/// A B-picture takes the time of the picture that is decoded before it, any other that of the last picture before the
/// next one that is none.
struct DecodeOrderTrack: CodedTrack {
  private let base: any CodedTrack
  private let kinds = PictureKinds()

  /// The samples at the beginning whose times and pictures are looked at.
  private static let inspectedCount = 32
  /// The largest number of B-pictures in a row; more are damage.
  private static let longestRun = 16

  private init(_ base: any CodedTrack) { self.base = base }

  /// Returns a track, with the right times if it has those of another order.
  static func correcting(_ track: any CodedTrack) throws -> any CodedTrack {
    guard !track.isOpen, !track.formats.isEmpty, track.formats.allSatisfy({ $0.codec == .mpeg4 }) else { return track }
    let corrected = DecodeOrderTrack(track)
    var (sample, last, hasBidirectional) = (try track.firstSample(), Int64.min, false)
    for _ in 0..<inspectedCount {
      guard let current = sample else { break }
      guard current.presentationTime > last else { return track }
      last = current.presentationTime
      hasBidirectional = try hasBidirectional || corrected.isBidirectional(current)
      sample = try track.sample(after: current)
    }
    return hasBidirectional ? corrected : track
  }

  // MARK: The file's facts

  var timescale: Int32 { base.timescale }
  var formats: [CodedFormat] { base.formats }
  var isReordered: Bool { true }
  var edits: [TrackEdit] { base.edits }
  var hasRoundedTimes: Bool { base.hasRoundedTimes }
  func roundedRate(at time: Int64) -> RoundedRate? { base.roundedRate(at: time) }
  var hasShortenedFirstPacket: Bool { base.hasShortenedFirstPacket }
  var loss: MovieError? { base.loss }
  func loss(behind sample: Int) -> MovieError? { base.loss(behind: sample) }
  func length() throws -> TrackLength? { try base.length() }
  func mediaEnd() throws -> Int64 { try base.mediaEnd() }
  func presentationEnd() throws -> Int64 { try base.presentationEnd() }
  func bytes(of sample: CodedSample) throws -> Buffer { try base.bytes(of: sample) }

  // MARK: Samples

  func firstSample() throws -> CodedSample? { try base.firstSample().map(corrected) }

  func sample(after sample: CodedSample) throws -> CodedSample? {
    try base.sample(after: sample).map(corrected)
  }

  func sample(shownAt time: Int64) throws -> CodedSample? { try base.sample(shownAt: time).map(shown) }

  func sample(shownAfter time: Int64) throws -> CodedSample? { try base.sample(shownAfter: time).map(shown) }

  func syncSample(before sample: CodedSample) throws -> CodedSample? {
    try base.syncSample(before: sample).map(corrected)
  }

  func syncSample(after sample: CodedSample) throws -> CodedSample? {
    try base.syncSample(after: sample).map(corrected)
  }

  /// Returns a sample of the file with the time at which it is shown.
  private func corrected(_ sample: CodedSample) throws -> CodedSample {
    var place = sample
    if try isBidirectional(sample) {
      place = try base.sample(1, before: sample)
    } else {
      for _ in 0..<Self.longestRun {
        guard let next = try base.sample(after: place), try isBidirectional(next) else { break }
        place = next
      }
    }
    var result = sample
    result.presentationTime = place.presentationTime
    return result
  }

  /// Returns the sample that is shown at the time of one of the file.
  private func shown(_ place: CodedSample) throws -> CodedSample {
    if let next = try base.sample(after: place), try isBidirectional(next) { return try corrected(next) }
    var reference = place
    for _ in 0..<Self.longestRun where try isBidirectional(reference) {
      reference = try base.sample(1, before: reference)
    }
    return try corrected(reference)
  }

  private func isBidirectional(_ sample: CodedSample) throws -> Bool {
    if let known = kinds.known.withLock({ $0[sample.index] }) { return known }
    let found = try base.bytes(of: sample).withUnsafeBytes { Self.isBidirectional($0) }
    kinds.known.withLock { $0[sample.index] = found }
    return found
  }

  /// True if the first picture is a B-picture (ISO/IEC 14496-2, 6.2.5: vop_coding_type).
  private static func isBidirectional(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 4 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1, bytes[index + 3] == 0xb6 {
        return bytes[index + 4] >> 6 == 2
      }
      index += 1
    }
    return false
  }
}

/// The samples that are known to be B-pictures, or not, by their numbers.
private final class PictureKinds: Sendable {
  let known = Mutex<[Int: Bool]>([:])
}
