internal import MediaSource
import CoreMedia
import Foundation
import MediaGraph

/// Draws a waveform: a lane for each channel, with peaks in a light colour and loudness in a dark one.
///
///       1 ┤ ▁▂▅▇▅▂▁   lanes
///       0 ┤━━━━━━━━━━
///      -1 ┤
///         0:00   0:05  time axis
struct WaveformDrawing {
  let size: PixelSize
  /// True to draw the loudest sample at full height.
  let isNormalized: Bool
  /// True to draw neither scale nor axis.
  let isPlain: Bool
  let colors: Colors

  struct Colors {
    /// Nil for a transparent background.
    let background: CGColor?
    let lane: CGColor
    let line: CGColor
    let text: CGColor
    let peak: CGColor
    let loudness: CGColor

    private init(
      _ background: UInt32?, _ lane: UInt32, _ line: UInt32, _ text: UInt32, _ peak: UInt32, _ loudness: UInt32
    ) {
      self.background = background.map(Self.color)
      (self.lane, self.line, self.text) = (Self.color(lane), Self.color(line), Self.color(text))
      (self.peak, self.loudness) = (Self.color(peak), Self.color(loudness))
    }

    private static func color(_ number: UInt32) -> CGColor {
      func part(_ shift: UInt32) -> CGFloat { CGFloat(number >> shift & 255) / 255 }
      return CGColor(red: part(16), green: part(8), blue: part(0), alpha: 1)
    }

    static var light: Colors { Colors(0xffffff, 0xf5f7fa, 0xd5dbe1, 0x38424c, 0x8cb5e6, 0x2161b5) }
    static var dark: Colors { Colors(0x15181c, 0x1d2126, 0x3a424b, 0xc9d1d9, 0x3f71ad, 0x93c2ff) }
    static var transparent: Colors { Colors(nil, 0xffffff, 0x808080, 0x808080, 0x8cb5e6, 0x2161b5) }
  }

  private static let text = LabelStyle(size: 12)

  /// The space around the lanes; none in a plain drawing, and where only that fits.
  private var insets: (left: CGFloat, right: CGFloat, top: CGFloat, bottom: CGFloat) {
    // A normalized lane ends at a level with up to three digits and their place.
    hasAxes ? (isNormalized ? 68 : 50, 18, 10, 28) : (0, 0, 0, 0)
  }

  private var hasAxes: Bool { !isPlain && size.width >= 160 && size.height >= 70 }

  /// The number of columns to measure: one for each pixel of a lane's width.
  var columns: Int { size.width - Int(insets.left + insets.right) }

  private func context(width: Int, height: Int) -> CGContext? {
    let alpha: CGImageAlphaInfo = colors.background == nil ? .premultipliedFirst : .noneSkipFirst
    return CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: alpha.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
  }

  /// Loads what the labels are drawn with, so that drawing does not wait for it.
  func loadFonts() async {
    if hasAxes { _ = context(width: 1, height: 1)?.labelWidth("0", Self.text) }
  }

  func png(of waveform: Waveform) throws -> [UInt8] {
    guard let context = context(width: size.width, height: size.height) else {
      throw Diagnostic("there is no memory for a picture of \(size.text)", kind: .failure)
    }
    if let background = colors.background {
      context.setFillColor(background)
      context.fill(CGRect(x: 0, y: 0, width: size.width, height: size.height))
    }
    let channels = waveform.channelColumns.isEmpty ? [waveform.columns] : waveform.channelColumns
    let loudest = CGFloat(channels.joined().map(\.peak).max() ?? 0)
    let top = isNormalized && loudest > 0 ? loudest : 1
    let gap: CGFloat = hasAxes ? 8 : 0
    let height =
      (CGFloat(size.height) - insets.top - insets.bottom - gap * CGFloat(channels.count - 1))
      / CGFloat(channels.count)
    let width = CGFloat(columns)
    for (number, columns) in channels.enumerated() {
      let bottom = CGFloat(size.height) - insets.top - CGFloat(number + 1) * height - CGFloat(number) * gap
      let lane = CGRect(x: insets.left, y: bottom, width: width, height: max(1, height))
      if hasAxes { drawScale(of: lane, top: top, in: context) }
      draw(columns, in: lane, top: top, context)
      if hasAxes, channels.count > 1 { drawName(ofChannel: number, of: channels.count, lane, context) }
    }
    if hasAxes { drawTimes(duration: waveform.duration.seconds, in: context) }
    guard let image = context.makeImage() else { throw Diagnostic("the picture cannot be drawn", kind: .failure) }
    return [UInt8](try ImageCodec.png.encode(image))
  }

  private func draw(_ columns: [Waveform.Column], in lane: CGRect, top: CGFloat, _ context: CGContext) {
    // Short audio has fewer columns than the lane.
    let width = lane.width / CGFloat(max(1, columns.count))
    let (middle, half) = (lane.midY, lane.height / 2)
    func fill(_ low: Float, _ high: Float, _ column: Int) {
      let bottom = middle + max(-1, CGFloat(low) / top) * half, upper = middle + min(1, CGFloat(high) / top) * half
      context.fill(
        CGRect(x: lane.minX + CGFloat(column) * width, y: bottom, width: width, height: max(1, upper - bottom)))
    }
    context.setFillColor(colors.peak)
    for (index, column) in columns.enumerated() { fill(column.minimum, column.maximum, index) }
    context.setFillColor(colors.loudness)
    for (index, column) in columns.enumerated() { fill(-column.rms, column.rms, index) }
  }

  // MARK: Scale and axis

  /// Draws the lane's ground, lines at levels, and their numbers.
  private func drawScale(of lane: CGRect, top: CGFloat, in context: CGContext) {
    context.setFillColor(colors.lane)
    context.fill(lane)
    let levels: [CGFloat] = lane.height >= 90 ? [-1, -0.5, 0, 0.5, 1] : lane.height >= 40 ? [-1, 0, 1] : [0]
    for level in levels {
      let y = lane.midY + level * lane.height / 2
      context.setFillColor(colors.line)
      context.fill(CGRect(x: lane.minX - 4, y: (y - 0.5).rounded(), width: lane.width + 4, height: 1))
      context.setFillColor(colors.text)
      // The outer numbers stay inside of the lane, so that those of two lanes do not meet.
      let shift: CGFloat = levels.count == 1 ? 0 : level == 1 ? -5 : level == -1 ? 5 : 0
      context.drawLabel(
        Self.number(level * top), at: CGPoint(x: lane.minX - 8, y: y - 4 + shift), Self.text, .right)
    }
  }

  private func drawName(ofChannel number: Int, of count: Int, _ lane: CGRect, _ context: CGContext) {
    guard lane.height >= 18 else { return }
    let name = count == 2 ? ["L", "R"][number] : "\(number + 1)"
    context.setFillColor(colors.text)
    context.drawLabel(name, at: CGPoint(x: lane.minX + 6, y: lane.maxY - 14), LabelStyle(size: 12, isBold: true))
  }

  /// Draws marks at round times below the lanes.
  private func drawTimes(duration: Double, in context: CGContext) {
    guard duration > 0 else { return }
    let width = CGFloat(columns)
    let step = Self.timeSteps.first { CGFloat($0 / duration) * width >= 80 } ?? duration
    let count = Int((duration / step).rounded(.down))
    for index in 0...max(0, count) {
      let x = insets.left + CGFloat(Double(index) * step / duration) * width
      context.setFillColor(colors.text)
      context.fill(CGRect(x: min(x, insets.left + width - 1).rounded(.down), y: insets.bottom - 6, width: 1, height: 5))
      let label = Self.time(Double(index) * step, step: step)
      let half = context.labelWidth(label, Self.text) / 2
      context.drawLabel(
        label, at: CGPoint(x: min(x, CGFloat(size.width) - half - 2), y: 8), Self.text, .center)
    }
  }

  /// The distances of the marks of a time axis in seconds.
  private static let timeSteps: [Double] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
    14_400, 21_600, 43_200, 86_400,
  ]

  /// Returns seconds as `0:05`, `1:02:00`, or with the decimals that the step needs.
  static func time(_ seconds: Double, step: Double) -> String {
    let digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
    let units = Int((seconds * pow(10, Double(digits))).rounded())
    let scale = [1, 10, 100, 1000][digits]
    let (whole, fraction) = (units / scale, units % scale)
    let minutes = whole / 60 % 60
    let text =
      whole >= 3600
      ? String(format: "%d:%02d:%02d", whole / 3600, minutes, whole % 60)
      : String(format: "%d:%02d", minutes, whole % 60)
    return digits == 0 ? text : text + "." + String(format: "%0\(digits)d", fraction)
  }

  /// A level with at most three digits, and a true minus.
  static func number(_ level: CGFloat) -> String {
    let text = String(format: "%.3g", Double(abs(level)))
    return level < 0 && text != "0" ? "−" + text : text
  }
}
