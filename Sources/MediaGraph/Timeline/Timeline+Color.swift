extension Timeline {
  /// The colours of the canvas, to which frames of other colours are converted.
  ///
  /// A value that is left out is that of the first movie. Frames of another dynamic range (SDR, PQ, HLG) than the canvas are refused: tone mapping
  /// is not done.
  public struct Color: RecordValue {
    public static let recordName = "color"

    @Parameter("The primaries; without them, those of the first movie.") public var primaries: ColorPrimaries?
    @Parameter("The transfer function; without it, that of the first movie.")
    public var transfer: TransferFunction?
    @Parameter("The matrix between colours and luma; without it, that of the first movie.")
    public var matrix: ColorMatrix?

    public init() {}
  }
}
