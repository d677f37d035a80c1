/// The colorimetry of a frame, by GStreamer's names; `nil` if unspecified.
public struct VideoColor: Hashable, Sendable {
  public enum Range: String, Sendable {
    /// 8-bit luma from 0 to 255.
    case full
    /// 8-bit luma from 16 to 235.
    case limited
  }

  public var range: Range?
  /// The matrix from Y'CbCr to R'G'B': `bt601`, `bt709`, `bt2020`, `rgb`.
  public var matrix: String?
  /// The transfer function from stored values to light: `bt709`, `srgb`, `smpte2084`, `arib-std-b67`.
  public var transfer: String?
  /// The colour primaries: `bt709`, `bt2020`, `smpte170m`.
  public var primaries: String?

  public init(range: Range? = nil, matrix: String? = nil, transfer: String? = nil, primaries: String? = nil) {
    self.range = range
    self.matrix = matrix
    self.transfer = transfer
    self.primaries = primaries
  }
}
