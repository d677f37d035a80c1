/// The storage of a sample of decoded audio, in native byte order, by GStreamer's name.
public enum PCMSample: String, Hashable, Sendable {
  case u8 = "U8"
  case s16 = "S16LE"
  case s32 = "S32LE"
  /// Full scale is 1, as for ``f64``.
  case f32 = "F32LE"
  case f64 = "F64LE"
}
