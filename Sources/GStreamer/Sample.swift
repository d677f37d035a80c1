internal import CGStreamer
internal import CReel

/// A GstSample: a buffer with the format it has.
package final class Sample: @unchecked Sendable {
  private let sample: OpaquePointer

  package init(adopting sample: OpaquePointer) { self.sample = sample }
  deinit { creel_mini_unref(UnsafeMutableRawPointer(sample)) }

  package var buffer: Buffer? { gst_sample_get_buffer(sample).map { Buffer(retaining: $0) } }
  package var caps: Caps? { gst_sample_get_caps(sample).map { Caps(retaining: $0) } }
}
