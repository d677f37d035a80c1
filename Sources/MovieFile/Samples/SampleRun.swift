/// Consecutive samples, contiguous in the file, that only differ in index, times and place: one sample of coded video,
/// or a chunk of PCM.
public struct SampleRun: Hashable, Sendable {
  public var first: Sample
  /// At least 1.
  public var count: Int

  public init(first: Sample, count: Int) {
    self.first = first
    self.count = count
  }

  /// The index after the last sample.
  var end: Int { first.index + count }
  /// The presentation time of the last sample.
  var lastPresentationTime: Int64 { first.presentationTime + Int64(count - 1) * first.duration }
  /// The decode time after the last sample.
  var decodeEnd: Int64 { first.decodeTime + Int64(count) * first.duration }
  /// The size of all samples in bytes.
  public var byteCount: Int64 { Int64(count) * Int64(first.size) }

  /// True if all values derived from the run fit: times in 61 bits, and bytes in 63.
  var canBeCounted: Bool {
    let (length, isLong) = Int64(count).multipliedReportingOverflow(by: first.duration)
    let isLarge = Int64(count).multipliedReportingOverflow(by: Int64(first.size)).overflow
    return count > 0 && !isLong && !isLarge
      && [first.decodeTime, first.presentationTime, length].allSatisfy { $0.magnitude < 1 << 61 }
  }

  /// Returns a sample of the run by its index, from 0.
  public subscript(position: Int) -> Sample {
    var sample = first
    sample.index += position
    sample.decodeTime += Int64(position) * first.duration
    sample.presentationTime += Int64(position) * first.duration
    sample.offset += Int64(position) * Int64(first.size)
    return sample
  }
}
