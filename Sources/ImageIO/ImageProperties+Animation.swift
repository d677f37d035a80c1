import CoreGraphics

// Keys of the dictionaries of animated files. Of these, GIF and animated PNG are read and written; a source or destination
// of another one is not created.

// MARK: GIF

/// The dictionary of GIF properties.
public nonisolated(unsafe) let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The number of times that the animation is played; 0 for no end.
public nonisolated(unsafe) let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The duration of the frame in seconds, as players show it.
public nonisolated(unsafe) let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The duration of the frame in seconds, as the file states it.
public nonisolated(unsafe) let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// A dictionary for each frame.
public nonisolated(unsafe) let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"
/// The colours of the frame.
public nonisolated(unsafe) let kCGImagePropertyGIFImageColorMap: CFString = "ImageColorMap"
/// True if all frames share their colours.
public nonisolated(unsafe) let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"

// MARK: Animated PNG

/// The number of times that the animation is played; 0 for no end.
public nonisolated(unsafe) let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The duration of the frame in seconds, as players show it.
public nonisolated(unsafe) let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The duration of the frame in seconds, as the file states it.
public nonisolated(unsafe) let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// A dictionary for each frame.
public nonisolated(unsafe) let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"

// MARK: WebP

/// The dictionary of WebP properties.
public nonisolated(unsafe) let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The number of times that the animation is played; 0 for no end.
public nonisolated(unsafe) let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// The duration of the frame in seconds, as players show it.
public nonisolated(unsafe) let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// The duration of the frame in seconds, as the file states it.
public nonisolated(unsafe) let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// A dictionary for each frame.
public nonisolated(unsafe) let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"

// MARK: HEICS

/// The dictionary of properties of sequences in high-efficiency files.
public nonisolated(unsafe) let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
/// The number of times that the animation is played; 0 for no end.
public nonisolated(unsafe) let kCGImagePropertyHEICSLoopCount: CFString = "LoopCount"
/// The duration of the frame in seconds, as players show it.
public nonisolated(unsafe) let kCGImagePropertyHEICSDelayTime: CFString = "DelayTime"
/// The duration of the frame in seconds, as the file states it.
public nonisolated(unsafe) let kCGImagePropertyHEICSUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyHEICSCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the whole animation.
public nonisolated(unsafe) let kCGImagePropertyHEICSCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// A dictionary for each frame.
public nonisolated(unsafe) let kCGImagePropertyHEICSFrameInfoArray: CFString = "FrameInfo"

// MARK: AVIF sequences

/// The dictionary of properties of AVIF sequences.
public nonisolated(unsafe) let kCGImagePropertyAVISDictionary: CFString = "{AVIS}"
/// The number of times that the sequence is played.
public nonisolated(unsafe) let kCGImagePropertyAVISLoopCount: CFString = "LoopCount"
/// The duration of the frame in seconds, as players show it.
public nonisolated(unsafe) let kCGImagePropertyAVISDelayTime: CFString = "DelayTime"
/// The duration of the frame in seconds.
public nonisolated(unsafe) let kCGImagePropertyAVISUnclampedDelayTime: CFString = "UnclampedDelayTime"
