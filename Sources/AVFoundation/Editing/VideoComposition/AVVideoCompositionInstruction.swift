import Synchronization

/// An instruction of a video composition: of the built-in compositor, or of a program's own one.
///
/// Source: `AVVideoCompositionInstruction` (the protocol).
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
  /// The range in which the instruction counts.
  var timeRange: CMTimeRange { get }
  /// False if the composition's `animationTool` draws nothing over the composed frames of the range. It has no meaning without a tool.
  var enablePostProcessing: Bool { get }
  /// True if the same source frames may give other composed frames at other times of the range. If it is false, a frame whose source frames
  /// are those of the one before is not composed again.
  var containsTweening: Bool { get }
  /// The IDs of the tracks whose frames are needed, `NSNumber` objects; nil for all video tracks.
  var requiredSourceTrackIDs: [NSValue]? { get }
  /// The ID of the track whose frames are the result as they are; invalid if frames have to be composed.
  var passthroughTrackID: CMPersistentTrackID { get }
}

/// An instruction of the built-in compositor: layers of video tracks over a background, in a range of time.
///
/// Source: `AVVideoCompositionInstruction`.
open class AVVideoCompositionInstruction: NSObject, NSSecureCoding, NSCopying, NSMutableCopying,
  AVVideoCompositionInstructionProtocol, @unchecked Sendable
{
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  struct Values: Sendable {
    var timeRange = CMTimeRange.invalid
    var backgroundColor: CGColor?
    var layers: [AVVideoCompositionLayerInstruction] = []
    var enablePostProcessing = true
  }

  final let values: Mutex<Values>

  /// Creates an instruction without a range, with a black background.
  public override init() {
    values = Mutex(Values())
    super.init()
  }

  init(_ values: Values) {
    self.values = Mutex(values)
    super.init()
  }

  final var current: Values { values.withLock { $0 } }

  /// The range in which the instruction counts. An instruction with an invalid range is ignored.
  open var timeRange: CMTimeRange { current.timeRange }

  /// The colour behind the layers; nil for opaque black. Its alpha is ignored: composed frames are opaque.
  open var backgroundColor: CGColor? { current.backgroundColor }

  /// The layers, the topmost first; without layers, only the background is seen.
  open var layerInstructions: [AVVideoCompositionLayerInstruction] { current.layers }

  /// False if the composition's `animationTool` draws nothing over the composed frames of the range; true by default. It has no meaning
  /// without a tool.
  open var enablePostProcessing: Bool { current.enablePostProcessing }

  /// True if a layer changes in the range.
  open var containsTweening: Bool {
    let range = timeRange
    return layerInstructions.contains { $0.current.changes(in: range) }
  }

  /// The IDs of the layers' tracks, `NSNumber` objects.
  open var requiredSourceTrackIDs: [NSValue]? {
    Set(layerInstructions.map(\.trackID)).sorted().map { NSNumber(value: $0) }
  }

  /// Invalid: frames are composed.
  open var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }

  // MARK: Copies and archives

  /// Returns an immutable copy, with copies of the layer instructions; an object of a program's subclass, whose own properties no copy
  /// has, returns itself.
  open func copy(with zone: NSZone? = nil) -> Any {
    type(of: self) == AVMutableVideoCompositionInstruction.self
      ? AVVideoCompositionInstruction(copied { $0.copy() }) : self
  }

  /// Returns a mutable copy, with mutable copies of the layer instructions: an `AVMutableVideoCompositionInstruction`, without the
  /// properties that a program's subclass adds.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableVideoCompositionInstruction(copied { $0.isOfProgram ? $0.copy() : $0.mutableCopy() })
  }

  /// True if its class is a program's subclass.
  final var isOfProgram: Bool {
    type(of: self) != AVVideoCompositionInstruction.self && type(of: self) != AVMutableVideoCompositionInstruction.self
  }

  private func copied(_ copy: (AVVideoCompositionLayerInstruction) -> Any) -> Values {
    var copied = current
    copied.layers = copied.layers.compactMap { copy($0) as? AVVideoCompositionLayerInstruction }
    return copied
  }

  open class var supportsSecureCoding: Bool { true }

  /// Reads an instruction from a keyed archive.
  public required init?(coder: NSCoder) {
    var values = Values()
    values.timeRange = coder.decodeTimeRange(forKey: "timeRange")
    values.enablePostProcessing = coder.decodeBool(forKey: "enablePostProcessing")
    if coder.containsValue(forKey: "backgroundColor.0") {
      let parts = (0..<4).map { coder.decodeDouble(forKey: "backgroundColor.\($0)") }
      values.backgroundColor = CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }
    var index = 0
    while coder.containsValue(forKey: "layer.\(index)"),
      let layer = coder.decodeObject(of: AVVideoCompositionLayerInstruction.self, forKey: "layer.\(index)")
    {
      values.layers.append(layer)
      index += 1
    }
    self.values = Mutex(values)
    super.init()
  }

  /// Writes the instruction to a keyed archive; the background colour as sRGB.
  open func encode(with coder: NSCoder) {
    let current = current
    coder.encode(current.timeRange, forKey: "timeRange")
    coder.encode(current.enablePostProcessing, forKey: "enablePostProcessing")
    for (index, part) in (current.backgroundColor?.sRGBComponents ?? []).enumerated() {
      coder.encode(part, forKey: "backgroundColor.\(index)")
    }
    for (index, layer) in current.layers.enumerated() { coder.encode(layer, forKey: "layer.\(index)") }
  }
}

/// An instruction of the built-in compositor that can be changed.
///
/// Source: `AVMutableVideoCompositionInstruction`.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { values.withLock { $0.timeRange = newValue } }
  }

  open override var backgroundColor: CGColor? {
    get { super.backgroundColor }
    set { values.withLock { $0.backgroundColor = newValue } }
  }

  open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set { values.withLock { $0.layers = newValue } }
  }

  open override var enablePostProcessing: Bool {
    get { super.enablePostProcessing }
    set { values.withLock { $0.enablePostProcessing = newValue } }
  }
}

extension CGColor {
  /// The components in sRGB, alpha last, each from 0 to 1.
  var sRGBComponents: [Double] {
    let converted =
      CGColorSpace(name: CGColorSpace.sRGB).flatMap { self.converted(to: $0, intent: .defaultIntent, options: nil) }
    return (converted ?? self).components.flatMap { $0.count == 4 ? $0.map { Double($0) } : nil } ?? [0, 0, 0, 1]
  }
}
