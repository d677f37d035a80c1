/// Mixes audio streams.
public struct AudioMix: Node {
  public static let type: NodeType = "audio.mix"
  public static let summary = "Adds up several streams of sound, each with a gain of its own."

  @Port(in: "in", "The sounds; they are converted to the highest rate and the most channels of them.", repeats: true)
  public var input: Input<RawAudio>
  @Port(out: "out", "Their sum as 32-bit floats, which nothing clips before an encoder does.")
  public var output: Output<RawAudio>
  @Parameter("The gain of each input, in their order; 1 for those that are left out.", live: true)
  public var gains: [Gain] = []
  @Parameter("Which input ends the sum.") public var endsWith: MixEnding = .longest

  public init() {}
}

/// The input with which a mix of several inputs ends.
///
/// Still pictures that last until the run is stopped end no mix, unless there is nothing else.
public enum MixEnding: String, ChoiceValue {
  /// The input that ends last: what has ended before is silent, or not seen any more.
  case longest
  /// The input that ends first.
  case shortest
  /// The first input.
  case first
}

/// Composites video streams.
public struct VideoComposite: Node {
  public static let type: NodeType = "video.composite"
  public static let summary = "Puts the pictures of several inputs on one canvas."

  @Port(in: "in", "The pictures; later inputs cover earlier ones.", repeats: true) public var input: Input<RawVideo>
  @Port(out: "out", "The canvas, at the highest frame rate of the inputs.") public var output: Output<RawVideo>
  @Parameter("Width and height of the canvas; without it, those of the first input.") public var size: PixelSize?
  @Parameter("The background colour.") public var background: Background = .black
  @Parameter(
    "Where each input's picture goes, in the order of the inputs; at the top left, in its own size, where left out.",
    live: true)
  public var layers: [Layer] = []
  @Parameter(
    "Which input ends the composite; still pictures without a duration never do, unless there is nothing else.")
  public var endsWith: MixEnding = .longest

  public init() {}

  /// The colour of the canvas where no layer covers it.
  public enum Background: String, ChoiceValue { case black, white, transparent }

  /// The position, size and opacity of an input on the canvas.
  public struct Layer: RecordValue {
    public static let recordName = "layer"

    @Parameter("The left edge on the canvas.", unit: "pixels", in: -16384...16384) public var x = 0
    @Parameter("The top edge on the canvas.", unit: "pixels", in: -16384...16384) public var y = 0
    @Parameter("The width; follows the height when only that is given.", unit: "pixels", in: 2...16384)
    public var width: Int?
    @Parameter("The height; follows the width when only that is given.", unit: "pixels", in: 2...16384)
    public var height: Int?
    @Parameter("The fit of frames of another aspect ratio in the given size.") public var fit: Fit = .stretch
    @Parameter("The opacity; 0 is invisible.", in: 0...1) public var alpha = 1.0
    @Parameter("Higher ones cover lower ones; inputs of the same order cover those before them.", in: 0...10000)
    public var order = 0

    public init() {}

    /// The handling of a frame whose aspect ratio differs from the given size.
    public enum Fit: String, ChoiceValue { case stretch, contain }
  }
}
