/// The sizes at which a track's frames may be shown, in pixels (QuickTime File Format, 'tapt').
public struct TrackApertures: Hashable, Sendable {
  /// A width and a height.
  public struct Size: Hashable, Sendable {
    public let width: FixedPoint
    public let height: FixedPoint
  }

  /// The clean aperture, with the pixel aspect ratio applied ('clef').
  public let clean: Size?
  /// The whole frame, with the pixel aspect ratio applied ('prof').
  public let production: Size?
  /// The frame as it is stored ('enof').
  public let encoded: Size?

  init(in tapt: Box, window: ByteWindow) throws(MovieError) {
    var sizes: [BoxType: Size] = [:]
    var children = BoxSequence(in: tapt, window: window)
    while let child = try children.next() {
      guard ["clef", "prof", "enof"].contains(child.type) else { continue }
      var reader = PayloadReader(child, window: window)
      _ = try reader.versionAndFlags()
      sizes[child.type] = Size(
        width: FixedPoint(try reader.i32(), fractionBits: 16), height: FixedPoint(try reader.i32(), fractionBits: 16))
    }
    (clean, production, encoded) = (sizes["clef"], sizes["prof"], sizes["enof"])
  }
}
