internal import CCairo
import Foundation

/// The memory behind a context, and the Cairo surface that draws into it.
///
/// Cairo supports one byte order, that of native words with alpha on top. A bitmap of this order is drawn into
/// directly. Any other has a shadow: the affected part is read into the shadow before an operation and written back
/// after it, so that the caller's memory is always current.
final class ContextBitmap {
  let width: Int
  let height: Int
  let bytesPerRow: Int
  let space: CGColorSpace
  let info: CGBitmapInfo
  let layout: BitmapLayout
  let data: UnsafeMutableRawPointer
  let surface: OpaquePointer
  let hasShadow: Bool
  private let ownsData: Bool
  var release: (() -> Void)?

  /// The largest side that Cairo can draw.
  static let maximumSide = 32_767

  init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, info: CGBitmapInfo
  ) {
    guard width > 0, height > 0, width <= Self.maximumSide, height <= Self.maximumSide, bytesPerRow >= 0,
      let layout = Self.layout(bitsPerComponent, space, info)
    else { return nil }
    let minimum = width * layout.bytesPerPixel
    // Cairo needs rows on multiples of four bytes: the default has that.
    let stride = bytesPerRow > 0 ? bytesPerRow : data == nil ? (minimum + 15) & ~15 : minimum
    guard stride >= minimum, let size = byteCount(width: width, height: height, layout: layout, bytesPerRow: stride)
    else { return nil }
    // All rows are allocated in full, so that callers may treat memory as height times bytes per row.
    let (fullSize, overflow) = stride.multipliedReportingOverflow(by: height)
    guard !overflow, fullSize >= size, let memory = data ?? calloc(1, fullSize) else { return nil }

    let direct = Self.directFormat(layout, stride: stride, data: memory)
    let surface: OpaquePointer?
    if let direct {
      surface = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), direct, Int32(width), Int32(height), Int32(stride))
    } else {
      surface = cairo_image_surface_create(
        layout.alpha == .opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    }
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      if data == nil { free(memory) }
      return nil
    }
    self.width = width
    self.height = height
    self.bytesPerRow = stride
    self.space = space
    self.info = info
    self.layout = layout
    self.data = memory
    self.surface = surface
    hasShadow = direct == nil
    ownsData = data == nil
  }

  deinit {
    cairo_surface_destroy(surface)
    if ownsData { free(data) }
    release?()
  }

  /// Returns the layout, if it is one that can be drawn into: premultiplied alpha, three components in four bytes.
  private static func layout(_ bitsPerComponent: Int, _ space: CGColorSpace, _ info: CGBitmapInfo) -> BitmapLayout? {
    let isSingle = space.model == .monochrome || info.alpha == .alphaOnly
    guard
      let layout = BitmapLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: isSingle ? 8 : 32, components: space.numberOfComponents,
        info: info)
    else { return nil }
    return layout.alpha == .straight ? nil : layout
  }

  /// Returns Cairo's format for a layout, if it has one for these rows.
  private static func directFormat(
    _ layout: BitmapLayout, stride: Int, data: UnsafeMutableRawPointer
  ) -> cairo_format_t? {
    guard stride % 4 == 0, stride <= Int(Int32.max), UInt(bitPattern: data) % 4 == 0 else { return nil }
    guard let color = layout.color else { return CAIRO_FORMAT_A8 }
    // Words are little-endian on all Linux machines that Swift supports.
    guard color == (2, 1, 0), layout.alphaOffset == 3 else { return nil }
    return layout.alpha == .opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
  }

  /// Returns the part of a rectangle of device space inside the bitmap, as columns and rows from the top.
  func clamp(_ rect: CGRect) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ low: CGFloat, _ high: CGFloat, _ limit: Int) -> Range<Int> {
      // One pixel more on each side: antialiasing and filters extend beyond the edge. NaN means the whole bitmap.
      let start = low.isNaN ? 0 : Int(max(0, min(CGFloat(limit), low.rounded(.down) - 1)))
      let end = high.isNaN ? limit : Int(max(0, min(CGFloat(limit), high.rounded(.up) + 1)))
      return start..<max(start, end)
    }
    return (range(rect.minX, rect.maxX, width), range(rect.minY, rect.maxY, height))
  }

  /// Runs drawing that changes no pixel outside `rect`, a rectangle of Cairo's device space.
  func draw(in rect: CGRect, _ body: () -> Void) {
    guard hasShadow else {
      // The caller may have written to the memory since the last call.
      cairo_surface_mark_dirty(surface)
      body()
      cairo_surface_flush(surface)
      return
    }
    let (columns, rows) = clamp(rect)
    guard !columns.isEmpty, !rows.isEmpty, let shadow = cairo_image_surface_get_data(surface) else { return }
    let shadowStride = Int(cairo_image_surface_get_stride(surface))
    let pixels = PixelRows(layout: layout, conversion: nil)
    func words(_ y: Int) -> UnsafeMutablePointer<UInt32> {
      UnsafeMutableRawPointer(shadow + y * shadowStride).assumingMemoryBound(to: UInt32.self) + columns.lowerBound
    }
    let left = columns.lowerBound * layout.bytesPerPixel
    for y in rows { pixels.load(data + y * bytesPerRow + left, into: words(y), count: columns.count) }
    cairo_surface_mark_dirty(surface)
    body()
    cairo_surface_flush(surface)
    for y in rows { pixels.store(words(y), to: data + y * bytesPerRow + left, count: columns.count) }
  }
}
