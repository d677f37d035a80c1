/// What the numbers of a picture mean as colours, by GStreamer's names; `nil` where nobody said.
public struct VideoColor: Hashable, Sendable {
  public enum Range: String, Sendable {
    /// 8-bit luma from 0 to 255.
    case full
    /// 8-bit luma from 16 to 235.
    case limited
  }

  public var range: Range?
  /// From Y'CbCr to R'G'B': `bt601`, `bt709`, `bt2020`, `rgb`.
  public var matrix: String?
  /// From stored values to light: `bt709`, `srgb`, `smpte2084`, `arib-std-b67`.
  public var transfer: String?
  /// What the three basic colours are: `bt709`, `bt2020`, `smpte170m`.
  public var primaries: String?

  public init(range: Range? = nil, matrix: String? = nil, transfer: String? = nil, primaries: String? = nil) {
    self.range = range
    self.matrix = matrix
    self.transfer = transfer
    self.primaries = primaries
  }
}
