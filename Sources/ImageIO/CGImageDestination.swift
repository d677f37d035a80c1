import CoreGraphics
import Foundation

/// A PNG or JPEG file to be written.
public final class CGImageDestination {
  enum Content {
    case image(CGImage, [String: Any], CGImageMetadata?)
    case source(CGImageSource, [String: Any])
  }

  private let consumer: CGDataConsumer
  let codec: ImageCodec
  var properties: [String: Any] = [:]
  private var content: Content?
  private var isFinal = false
  /// True if the file was given what it cannot hold.
  private var isUnwritable = false

  init?(_ consumer: CGDataConsumer?, type: CFString, count: Int) {
    guard let consumer, let codec = ImageCodec(rawValue: type as String), count == 1 else { return nil }
    self.consumer = consumer
    self.codec = codec
  }

  /// Sets the image; the first one stays once the file is written.
  func set(_ content: Content) { if !isFinal { self.content = content } }

  /// Makes the destination fail: auxiliary data have no place in its files.
  func refuse() { isUnwritable = true }

  /// Writes the file; returns true for success.
  func finish() -> Bool {
    guard !isFinal, !isUnwritable, let file = encoded() else { return false }
    isFinal = true
    return consumer.take(file)
  }

  /// Writes a source's file with changed metadata, its image as it is; returns false if it is of another type, or the
  /// metadata do not fit.
  func copy(_ source: CGImageSource, _ options: [String: Any]) -> Bool {
    guard !isFinal, source.codec == codec, let file = copied(source, options) else { return false }
    isFinal = true
    return consumer.take(file)
  }

  private func copied(_ source: CGImageSource, _ options: [String: Any]) -> Data? {
    var changes: [String: Any] = [:]
    if let metadata = options.metadata { changes = metadata.imageProperties }
    if let orientation = options[kCGImageDestinationOrientation as String] {
      changes[kCGImagePropertyOrientation as String] = orientation
    }
    if let date = options[kCGImageDestinationDateTime as String] as? String {
      changes.merge(dictionary: kCGImagePropertyTIFFDictionary, ["DateTime": date])
    }
    var block = source.exif ?? ExifBlock()
    // Without merging, the given metadata replace the file's.
    if options.metadata != nil, !options.flag(kCGImageDestinationMergeMetadata) { block = ExifBlock() }
    return codec == .jpeg ? jpeg(source.data, block, changes.merging(options) { own, _ in own }) : nil
  }

  /// Returns the bytes of the file, or nil if there is no image, or it cannot be decoded or encoded.
  private func encoded() -> Data? {
    switch content {
    case nil:
      return nil
    case .image(let image, let own, let metadata):
      return encode(image, ExifBlock(), (metadata?.imageProperties ?? [:]).merging(own) { $1 })
    case .source(let source, let own):
      let merged = properties.merging(own) { $1 }
      let asksForEncoding = [
        kCGImageDestinationLossyCompressionQuality, kCGImageDestinationImageMaxPixelSize,
        kCGImageDestinationEmbedThumbnail,
      ].contains { merged[$0 as String] != nil }
      if codec == .jpeg, source.codec == .jpeg, !asksForEncoding {
        return jpeg(source.data, source.exif ?? ExifBlock(), merged)
      }
      guard let image = source.codec.flatMap({ try? $0.decode(source.data) }) else { return nil }
      var block = source.exif ?? ExifBlock()
      // A thumbnail has the old file's type.
      block.thumbnail = Data()
      block.thumbnailDirectory = [:]
      return encode(image, block, own)
    }
  }

  private func encode(_ image: CGImage, _ exif: ExifBlock, _ own: [String: Any]) -> Data? {
    let merged = properties.merging(own) { $1 }
    let quality = (merged[kCGImageDestinationLossyCompressionQuality as String] as? NSNumber)?.doubleValue
    let background = merged[kCGImageDestinationBackgroundColor as String] as? CGColor
    let side = (merged[kCGImageDestinationImageMaxPixelSize as String] as? NSNumber)?.doubleValue
    let (width, height) = image.size(longerSide: side)
    let isScaled = (width, height) != (image.width, image.height)
    guard let image = isScaled ? image.scaled(toWidth: width, height: height, orientation: 1) : image,
      let file = try? codec.encode(image, quality: quality ?? 0.8, background: background)
    else { return nil }
    guard codec == .jpeg else {
      var block = exif
      block.merge(merged)
      if merged.flag(kCGImageMetadataShouldExcludeGPS) { block.gps = [:] }
      let texts = merged[kCGImagePropertyPNGDictionary as String] as? [String: Any] ?? [:]
      return PNGFile.adding(block, to: PNGFile.adding(texts: texts, to: file))
    }
    var block = exif
    if merged.flag(kCGImageDestinationEmbedThumbnail) { block.setThumbnail(of: image, background) }
    return jpeg(file, block, merged)
  }

  /// Returns a JPEG file with another Exif block, into which properties are merged, and its IPTC datasets.
  private func jpeg(_ file: Data, _ exif: ExifBlock, _ properties: [String: Any]) -> Data? {
    guard var jpeg = JPEGFile(file) else { return nil }
    var block = exif
    block.merge(properties)
    if properties.flag(kCGImageMetadataShouldExcludeGPS) { block.gps = [:] }
    guard jpeg.setExif(block) else { return nil }
    if let changes = properties[kCGImagePropertyIPTCDictionary as String] {
      var iptc = IPTCBlock(jpeg)
      iptc.merge(changes)
      guard iptc.write(into: &jpeg) else { return nil }
    }
    return jpeg.write()
  }
}

extension ExifBlock {
  /// The longer side of an embedded thumbnail, as Exif recommends it.
  private static let thumbnailSide = 160.0

  /// Sets a small JPEG of an image as the thumbnail.
  fileprivate mutating func setThumbnail(of image: CGImage, _ background: CGColor?) {
    let (width, height) = image.size(longerSide: Self.thumbnailSide)
    guard let small = image.scaled(toWidth: width, height: height, orientation: 1),
      let file = try? ImageCodec.jpeg.encode(small, quality: 0.7, background: background), file.count < 60_000
    else { return }
    thumbnail = file
    // The thumbnail's directory follows the image's, which must be there.
    if main.isEmpty { main[0x0112] = Entry(type: 3, count: 1, bytes: bytes(1, 2)) }
    thumbnailDirectory = [
      // Compressed as JPEG, with its length; its place is set when the block is written.
      0x0103: Entry(type: 3, count: 1, bytes: bytes(6, 2)),
      Self.thumbnailLength: Entry(type: 4, count: 1, bytes: bytes(file.count, 4)),
    ]
  }
}

extension [String: Any] {
  fileprivate func flag(_ key: CFString) -> Bool { (self[key as String] as? NSNumber)?.boolValue ?? false }

  fileprivate var metadata: CGImageMetadata? { self[kCGImageDestinationMetadata as String] as? CGImageMetadata }

  fileprivate mutating func merge(dictionary key: CFString, _ values: [String: Any]) {
    self[key as String] = (self[key as String] as? [String: Any] ?? [:]).merging(values) { $1 }
  }
}
