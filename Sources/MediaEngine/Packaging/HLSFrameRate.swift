/// The frame rate of a stream for playlists: the highest one (RFC 8216, 4.3.4.2).
struct HLSFrameRate {
  /// The number of frames of each duration, in units of the stream.
  private var counts: [Int64: Int] = [:]

  /// The maximum number of durations that are told apart.
  private static let limit = 4096

  /// Adds a frame. The last frame of a stream is not added, since only some streams say how long it lasts.
  mutating func add(_ duration: Int64) {
    guard duration > 0, counts.count < Self.limit || counts[duration] != nil else { return }
    counts[duration, default: 0] += 1
  }

  /// The frames a second, in thousandths as playlists have it; nil without any.
  ///
  /// The shortest frames count if they are at least a hundredth of all, and two, of nearly the same duration: others are where edits cut
  /// frames off. Durations that differ by one are rounded ones, of which the mean is exact.
  func value(timescale: Int32) -> Double? {
    let total = counts.values.reduce(0, +)
    let enough = min(total, max(2, total / 100))
    let sorted = counts.sorted { $0.key < $1.key }
    let usual = sorted.indices.first { start in
      let longest = sorted[start].key + max(1, sorted[start].key / 16)
      return sorted[start...].prefix { $0.key <= longest }.reduce(0) { $0 + $1.value } >= enough
    }
    guard let least = usual.map({ sorted[$0].key }) ?? sorted.first?.key else { return nil }
    let frames = counts.filter { (least - 1...least + 1).contains($0.key) }
    let sum = frames.reduce(0.0) { $0 + Double($1.key) * Double($1.value) }
    let rate = Double(frames.values.reduce(0, +)) * Double(timescale) / sum
    return (rate * 1000).rounded() / 1000
  }
}
