internal import CoreMedia
internal import MediaSource
import MovieFile

/// A part of a video track, cut so that it can be decoded by itself: samples that go over, and frames at its ends that do not.
///
///     decoded   … I  P  b  b  P  b  b │ I  P  b  b  P  b  b │ I  P  b  b …
///     shown           ╷──────────────────────────────────╷
///                     ╰─ head ────────┴─ copied ───┴ tail ╯
///
/// Copied samples begin with the first sync sample of the part that needs nothing before it, and end before the first in decoding order that
/// is shown before what is copied, or after the part's end: no frame that is left out can be referred to, since references are decoded
/// earlier.
struct GroupCut: Sendable {
  /// The times of the frames that are shown before the copied ones, in units of the track; the first at the beginning of the part.
  private(set) var head: [Int64] = []
  /// In decoding order.
  private(set) var copied: [CodedSample] = []
  /// The times of the frames that are shown after the copied ones.
  private(set) var tail: [Int64] = []
  /// True if the first copied sample has to be marked as the beginning of a stream.
  private(set) var opensStream = false
  /// The reasons why there are a head and a tail; nil where there is none.
  private(set) var headReason: String?
  private(set) var tailReason: String?

  /// - Parameter media: A part of the media, in units of the track.
  init(_ track: any CodedTrack, _ media: Range<Int64>) throws {
    let samples = try Self.samples(of: track, in: media)
    // The frame that is shown at the beginning may have begun before.
    let first = samples.lazy.map(\.presentationTime).filter { $0 <= media.lowerBound }.max() ?? media.lowerBound
    let shown = samples.map(\.presentationTime).filter { $0 >= first && $0 < media.upperBound }.sorted()
    func times(_ part: some Sequence<Int64>) -> [Int64] { part.map { max($0, media.lowerBound) } }
    guard let start = try start(samples, from: first, before: media.upperBound, track) else {
      head = times(shown)
      return
    }
    let sync = samples[start].presentationTime
    head = times(shown.prefix { $0 < sync })
    if head.isEmpty { headReason = nil }
    // Frames that are decoded after the sync sample and shown before it are the head's.
    let candidates = samples[start...].filter { $0.presentationTime >= sync }
    let count = Self.prefix(of: candidates, before: media.upperBound)
    copied = Array(candidates.prefix(count))
    let last = copied.lazy.map(\.presentationTime).max() ?? sync
    tail = times(shown.filter { $0 > last })
    if !tail.isEmpty {
      tailReason = "frames before the cut are coded after one behind it, which they may refer to"
    }
  }

  /// The samples that a decoder needs for a part, in decoding order.
  static func samples(of track: any CodedTrack, in media: Range<Int64>) throws -> [CodedSample] {
    guard let shown = try track.sample(shownAt: media.lowerBound) ?? track.firstSample() else { return [] }
    var samples: [CodedSample] = []
    var next: CodedSample? = try track.decodingStart(of: shown)
    var beyond = 0
    // Tables may have decoding times that are later than those of presentation: a few more samples tell.
    while let sample = next, beyond < 32 {
      let isBeyond = sample.presentationTime >= media.upperBound && sample.decodeTime >= media.upperBound
      beyond = isBeyond ? beyond + 1 : 0
      samples.append(sample)
      next = try track.sample(after: sample)
    }
    while let last = samples.last, last.presentationTime >= media.upperBound { samples.removeLast() }
    return samples
  }

  /// Returns the position of the sync sample with which copying begins; nil if there is none, with the reason.
  private mutating func start(
    _ samples: [CodedSample], from first: Int64, before end: Int64, _ track: any CodedTrack
  ) throws -> Int? {
    headReason = "it begins inside a group of pictures"
    var least = Int64.max
    // The earliest time of all samples from each on.
    let following =
      samples.reversed().map { sample -> Int64 in
        defer { least = min(least, sample.presentationTime) }
        return least
      }.reversed() as [Int64]
    var latest = Int64.min
    var hasOpen = false
    for (index, sample) in samples.enumerated() {
      defer { latest = max(latest, sample.presentationTime) }
      let time = sample.presentationTime
      guard sample.isSync, time >= first, time < end, latest < time else { continue }
      let isLeading = following[index] < time
      guard let units = SampleUnits(try track.format(of: sample).stream) else {
        if !isLeading { return index }
        hasOpen = true
        continue
      }
      switch try track.bytes(of: sample).withUnsafeBytes({ units.start($0) }) {
      case .closed: return index
      case .open:
        opensStream = true
        return index
      case .other: hasOpen = true
      }
    }
    headReason =
      hasOpen
      ? "its groups of pictures are open: frames refer to the group before" : "no group of pictures begins in it"
    return nil
  }

  /// The number of samples that can be copied: all frames that are shown before the last of them are among them.
  private static func prefix(of samples: [CodedSample], before end: Int64) -> Int {
    var least = Int64.max
    let following =
      samples.reversed().map { sample -> Int64 in
        defer { least = min(least, sample.presentationTime) }
        return least
      }.reversed() as [Int64]
    var (latest, count) = (Int64.min, 0)
    for (index, sample) in samples.enumerated() {
      latest = max(latest, sample.presentationTime)
      if latest >= end { break }
      if latest < following[index] { count = index + 1 }
    }
    return count
  }
}
