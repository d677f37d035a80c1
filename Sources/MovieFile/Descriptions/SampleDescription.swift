import CoreGraphics
import Foundation

/// The description of samples: a sample entry of the file (ISO/IEC 14496-12, clause 8.5.2, 'stsd').
public struct SampleDescription: Sendable {
  /// The codec as the file names it, such as `avc1`, `hev1`, `mp4a`, `tx3g`; for encrypted media the name of the
  /// encryption, such as `encv`.
  public let format: BoxType
  /// The index of the data reference in `Track.dataReferences`, from 0; -1 if the file names none.
  public let dataReferenceIndex: Int
  /// The sample entry; it begins with its size and format.
  public let box: Box
  /// The kind of the media.
  public let handlerType: BoxType
  /// The encryption of the samples; nil if they are not encrypted.
  public let protection: Protection?
  /// True for a QuickTime file.
  let isQuickTime: Bool
  /// The version of the table that holds the entry.
  let tableVersion: UInt8
  let source: any ByteSource

  /// The codec; for encrypted media the one of the decrypted samples.
  public var codec: BoxType { protection?.originalFormat ?? format }

  static func list(
    in stsd: Box, handlerType: BoxType, isQuickTime: Bool, window: ByteWindow
  ) throws(MovieError) -> [SampleDescription] {
    var header = PayloadReader(stsd, window: window)
    let (version, _) = try header.versionAndFlags()
    var entries = BoxSequence(in: stsd, skipping: 8, window: window)
    var list: [SampleDescription] = []
    while let entry = try entries.next() {
      guard list.count < 4096 else {
        throw .excessive("'stsd' has over 4096 entries", in: stsd)
      }
      var reader = PayloadReader(entry, window: window)
      try reader.skip(6)
      let reference = Int(try reader.u16()) - 1
      list.append(
        SampleDescription(
          format: entry.type, dataReferenceIndex: reference, box: entry, handlerType: handlerType,
          protection: try Protection(entry, handlerType: handlerType, tableVersion: version, window: window),
          isQuickTime: isQuickTime, tableVersion: version, source: window.source))
    }
    return list
  }

  /// Returns the format description with the whole decoder configuration: sizes, colours, channels, codec boxes.
  ///
  /// Reads the sample entry from the file; `Track.formatDescriptions()` caches the result.
  public func formatDescription() throws(MovieError) -> CMFormatDescription { try formatDescription(channels: nil) }

  /// - Parameter channels: The number of channels by the samples; nil for the entry's own.
  func formatDescription(channels: UInt32?) throws(MovieError) -> CMFormatDescription {
    let window = ByteWindow(source, capacity: 4096)
    try window.prefetch(at: box.offset, count: box.size)
    var reader = PayloadReader(box, window: window)
    try reader.skip(8)
    var extensions = CMFormatDescription.Extensions()
    if box.size <= 1 << 20 {
      let entry = NSData(bytes: try window.bytes(at: box.offset, count: Int(box.size)))
      extensions[isQuickTime ? .verbatimSampleDescription : .verbatimISOSampleEntry] = .init(entry)
    }
    do {
      switch mediaType {
      case .video: return try videoDescription(&reader, window, extensions)
      case .audio: return try audioDescription(&reader, window, extensions, channels: channels)
      case .timeCode: return try timeCodeDescription(&reader, window, extensions)
      case .text, .subtitle: return try textDescription(&reader, window, extensions)
      case .metadata: return try metadataDescription(window, extensions)
      default: return try otherDescription(window, extensions)
      }
    } catch let error as MovieError {
      throw error
    } catch {
      throw .malformed("sample description '\(format.text)' makes no sense: \(error)", in: box)
    }
  }

  /// The kind of the media in Core Media's terms.
  public var mediaType: CMFormatDescription.MediaType {
    switch handlerType {
    case .video, "auxv", "pict": .video
    case .audio: .audio
    case "sbtl", "subt", "subp": .subtitle
    default: .init(rawValue: handlerType.rawValue)
    }
  }

  var subType: CMFormatDescription.MediaSubType {
    switch codec {
    case "s263": .h263
    default: .init(rawValue: codec.rawValue)
    }
  }

  /// Returns a description with only the boxes of the entry, which follow `skipping` bytes.
  func otherDescription(
    _ window: ByteWindow, _ extensions: CMFormatDescription.Extensions, skipping: Int64 = 8
  ) throws -> CMFormatDescription {
    var extensions = extensions
    extensions.addAtoms(try SampleEntryBoxes(in: box, from: box.start + skipping, window: window).atoms)
    return try CMFormatDescription(mediaType: mediaType, mediaSubType: subType, extensions: extensions)
  }
}

extension BoxType {
  static let video: BoxType = "vide"
  static let audio: BoxType = "soun"
}

extension NSData {
  convenience init(bytes: [UInt8]) {
    self.init(data: Data(bytes))
  }
}
