/// The decoded audio samples of a packet that are not heard: encoder priming and padding.
package struct DiscardPadding: Hashable, Sendable {
  /// The number of samples to leave out at the start, at the stream's sample rate; not negative.
  package var start: Int64
  /// The number of samples to leave out at the end; not negative.
  package var end: Int64

  package init(start: Int64 = 0, end: Int64 = 0) { (self.start, self.end) = (start, end) }
}
