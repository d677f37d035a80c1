import CoreGraphics
import Foundation

/// A PNG, JPEG or GIF file to be written; PNG and GIF of several images are animations.
public final class CGImageDestination {
  enum Content {
    case image(CGImage, [String: Any], CGImageMetadata?)
    /// An image of a source, by its index.
    case source(CGImageSource, Int, [String: Any])
  }

  private let consumer: CGDataConsumer
  /// The format; nil for GIF.
  let codec: ImageCodec?
  /// The number of images; nil for as many as are added.
  private let count: Int?
  var properties: [String: Any] = [:]
  private(set) var contents: [Content] = []
  private var isFinal = false
  /// True if the file was given what it cannot hold.
  private var isUnwritable = false

  init?(_ consumer: CGDataConsumer?, type: CFString, count: Int) {
    let codec = ImageCodec(rawValue: type as String)
    guard let consumer, codec != nil || type as String == gifType, count >= 0, count <= 1 || codec != .jpeg else {
      return nil
    }
    (self.consumer, self.codec) = (consumer, codec)
    self.count = codec == .jpeg ? 1 : count > 0 ? count : nil
  }

  /// Adds an image; of more than the file has room for, the last one counts. None is added once the file is written.
  func set(_ content: Content) {
    guard !isFinal else { return }
    if contents.count == count { contents.removeLast() }
    contents.append(content)
  }

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
    guard !isFinal, codec != nil, source.codec == codec, let file = copied(source, options) else { return false }
    isFinal = true
    return consumer.take(file)
  }

  private func copied(_ source: CGImageSource, _ options: [String: Any]) -> Data? {
    // The options of the copy itself count more than metadata.
    var own: [String: Any] = [:]
    if let orientation = options[kCGImageDestinationOrientation as String] {
      own[kCGImagePropertyOrientation as String] = orientation
    }
    if let date = options[kCGImageDestinationDateTime as String] as? String {
      own.merge(dictionary: kCGImagePropertyTIFFDictionary, ["DateTime": date])
    }
    let flags = options.filter { $0.value is NSNumber }
    let exif = source.exif ?? ExifBlock()
    guard let metadata = options.metadata else {
      let packet = XMPChange(keeping: source.xmpTags, own.merging(flags) { own, _ in own })
      return rewritten(source.data, exif, own.merging(flags) { own, _ in own }, packet)
    }
    var changes = metadata.imageProperties.merging(flags) { own, _ in own }
    for (key, value) in own {
      if let dictionary = value as? [String: Any] {
        changes.merge(dictionary: key as CFString, dictionary)
      } else {
        changes[key] = value
      }
    }
    // Without merging, the given metadata replace the file's.
    let isMerged = options.flag(kCGImageDestinationMergeMetadata)
    let all = CGMutableImageMetadata()
    for tag in (isMerged ? source.xmpTags : []) + metadata.tags { all.set(tag) }
    let packet = XMPChange(writing: all.tags, own.merging(flags) { own, _ in own })
    return rewritten(source.data, isMerged ? exif : ExifBlock(), changes, packet, keepsIPTC: isMerged)
  }

  /// Returns the bytes of the file, or nil if images are missing, or cannot be decoded or encoded.
  private func encoded() -> Data? {
    guard let first = contents.first, count == nil || contents.count == count else { return nil }
    if contents.count > 1 || codec == nil { return animated() }
    switch first {
    case .image(let image, let own, let metadata):
      let packet = XMPChange(writing: metadata?.tags ?? [], properties.merging(own) { $1 })
      return encode(image, ExifBlock(), (metadata?.imageProperties ?? [:]).merging(own) { $1 }, packet)
    case .source(let source, let index, let own):
      let merged = properties.merging(own) { $1 }
      let asksForEncoding = [
        kCGImageDestinationLossyCompressionQuality, kCGImageDestinationImageMaxPixelSize,
        kCGImageDestinationEmbedThumbnail,
      ].contains { merged[$0 as String] != nil }
      if codec == source.codec, !asksForEncoding {
        return rewritten(
          source.data, source.exif ?? ExifBlock(), merged, XMPChange(keeping: source.xmpTags, merged))
      }
      guard let image = source.image(at: index) else { return nil }
      var block = source.exif ?? ExifBlock()
      // A thumbnail has the old file's type.
      block.thumbnail = Data()
      block.thumbnailDirectory = [:]
      return encode(image, block, own, XMPChange(writing: source.xmpTags, merged))
    }
  }

  /// Returns an image within the size that properties allow.
  static func fitting(_ image: CGImage, _ properties: [String: Any]) -> CGImage? {
    let side = (properties[kCGImageDestinationImageMaxPixelSize as String] as? NSNumber)?.doubleValue
    let (width, height) = image.size(longerSide: side)
    let isScaled = (width, height) != (image.width, image.height)
    return isScaled ? image.scaled(toWidth: width, height: height, orientation: 1) : image
  }

  private func encode(_ image: CGImage, _ exif: ExifBlock, _ own: [String: Any], _ packet: XMPChange) -> Data? {
    let merged = properties.merging(own) { $1 }
    let quality = (merged[kCGImageDestinationLossyCompressionQuality as String] as? NSNumber)?.doubleValue
    let background = merged[kCGImageDestinationBackgroundColor as String] as? CGColor
    guard let image = Self.fitting(image, merged),
      let file = try? codec?.encode(image, quality: quality ?? 0.8, background: background)
    else { return nil }
    var block = exif
    if codec == .jpeg, merged.flag(kCGImageDestinationEmbedThumbnail) { block.setThumbnail(of: image, background) }
    return rewritten(file, block, merged, packet)
  }

  /// Returns a file with another Exif block, into which properties are merged, other texts (PNG) or IPTC datasets
  /// (JPEG), and another XMP packet; its image as it is.
  func rewritten(
    _ file: Data, _ exif: ExifBlock, _ properties: [String: Any], _ packet: XMPChange, keepsIPTC: Bool = true
  ) -> Data? {
    var block = exif
    block.merge(properties)
    if properties.flag(kCGImageMetadataShouldExcludeGPS) { block.gps = [:] }
    guard codec == .jpeg else {
      let texts = properties[kCGImagePropertyPNGDictionary as String] as? [String: Any] ?? [:]
      return PNGFile.replacing(block, texts: texts, xmp: packet.tags, in: file)
    }
    guard var jpeg = JPEGFile(file), jpeg.setExif(block) else { return nil }
    if let tags = packet.tags {
      guard XMPPacket.write(tags, into: &jpeg) else { return nil }
    }
    let changes = properties[kCGImagePropertyIPTCDictionary as String]
    if changes != nil || !keepsIPTC {
      var iptc = keepsIPTC ? IPTCBlock(jpeg) : IPTCBlock()
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
  func flag(_ key: CFString) -> Bool { (self[key as String] as? NSNumber)?.boolValue ?? false }

  fileprivate var metadata: CGImageMetadata? { self[kCGImageDestinationMetadata as String] as? CGImageMetadata }

  fileprivate mutating func merge(dictionary key: CFString, _ values: [String: Any]) {
    self[key as String] = (self[key as String] as? [String: Any] ?? [:]).merging(values) { $1 }
  }
}
