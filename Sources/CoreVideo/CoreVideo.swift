// Module CoreVideo: images in memory, and pools of them, with Apple's names. Core Foundation's names come from
// CoreGraphics, which is re-exported as on Apple's systems.

@_exported import CoreGraphics
