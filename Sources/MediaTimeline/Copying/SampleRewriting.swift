internal import MediaSource
import MovieFile

/// Changes to the samples of a part that let them follow samples of other sources.
struct SampleRewriting: Sendable {
  let units: SampleUnits
  /// True if the first sample is marked as the beginning of a stream: what is shown before it is missing.
  var marksFirst = false
  /// The parameter sets that sync samples get; none where the track's formats have them.
  var sets: [[UInt8]] = []

  func changes(isFirst: Bool, _ sample: CodedSample) -> Bool { marksFirst && isFirst || !sets.isEmpty && sample.isSync }

  func sample(_ bytes: [UInt8], isFirst: Bool, isSync: Bool) -> [UInt8] {
    let marked = marksFirst && isFirst ? units.withoutLeading(bytes) : bytes
    return !sets.isEmpty && isSync ? units.with(sets, before: marked) : marked
  }
}
