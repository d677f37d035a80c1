package import GStreamer
package import CGStreamer
import CoreVideo

/// The mastering display and the content light level, in GStreamer's caps and Core Video's attachments.
///
/// Source: SMPTE ST 2086 and CTA-861.3; the bytes are those of H.265's messages (ITU-T H.265, D.2.28 and D.2.35).
package struct HighDynamicRange: Equatable {
  /// 24 bytes: primaries in the order green, blue, red, white point, largest and smallest luminance.
  package private(set) var masteringDisplay: Data?
  /// 4 bytes: the maximum pixel level and the maximum frame average.
  package private(set) var lightLevel: Data?

  /// Reads the caps of a stream.
  package init(_ caps: Caps) {
    var display = GstVideoMasteringDisplayInfo()
    if gst_video_mastering_display_info_from_caps(&display, caps.caps) != 0 {
      let (red, green, blue) = display.display_primaries
      var bytes = Data()
      for point in [green, blue, red, display.white_point] {
        bytes.appendBigEndian(point.x)
        bytes.appendBigEndian(point.y)
      }
      bytes.appendBigEndian(display.max_display_mastering_luminance)
      bytes.appendBigEndian(display.min_display_mastering_luminance)
      masteringDisplay = bytes
    }
    var level = GstVideoContentLightLevel()
    if gst_video_content_light_level_from_caps(&level, caps.caps) != 0 {
      var bytes = Data()
      bytes.appendBigEndian(level.max_content_light_level)
      bytes.appendBigEndian(level.max_frame_average_light_level)
      lightLevel = bytes
    }
  }

  /// Reads the attachments; bytes of another length are ignored.
  package init(_ attachments: BufferAttachments) {
    func data(_ key: CFString, _ count: Int) -> Data? {
      (attachments[key as String]?.value as? NSData).map { Data(copying: $0) }.flatMap { $0.count == count ? $0 : nil }
    }
    masteringDisplay = data(kCVImageBufferMasteringDisplayColorVolumeKey, 24)
    lightLevel = data(kCVImageBufferContentLightLevelInfoKey, 4)
  }

  package var attachments: [CFString: CFTypeRef] {
    var result: [CFString: CFTypeRef] = [:]
    result[kCVImageBufferMasteringDisplayColorVolumeKey] = masteringDisplay as NSData?
    result[kCVImageBufferContentLightLevelInfoKey] = lightLevel as NSData?
    return result
  }

  /// Adds the values to uniquely referenced caps.
  package func add(to caps: UnsafeMutablePointer<GstCaps>) {
    if let masteringDisplay {
      var display = GstVideoMasteringDisplayInfo()
      let point = { (index: Int) in
        GstVideoMasteringDisplayInfoCoordinates(
          x: masteringDisplay.bigEndian(at: 4 * index), y: masteringDisplay.bigEndian(at: 4 * index + 2))
      }
      display.display_primaries = (point(2), point(0), point(1))
      display.white_point = point(3)
      display.max_display_mastering_luminance = masteringDisplay.bigEndian(at: 16)
      display.min_display_mastering_luminance = masteringDisplay.bigEndian(at: 20)
      gst_video_mastering_display_info_add_to_caps(&display, caps)
    }
    if let lightLevel {
      var level = GstVideoContentLightLevel()
      level.max_content_light_level = lightLevel.bigEndian(at: 0)
      level.max_frame_average_light_level = lightLevel.bigEndian(at: 2)
      gst_video_content_light_level_add_to_caps(&level, caps)
    }
  }
}

extension Data {
  fileprivate mutating func appendBigEndian(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate func bigEndian<Number: FixedWidthInteger>(at offset: Int) -> Number {
    dropFirst(offset).prefix(MemoryLayout<Number>.size).reduce(0) { $0 << 8 | Number($1) }
  }
}
