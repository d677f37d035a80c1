/// The drawing of layers over composed frames, which is not there yet: layers (`CALayer`) are none of this library's classes.
///
/// A composition with a tool is refused wherever it is rendered, with `AVError.invalidVideoComposition`: what a tool would draw is never
/// left out silently. Where no instruction has `enablePostProcessing`, the tool has nothing to do, and the composition is rendered.
///
/// Source: `AVVideoCompositionCoreAnimationTool`.
open class AVVideoCompositionCoreAnimationTool: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses; it stores nothing.
}
