internal import CGStreamerFFT

extension Float: TransformPrecision {
  static func plan(_ count: Int, inverse: Bool) -> OpaquePointer? {
    gst_fft_f32_new(gint(count), inverse ? 1 : 0)
  }
  static func release(_ plan: OpaquePointer) { gst_fft_f32_free(plan) }
  static func forward(
    _ plan: OpaquePointer, _ numbers: UnsafePointer<Float>, _ values: UnsafeMutablePointer<GstFFTF32Complex>
  ) {
    gst_fft_f32_fft(plan, numbers, values)
  }
  static func inverse(
    _ plan: OpaquePointer, _ values: UnsafePointer<GstFFTF32Complex>, _ numbers: UnsafeMutablePointer<Float>
  ) {
    gst_fft_f32_inverse_fft(plan, values, numbers)
  }
  static func value(_ real: Float, _ imaginary: Float) -> GstFFTF32Complex { GstFFTF32Complex(r: real, i: imaginary) }
  static func parts(_ value: GstFFTF32Complex) -> (Float, Float) { (value.r, value.i) }
}
