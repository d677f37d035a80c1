internal import CGImageCodecs
import Foundation

/// An error of reading or writing an image file.
package struct ImageCodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The description, from the library that reported the error if one did.
  package var description: String
}

/// The image file formats that Reel reads and writes.
package enum ImageCodec: String, Sendable, CaseIterable {
  case png = "public.png"
  case jpeg = "public.jpeg"

  /// Detects the format of a file by its first bytes; nil for other formats.
  package init?(sniffing data: Data) {
    if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if data.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }

  /// The contents of a file's header.
  package struct Header: Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var hasAlpha: Bool
    package var isGray: Bool
    var channels: Int
  }

  /// The largest number of pixels that are decoded: a gigabyte.
  private static let maximumPixels = 1 << 28

  /// Reads a file's header.
  package func header(of data: Data) throws(ImageCodecError) -> Header {
    var image = cg_codec_image()
    try call(data) { bytes, size, message in
      self == .png
        ? cg_png_read_header(bytes, size, &image, message) : cg_jpeg_read_header(bytes, size, &image, message)
    }
    let channels = Int(image.channels)
    return Header(
      width: Int(image.width), height: Int(image.height), hasAlpha: image.has_alpha,
      isGray: channels < 3, channels: channels)
  }

  /// Decodes a file.
  ///
  /// Before memory is allocated, the size is compared with the most that the file's bytes can hold: a small file cannot
  /// demand much.
  package func decode(_ data: Data) throws(ImageCodecError) -> CGImage {
    let header = try header(of: data)
    // Deflate compresses at most 1032 to one; a JPEG block of 64 pixels takes a bit or more, and files may be
    // truncated.
    let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
    let (bound, boundOverflow) = data.count.multipliedReportingOverflow(by: self == .png ? 8 * 1032 : 4096)
    guard header.width > 0, header.height > 0, !overflow, pixels <= Self.maximumPixels,
      boundOverflow || pixels <= bound + (1 << 16)
    else {
      throw ImageCodecError(description: "\(header.width) by \(header.height) pixels are more than the file can hold")
    }
    // Rows on multiples of four bytes can be drawn from in place.
    let stride = (header.width * header.channels + 3) & ~3
    let size = stride * header.height
    guard let memory = calloc(1, size) else { throw ImageCodecError(description: "out of memory") }
    var codecImage = cg_codec_image(
      width: UInt32(header.width), height: UInt32(header.height), channels: UInt32(header.channels),
      has_alpha: header.hasAlpha)
    do throws(ImageCodecError) {
      try call(data) { bytes, count, message in
        let target = memory.assumingMemoryBound(to: UInt8.self)
        return self == .png
          ? cg_png_decode(bytes, count, &codecImage, target, stride, message)
          : cg_jpeg_decode(bytes, count, &codecImage, target, stride, message)
      }
    } catch {
      free(memory)
      throw error
    }
    // Only now: Data takes over memory by copying it where it is small.
    let image = Data(bytesNoCopy: memory, count: size, deallocator: .free)
    let alpha: CGImageAlphaInfo = header.hasAlpha ? .last : header.channels == 4 ? .noneSkipLast : .none
    guard
      let result = CGImage(
        width: header.width, height: header.height, bitsPerComponent: 8, bitsPerPixel: header.channels * 8,
        bytesPerRow: stride, space: header.isGray ? .deviceGray : .standardRGB,
        bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: CGDataProvider(bytes: image),
        shouldInterpolate: true, intent: .defaultIntent, fileFormat: self)
    else { throw ImageCodecError(description: "the decoded layout cannot be held") }
    return result
  }

  /// Encodes an image in sRGB, or gray if it is gray. `quality`, from 0 to 1, only applies to JPEG, whose transparent
  /// pixels become `background`, white if nil. `channels`, 3 or 4, only applies to PNG: red, green, blue and alpha.
  package func encode(
    _ image: CGImage, quality: Double = 0.8, background: CGColor? = nil, channels: Int? = nil
  ) throws(ImageCodecError) -> Data {
    guard image.width <= 65_500, image.height <= 65_500 else {
      throw ImageCodecError(description: "sides of more than 65,500 pixels cannot be encoded")
    }
    let hasAlpha = channels.map { $0 == 4 } ?? (image.layout.alpha != .opaque)
    let channels = channels ?? (image.layout.isGray ? 1 : 3) + (hasAlpha && self == .png ? 1 : 0)
    let rows = EncodingRows(
      image, channels: channels, background: hasAlpha && self == .jpeg ? background ?? .white : nil)
    let stride = image.width * channels
    guard let memory = malloc(stride * image.height) else { throw ImageCodecError(description: "out of memory") }
    defer { free(memory) }
    let pixels = memory.assumingMemoryBound(to: UInt8.self)
    rows.write(to: pixels, stride: stride)

    var codecImage = cg_codec_image(
      width: UInt32(image.width), height: UInt32(image.height), channels: UInt32(channels),
      has_alpha: hasAlpha)
    var (output, size): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    try call(Data()) { _, _, message in
      self == .png
        ? cg_png_encode(pixels, stride, &codecImage, &output, &size, message)
        : cg_jpeg_encode(
          pixels, stride, &codecImage, Int32((unit(quality) * 100).rounded()), &output, &size, message)
    }
    guard let output else { throw ImageCodecError(description: "nothing was encoded") }
    return Data(bytesNoCopy: output, count: size, deallocator: .free)
  }

  /// Calls a function of the shim and throws its message if it fails.
  private func call(
    _ data: Data, _ body: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<CChar>) -> Bool
  ) throws(ImageCodecError) {
    var message = [CChar](repeating: 0, count: Int(CG_CODEC_MESSAGE_SIZE))
    let succeeded = data.withUnsafeBytes { bytes in
      body(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &message)
    }
    if !succeeded {
      throw ImageCodecError(
        description: String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
  }
}
