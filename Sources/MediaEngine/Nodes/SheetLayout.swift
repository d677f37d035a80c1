internal import CoreGraphics
import CoreMedia
import MediaGraph

/// The places of images and text on a sheet.
///
///     ┌──────────────────────────┐
///     │ movie.mp4                │ header
///     │ 12 MB, 0:05.312          │
///     │ ┌──────┐ gap ┌──────┐    │
///     │ │ cell │     │      │    │
///     │ └──────┘     └──────┘    │
///     │  0:00.166     0:00.500   │ times
///     └──────────────────────────┘
struct SheetLayout {
  let cell: PixelSize
  private let tile: VideoTile
  private let text: LabelStyle
  private let title: LabelStyle

  init(_ tile: VideoTile, cell: PixelSize) {
    (self.tile, self.cell) = (tile, cell)
    let size = min(max(CGFloat(cell.width) / 22, 9), 16).rounded()
    text = LabelStyle(size: size)
    title = LabelStyle(size: (size * 1.4).rounded(), isBold: true)
  }

  var hasText: Bool { tile.times || !tile.header.isEmpty }

  /// The space around all images: text needs some even where images have none between them.
  private var margin: Int { max(tile.gap, hasText ? 8 : 0) }

  private var lineHeight: Int { Int((text.size * 1.5).rounded()) }
  private var titleHeight: Int { Int((title.size * 1.5).rounded()) }
  private var headerHeight: Int {
    tile.header.isEmpty ? 0 : titleHeight + (tile.header.count - 1) * lineHeight + margin / 2
  }
  /// The height of the time below an image.
  private var timeHeight: Int { tile.times ? lineHeight : 0 }

  var size: PixelSize {
    PixelSize(
      width: tile.columns * cell.width + (tile.columns - 1) * tile.gap + 2 * margin,
      height: headerHeight + tile.rows * (cell.height + timeHeight) + (tile.rows - 1) * tile.gap + 2 * margin)
  }

  /// The top left corner of an image, from the top left of the sheet.
  func origin(ofImage index: Int) -> (x: Int, y: Int) {
    (
      margin + index % tile.columns * (cell.width + tile.gap),
      margin + headerHeight + index / tile.columns * (cell.height + timeHeight + tile.gap)
    )
  }

  /// Draws the header, and the time of each image, on the pixels of a sheet.
  ///
  /// - Parameter pixels: Rows of blue, green, red and an unused byte.
  func drawText(on pixels: inout [UInt8], times: [CMTime]) {
    let size = size
    pixels.withUnsafeMutableBytes { bytes in
      guard
        let context = CGContext(
          data: bytes.baseAddress, width: size.width, height: size.height, bitsPerComponent: 8,
          bytesPerRow: size.width * 4, space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
      else { return }
      func setColor(_ share: CGFloat) {
        func mixed(_ component: KeyPath<RGBColor, UInt8>) -> CGFloat {
          (CGFloat(tile.color[keyPath: component]) * share + CGFloat(tile.background[keyPath: component]) * (1 - share))
            / 255
        }
        context.setFillColor(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: 1)
      }
      let width = CGFloat(size.width - 2 * margin)
      var top = margin
      for (number, line) in tile.header.enumerated() {
        let style = number == 0 ? title : text
        setColor(number == 0 ? 1 : 0.75)
        top += number == 0 ? titleHeight : lineHeight
        // Of a line's height, a third is below the baseline.
        let baseline = CGFloat(size.height - top) + style.size * 0.45
        context.drawLabel(
          context.label(line, fitting: width, style), at: CGPoint(x: CGFloat(margin), y: baseline), style)
      }
      guard tile.times else { return }
      setColor(0.85)
      for (index, time) in times.enumerated() where time.isNumeric {
        let place = origin(ofImage: index)
        let baseline = CGFloat(size.height - place.y - cell.height - lineHeight) + text.size * 0.35
        context.drawLabel(
          context.label(Self.text(of: time), fitting: CGFloat(cell.width), text),
          at: CGPoint(x: CGFloat(place.x) + CGFloat(cell.width) / 2, y: baseline), text, .center)
      }
    }
  }

  /// Returns a time as `1:02:03.480`, or `2:03.480` within the first hour.
  static func text(of time: CMTime) -> String {
    let milliseconds = time.convertScale(1000, method: .roundTowardZero).value
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let magnitude = abs(milliseconds)
    let (hours, minutes) = (magnitude / 3_600_000, magnitude / 60_000 % 60)
    let seconds = "\(padded(magnitude / 1000 % 60, 2)).\(padded(magnitude % 1000, 3))"
    let sign = milliseconds < 0 ? "-" : ""
    return sign + (hours > 0 ? "\(hours):\(padded(minutes, 2)):\(seconds)" : "\(minutes):\(seconds)")
  }
}
