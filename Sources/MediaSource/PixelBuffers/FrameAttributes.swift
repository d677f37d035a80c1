package import CGStreamer
internal import CReel
import CoreVideo

/// The properties that can change from frame to frame within one format: fields, and the clean area.
package struct FrameAttributes: Hashable {
  /// The order of an interlaced frame's fields.
  package enum FieldOrder {
    case topFirst, bottomFirst, unknown
  }

  /// A rectangle in pixels, from the upper left corner.
  package struct Area: Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The field order; nil for progressive frames.
  package var fields: FieldOrder?
  /// The clean area; nil for the whole frame.
  var cleanArea: Area?

  /// Creates the traits of a format. In mixed streams each frame states if it is interlaced.
  package init(_ info: GstVideoInfo) {
    guard info.interlace_mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED else { return }
    fields =
      switch info.ABI.abi.field_order {
      case GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST: .topFirst
      case GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST: .bottomFirst
      default: .unknown
      }
  }

  /// Creates the traits of a mapped frame.
  package init(_ frame: borrowing GstVideoFrame) {
    self.init(frame.info)
    if frame.info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE, fields == nil || fields == .unknown {
      let flags = frame.flags.rawValue
      // A field order that caps leave open is in each buffer: top first if flagged, else bottom first.
      if fields != nil || flags & GST_VIDEO_FRAME_FLAG_INTERLACED.rawValue != 0 {
        fields = flags & GST_VIDEO_FRAME_FLAG_TFF.rawValue != 0 ? .topFirst : .bottomFirst
      }
    }
    cleanArea = Area(cropOf: frame.buffer, width: Int(frame.info.width), height: Int(frame.info.height))
  }

  /// Returns Core Video's attachments; none for a progressive frame without a clean area.
  package func attachments(_ info: GstVideoInfo) -> [CFString: CFTypeRef] {
    var result: [CFString: CFTypeRef] = [:]
    if let fields {
      result[kCVImageBufferFieldCountKey] = NSNumber(value: 2)
      // Lines of both fields alternate in memory: "spatial"; the first line is of the top field.
      switch fields {
      case .topFirst: result[kCVImageBufferFieldDetailKey] = kCVImageBufferFieldDetailSpatialFirstLineEarly
      case .bottomFirst: result[kCVImageBufferFieldDetailKey] = kCVImageBufferFieldDetailSpatialFirstLineLate
      case .unknown: break
      }
    }
    if let cleanArea {
      result[kCVImageBufferCleanApertureKey] = cleanArea.aperture(width: Int(info.width), height: Int(info.height))
    }
    return result
  }
}

extension FrameAttributes.Area {
  /// Creates the crop area of a buffer; nil if there is none, or if it exceeds the frame.
  fileprivate init?(cropOf buffer: UnsafeMutablePointer<GstBuffer>, width: Int, height: Int) {
    guard let crop = creel_buffer_crop(buffer)?.pointee else { return nil }
    self.init(x: Int(crop.x), y: Int(crop.y), width: Int(crop.width), height: Int(crop.height))
    guard isPart(width: width, height: height) else { return nil }
  }

  /// Creates the clean aperture of a pixel buffer; nil if there is none, or none in whole pixels.
  package init?(_ attachments: BufferAttachments, width: Int, height: Int) {
    guard let aperture = attachments.dictionary(kCVImageBufferCleanApertureKey),
      let cleanWidth = aperture.rational(kCVImageBufferCleanApertureWidthKey),
      let cleanHeight = aperture.rational(kCVImageBufferCleanApertureHeightKey)
    else { return nil }
    let right = aperture.rational(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0
    let down = aperture.rational(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
    guard let x = Int(exactly: (Double(width) - cleanWidth) / 2 + right),
      let y = Int(exactly: (Double(height) - cleanHeight) / 2 + down),
      let cleanWidth = Int(exactly: cleanWidth), let cleanHeight = Int(exactly: cleanHeight)
    else { return nil }
    self.init(x: x, y: y, width: cleanWidth, height: cleanHeight)
    guard isPart(width: width, height: height) else { return nil }
  }

  /// Returns true if this is a proper part of a frame.
  private func isPart(width: Int, height: Int) -> Bool {
    x >= 0 && y >= 0 && self.width > 0 && self.height > 0 && x <= width - self.width && y <= height - self.height
      && (self.width, self.height) != (width, height)
  }

  /// Returns the area as Core Video's clean aperture: offsets are between the centres, positive to the right and down.
  fileprivate func aperture(width: Int, height: Int) -> NSDictionary {
    [
      kCVImageBufferCleanApertureWidthKey: NSNumber(value: self.width),
      kCVImageBufferCleanApertureHeightKey: NSNumber(value: self.height),
      kCVImageBufferCleanApertureHorizontalOffsetKey: NSNumber(value: Double(2 * x + self.width - width) / 2),
      kCVImageBufferCleanApertureVerticalOffsetKey: NSNumber(value: Double(2 * y + self.height - height) / 2),
    ]
  }
}

extension BufferAttachments {
  /// Returns a string, or nil.
  package func string(_ key: CFString) -> NSString? { self[key as String]?.value as? NSString }

  /// Returns a dictionary, attached as an object or as a Swift dictionary; or nil.
  package func dictionary(_ key: CFString) -> NSDictionary? {
    let value = self[key as String]?.value
    return value as? NSDictionary ?? (value as? [AnyHashable: Any]).map { NSDictionary(dictionary: $0) }
  }
}

extension NSDictionary {
  /// Returns a finite number, or a fraction from an array of numerator and denominator.
  package func rational(_ key: CFString) -> Double? {
    let numbers = (self[key] as? [Any] ?? [self[key] as Any]).compactMap { ($0 as? NSNumber)?.doubleValue }
    let value: Double? =
      switch numbers.count {
      case 1: numbers[0]
      case 2: numbers[0] / numbers[1]
      default: nil
      }
    return value.flatMap { $0.isFinite ? $0 : nil }
  }
}
