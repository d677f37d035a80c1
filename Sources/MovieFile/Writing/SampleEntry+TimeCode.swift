import CoreMedia
import Foundation

extension SampleEntry {
  /// Creates the entry of timecode, or of a counter, of 32 bits (QuickTime File Format, "Timecode sample description").
  ///
  /// - Throws: `notStorable` for timecode of 64 bits, and for numbers that have no room in it.
  init(timeCode description: CMFormatDescription, in format: MovieFormat) throws(MovieError) {
    let isCounter = description.mediaSubType == .counter32
    guard isCounter || description.mediaSubType == .timeCode32 else {
      throw .notStorable("timecode has 32 bits in files, not 64")
    }
    let name = description.extensions[.sourceReferenceName]?.propertyListRepresentation as? [String: Any]
    try self.init(
      timeCodeFlags: description.timeCodeFlags.rawValue | (isCounter ? 8 : 0), frameDuration: description.frameDuration,
      quanta: Int64(description.frameQuanta), name: name?[kCMTimeCodeFormatDescriptionKey_Value as String] as? String,
      language: name?[kCMTimeCodeFormatDescriptionKey_LangCode as String] as? Int ?? 0, in: format)
  }

  /// Creates the entry of timecode from its fields.
  ///
  /// - Parameters:
  ///   - quanta: The frames a second as the timecode counts them.
  ///   - name: The name of the tape or file that the timecode is of; nil if unknown.
  init(
    timeCodeFlags: UInt32, frameDuration: CMTime, quanta: Int64, name: String?, language: Int = 0,
    in format: MovieFormat
  ) throws(MovieError) {
    guard let quanta = UInt8(exactly: quanta) else {
      throw .notStorable("timecode counts 255 frames a second at most, not \(quanta)")
    }
    guard frameDuration.isNumeric, frameDuration > .zero, let duration = UInt32(exactly: frameDuration.value) else {
      throw .notStorable("the frames of time codes have a length")
    }
    var writer = BoxWriter()
    writer.u32(0)
    writer.u32(timeCodeFlags)
    writer.i32(frameDuration.timescale)
    writer.u32(duration)
    writer.u8(quanta)
    writer.u8(0)
    if let name {
      let text = Array(name.utf8)
      guard let length = UInt16(exactly: text.count) else { throw .notStorable("the name of time codes is too long") }
      writer.box("name") { box in
        box.u16(length)
        box.u16(UInt16(clamping: language))
        box.append(text)
      }
    }
    self.init("tmcd", contents: writer.contents, isQuickTime: format.isQuickTime)
  }
}
