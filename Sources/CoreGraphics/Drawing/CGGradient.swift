internal import CCairo
import Foundation

/// The extension of a gradient beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The first colour continues before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour continues after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// A gradient of colours.
public final class CGGradient: Sendable {
  struct Stop: Sendable {
    var location: Double
    var color: CGColor
  }

  let stops: [Stop]

  /// Creates a gradient of colours, an array of `CGColor`, at locations from 0 to 1, or evenly spaced without them.
  ///
  /// Nil if there are no colours or an element is none. The colours keep their own spaces: `colorsSpace` is not needed.
  public init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let colors = colors.map { $0 as? CGColor }
    guard !colors.isEmpty else { return nil }
    var stops: [Stop] = []
    for (index, color) in colors.enumerated() {
      guard let color else { return nil }
      let even = colors.count > 1 ? Double(index) / Double(colors.count - 1) : 0
      stops.append(Stop(location: unit(locations.map { Double($0[index]) } ?? even), color: color))
    }
    self.stops = stops.sorted { $0.location < $1.location }
  }

  /// Creates a gradient of components in one space, alpha last, for `count` colours; nil if there are none.
  public init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard count > 0 else { return nil }
    let size = space.numberOfComponents + 1
    stops = (0..<count).map { index in
      let values = Array(UnsafeBufferPointer(start: components + index * size, count: size))
      let even = count > 1 ? Double(index) / Double(count - 1) : 0
      return Stop(
        location: unit(locations.map { Double($0[index]) } ?? even), color: CGColor(space: space, values: values))
    }.sorted { $0.location < $1.location }
  }
}

extension CGContext {
  /// Paints a gradient along a line over the clip.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    paint(
      gradient,
      cairo_pattern_create_linear(
        Double(startPoint.x), Double(startPoint.y), Double(endPoint.x), Double(endPoint.y)), options)
  }

  /// Paints a gradient between two circles over the clip.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    paint(
      gradient,
      cairo_pattern_create_radial(
        Double(startCenter.x), Double(startCenter.y), Double(max(startRadius, 0)), Double(endCenter.x),
        Double(endCenter.y), Double(max(endRadius, 0))), options)
  }

  private func paint(_ gradient: CGGradient, _ pattern: OpaquePointer?, _ options: CGGradientDrawingOptions) {
    guard let pattern, let first = gradient.stops.first, let last = gradient.stops.last else { return }
    defer { cairo_pattern_destroy(pattern) }
    func add(_ location: Double, _ color: CGColor, opacity: Double = 1) {
      let rgb = color.rgb(in: bitmap.space)
      cairo_pattern_add_color_stop_rgba(pattern, location, rgb.x, rgb.y, rgb.z, unit(Double(color.alpha)) * opacity)
    }
    // Cairo pads both sides or none: a transparent stop at an end keeps that side empty.
    if !options.contains(.drawsBeforeStartLocation) { add(0, first.color, opacity: 0) }
    if first.location > 0 { add(0, first.color) }
    for stop in gradient.stops { add(stop.location, stop.color) }
    if last.location < 1 { add(1, last.color) }
    if !options.contains(.drawsAfterEndLocation) { add(1, last.color, opacity: 0) }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)

    let clip = boundingBoxOfClipPath
    guard canDraw, !clip.isNull else { return }
    draw(in: clip) {
      cairo_save(cairo)
      cairo_set_source(cairo, pattern)
      cairo_set_operator(cairo, state.blendMode.cairoOperator)
      cairo_paint_with_alpha(cairo, Double(state.alpha))
      cairo_restore(cairo)
    }
  }
}
