import Synchronization

/// The composition of video tracks into one video over time: a canvas, its frame rate, and instructions for ranges of time.
///
/// The instructions follow each other without gaps and overlaps, and reach from the first time that is used up to the end of the
/// asset or beyond; that does not make the asset longer. Frame `n` is composed for the time `n * frameDuration`. A track that an
/// instruction does not list is not seen in its range.
///
/// Source: `AVVideoComposition`.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  struct Values: Sendable {
    var frameDuration = CMTime.invalid
    var renderSize = CGSize.zero
    var renderScale: Float = 1
    /// Instructions of the program's own classes are read only, as those of this module are behind locks.
    nonisolated(unsafe) var instructions: [any AVVideoCompositionInstructionProtocol] = []
    var compositorClass: (any AVVideoCompositing.Type)?
    var timingTrackID = kCMPersistentTrackID_Invalid
    var colorPrimaries: String?
    var colorTransferFunction: String?
    var colorYCbCrMatrix: String?
    var animationTool: AVVideoCompositionCoreAnimationTool?
    /// Makes the compositor of a composition that is given a closure instead of a class.
    var makeCompositor: (@Sendable () -> any AVVideoCompositing)?
  }

  final let values: Mutex<Values>

  /// Creates a composition without a size and without instructions.
  public override init() {
    values = Mutex(Values())
    super.init()
  }

  init(_ values: Values) {
    self.values = Mutex(values)
    super.init()
  }

  final var current: Values { values.withLock { $0 } }

  /// The time from one frame to the next.
  open var frameDuration: CMTime { current.frameDuration }

  /// The size of the canvas, in pixels.
  open var renderSize: CGSize { current.renderSize }

  /// The scale of the canvas: 1 wherever frames are read or exported.
  open var renderScale: Float { current.renderScale }

  /// The instructions, in the order of their times.
  open var instructions: [any AVVideoCompositionInstructionProtocol] { current.instructions }

  /// The class that composes frames instead of the built-in compositor; nil for that.
  open var customVideoCompositorClass: (any AVVideoCompositing.Type)? { current.compositorClass }

  /// The ID of the track whose frames say when frames begin: one for each of its frames, at its time. Where the track shows nothing,
  /// frames begin every `frameDuration`. Invalid, as is the default, frames begin every `frameDuration` everywhere.
  open var sourceTrackIDForFrameTiming: CMPersistentTrackID { current.timingTrackID }

  /// The primaries of the canvas, a value for `AVVideoColorPrimariesKey`, to which all sources are converted; nil for those of the first
  /// source.
  open var colorPrimaries: String? { current.colorPrimaries }

  /// The transfer function of the canvas, a value for `AVVideoTransferFunctionKey`, to which all sources are converted; nil for that of
  /// the first source.
  ///
  /// HDR stays HDR: where canvas and sources differ in it (SDR, PQ, HLG), reading fails with the reason, since tone mapping is not done.
  open var colorTransferFunction: String? { current.colorTransferFunction }

  /// The matrix of the canvas, a value for `AVVideoYCbCrMatrixKey`, to which all sources are converted; nil for that of the first source.
  open var colorYCbCrMatrix: String? { current.colorYCbCrMatrix }

  /// The tool that draws layers over the composed frames, which is not there yet: a composition that has one is refused by readers,
  /// image generators and exports, unless all of its instructions have `enablePostProcessing` false. Nil by default.
  open var animationTool: AVVideoCompositionCoreAnimationTool? { current.animationTool }

  /// Returns an immutable copy, with copies of the instructions.
  open func copy(with zone: NSZone? = nil) -> Any {
    type(of: self) == AVVideoComposition.self ? self : AVVideoComposition(copied { $0.copy() })
  }

  /// Returns a mutable copy, with mutable copies of the instructions: an `AVMutableVideoComposition`.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoComposition(copied { $0.mutableCopy() }) }

  /// The values with copies of the instructions; those of a program's own class or subclass are as they copy themselves, and shared if
  /// they do not.
  private func copied(_ copy: (AVVideoCompositionInstruction) -> Any) -> Values {
    var copied = current
    copied.instructions = copied.instructions.map { instruction in
      if let instruction = instruction as? AVVideoCompositionInstruction, !instruction.isOfProgram {
        return copy(instruction) as? any AVVideoCompositionInstructionProtocol ?? instruction
      }
      let copy = (instruction as? any NSCopying)?.copy(with: nil)
      return copy as? any AVVideoCompositionInstructionProtocol ?? instruction
    }
    return copied
  }
}

/// A video composition whose values can be set.
///
/// Source: `AVMutableVideoComposition`.
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  open override var frameDuration: CMTime {
    get { super.frameDuration }
    set { values.withLock { $0.frameDuration = newValue } }
  }

  open override var renderSize: CGSize {
    get { super.renderSize }
    set { values.withLock { $0.renderSize = newValue } }
  }

  /// The scale of the canvas; 1 by default. Other scales are for playback: readers, image generators and exports refuse them.
  open override var renderScale: Float {
    get { super.renderScale }
    set { values.withLock { $0.renderScale = newValue } }
  }

  open override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { super.instructions }
    set {
      var changed = current
      changed.instructions = newValue
      values.withLock { [changed] in $0.instructions = changed.instructions }
    }
  }

  open override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { super.sourceTrackIDForFrameTiming }
    set { values.withLock { $0.timingTrackID = newValue } }
  }

  open override var colorPrimaries: String? {
    get { super.colorPrimaries }
    set { values.withLock { $0.colorPrimaries = newValue } }
  }

  open override var colorTransferFunction: String? {
    get { super.colorTransferFunction }
    set { values.withLock { $0.colorTransferFunction = newValue } }
  }

  open override var colorYCbCrMatrix: String? {
    get { super.colorYCbCrMatrix }
    set { values.withLock { $0.colorYCbCrMatrix = newValue } }
  }

  open override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { super.animationTool }
    set { values.withLock { $0.animationTool = newValue } }
  }

  open override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { super.customVideoCompositorClass }
    set { values.withLock { ($0.compositorClass, $0.makeCompositor) = (newValue, nil) } }
  }
}
