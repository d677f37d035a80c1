/// A block of a file that is written, at an exact time.
struct MatroskaDraftBlock {
  /// The index of the track.
  let track: Int
  /// The time in the file, with the track's delay, in nanoseconds.
  var nanoseconds: Int64
  /// The number of the file's units by which the block comes earlier: of frames that are decoded only.
  var unitsEarlier: Int64 = 0
  var isSync: Bool
  /// True for frames that are decoded, but not shown.
  var isHidden = false
  var isDisposable = false
  /// The duration in nanoseconds, if the file has to state it.
  var duration: Int64?
  /// The audio that is left out, in nanoseconds: at the end, or a negative one at the start.
  var discarded: Int64 = 0
  var bytes: SampleBytes
  /// The end of the block in nanoseconds, without the track's delay.
  var end: Int64 = 0

  /// The bytes that wait in memory.
  var memory: Int { if case .memory(let bytes) = bytes { bytes.count } else { 0 } }
}
