internal import CCairo
import Foundation

/// A drawing context with a bitmap.
///
/// The origin is the lower left corner and y points up; rows of memory go from the top down. Pixels have 8 bits per
/// component: gray, alpha alone, or RGB with a fourth byte in any order, with premultiplied alpha; Cairo 1.16, which
/// draws, has no deeper layout with alpha. A context is used by one thread at a time. Memory of the caller may be read
/// and written between calls.
public final class CGContext {
  let bitmap: ContextBitmap
  /// Cairo's context on the bitmap or its shadow; destroyed with this object.
  let cairo: OpaquePointer
  var state = State()
  var savedStates: [State] = []
  /// The current path in device space: points are transformed when they are added.
  var path = CGMutablePath()
  /// False to draw without smoothed edges whatever the state says; not part of the state.
  var allowsAntialiasing = true
  /// Transparency layers that have begun and not ended.
  var layers: [TransparencyLayer] = []

  /// The state that Cairo does not keep in Core Graphics' form.
  struct State {
    var transform = CGAffineTransform.identity
    var fillColor = CGColor.black
    var strokeColor = CGColor.black
    var alpha: CGFloat = 1
    var interpolationQuality = CGInterpolationQuality.default
    var blendMode = CGBlendMode.normal
    var shouldAntialias = true
    var shadow: DrawingShadow?
    /// The masks of the clip; Cairo keeps its path.
    var mask: ClipMask?
  }

  /// Creates a context that draws into memory, or nil if the layout is not one of those above, the size is not within
  /// 1…32,767, or rows are shorter than their pixels.
  ///
  /// - Parameters:
  ///   - data: Memory of `height` rows that outlives the context; nil for memory of its own, transparent black.
  ///   - bytesPerRow: The bytes from one row to the next; 0 for the fewest possible.
  ///   - bitmapInfo: Alpha info and byte order, such as `CGImageAlphaInfo.premultipliedFirst.rawValue |
  ///     CGBitmapInfo.byteOrder32Little.rawValue` for bytes B, G, R, A.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: CGBitmapInfo(rawValue: bitmapInfo), release: nil)
  }

  /// Creates a context that draws into memory; `releaseCallback` is called with it once, when the context is released.
  ///
  /// Nil, without a call, in the same cases as without a callback.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: CGBitmapInfo(rawValue: bitmapInfo),
      release: releaseCallback.map { callback in { callback(releaseInfo, data) } })
  }

  private init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, release: (() -> Void)?
  ) {
    guard
      let bitmap = ContextBitmap(
        data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
        space: space, info: bitmapInfo),
      let cairo = cairo_create(bitmap.surface)
    else { return nil }
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(cairo)
      return nil
    }
    bitmap.release = release
    self.bitmap = bitmap
    self.cairo = cairo
    cairo_set_line_width(cairo, 1)
    applyTransform()
  }

  deinit {
    // A layer that was not ended is not composited.
    while layers.popLast() != nil { cairo_pattern_destroy(cairo_pop_group(cairo)) }
    cairo_destroy(cairo)
  }
}

/// Called when a context no longer needs the caller's memory.
public typealias CGBitmapContextReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

extension CGContext {
  /// The number of pixels in a row.
  public var width: Int { bitmap.width }
  /// The number of rows.
  public var height: Int { bitmap.height }
  /// The number of bits per component; 8.
  public var bitsPerComponent: Int { 8 }
  /// The number of bits from one pixel to the next.
  public var bitsPerPixel: Int { bitmap.layout.bytesPerPixel * 8 }
  /// The number of bytes from one row to the next.
  public var bytesPerRow: Int { bitmap.bytesPerRow }
  /// The bitmap's memory, the top row first.
  public var data: UnsafeMutableRawPointer? { bitmap.data }
  /// The colour space; nil for alpha alone.
  public var colorSpace: CGColorSpace? { bitmap.layout.color == nil ? nil : bitmap.space }
  /// The layout of a pixel.
  public var bitmapInfo: CGBitmapInfo { bitmap.info }
  /// The place of alpha, and its premultiplication.
  public var alphaInfo: CGImageAlphaInfo { bitmap.info.alpha }

  /// Returns a copy of the present pixels, independent of later drawing. Nil if memory is short.
  public func makeImage() -> CGImage? {
    let byteCount = (height - 1) * bytesPerRow + width * bitmap.layout.bytesPerPixel
    guard let copy = malloc(byteCount) else { return nil }
    copy.copyMemory(from: bitmap.data, byteCount: byteCount)
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: bitmap.space, bitmapInfo: bitmap.info,
      provider: CGDataProvider(bytes: Data(bytesNoCopy: copy, count: byteCount, deallocator: .free)), decode: nil,
      shouldInterpolate: true, intent: .defaultIntent)
  }

  /// Waits until all drawing is in memory, which it always is.
  public func flush() {}

  /// Marks the end of a part of the drawing; no effect on bitmaps.
  public func synchronize() {}
}

extension CGContext: Hashable {
  /// Two contexts are equal if they are the same object.
  public static func == (lhs: CGContext, rhs: CGContext) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
