internal import MovieFile

extension AVTimedMetadataGroup {
  /// Creates the group of a sample of timed metadata, with a value for each of its boxes; nil for samples of other media.
  ///
  /// Values of types that are not known, such as those of a program, are `Data`. Damaged boxes end the sample.
  public convenience init?(sampleBuffer: CMSampleBuffer) {
    guard let format = sampleBuffer.formatDescription, format.mediaSubType == .boxed,
      let data = try? sampleBuffer.dataBuffer?.makeContiguous(),
      let bytes = try? data.withUnsafeMutableBytes({ [UInt8](UnsafeRawBufferPointer($0)) })
    else { return nil }
    let range = CMTimeRange(start: sampleBuffer.presentationTimeStamp, duration: sampleBuffer.duration)
    let items = BoxedMetadata(bytes).compactMap { box in
      format.keyWithLocalID(box.id).map { AVMetadataItem(MetadataItemContent(boxed: box.bytes, $0, range)) }
    }
    self.init(items: items, timeRange: range)
  }
}

/// The boxes of a sample of timed metadata: a size, the number of a key in the format description, and a value (QuickTime File
/// Format, "Timed Metadata Media").
private struct BoxedMetadata: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> (id: UInt32, bytes: [UInt8])? {
    guard rest.count >= 8 else { return nil }
    func word(_ offset: Int) -> UInt32 {
      rest.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
    let (size, id) = (Int(word(0)), word(4))
    guard 8...rest.count ~= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return (id, Array(rest.dropFirst(8).prefix(size - 8)))
  }
}

extension MetadataItemContent {
  /// - Parameter entry: The key's entry in the format description.
  fileprivate init(boxed bytes: [UInt8], _ entry: [String: CFPropertyList], _ range: CMTimeRange) {
    self.init()
    (time, duration) = (range.start, range.duration)
    if let space = (entry[kCMMetadataFormatDescriptionKey_Namespace as String] as? NSNumber)?.uint32Value,
      let name = (entry[kCMMetadataFormatDescriptionKey_Value as String] as? NSData).map({
        [UInt8](Data(referencing: $0))
      })
    {
      let keySpace = MetadataKeySpace(rawValue: BoxType(rawValue: space).text)
      self.keySpace = AVMetadataKeySpace(keySpace)
      let key =
        keySpace.hasCodes && name.count == 4
        ? MetadataKey.code(name.reduce(0) { $0 << 8 | UInt32($1) })
        : String(validating: name, as: UTF8.self).map { keySpace.key($0) } ?? .data(name)
      self.key = key.object(in: keySpace)
    }
    if let tag = entry[kCMMetadataFormatDescriptionKey_LanguageTag as String] as? NSString {
      (languageTag, locale) = (String(tag), Locale(identifier: String(tag)))
    }
    let isNamed = (entry[kCMMetadataFormatDescriptionKey_DataTypeNamespace as String] as? NSNumber)?.uint32Value == 1
    let type = (entry[kCMMetadataFormatDescriptionKey_DataType as String] as? NSData).map {
      [UInt8](Data(referencing: $0))
    }
    let number: UInt32
    if isNamed {
      dataType = type.map { String(decoding: $0, as: UTF8.self) }
      number = dataType.flatMap { Self.types[$0] } ?? 0
    } else {
      number = type.flatMap { $0.count == 4 ? $0.reduce(0) { $0 << 8 | UInt32($1) } : nil } ?? 0
      dataType = Self.types.first { $0.value == number }?.key ?? kCMMetadataBaseDataType_RawData as String
    }
    value = LazyMetadataValue(MetadataItemValue(MetadataDataType.value(number, bytes)))
  }

  /// QuickTime's numbers of types by Core Media's names.
  private static let types: [String: UInt32] = [
    kCMMetadataBaseDataType_UTF8 as String: 1, kCMMetadataBaseDataType_UTF16 as String: 2,
    kCMMetadataBaseDataType_GIF as String: 12, kCMMetadataBaseDataType_JPEG as String: 13,
    kCMMetadataBaseDataType_PNG as String: 14, kCMMetadataBaseDataType_BMP as String: 27,
    kCMMetadataBaseDataType_Float32 as String: 23, kCMMetadataBaseDataType_Float64 as String: 24,
    kCMMetadataBaseDataType_SInt8 as String: 65, kCMMetadataBaseDataType_SInt16 as String: 66,
    kCMMetadataBaseDataType_SInt32 as String: 67, kCMMetadataBaseDataType_SInt64 as String: 74,
    kCMMetadataBaseDataType_UInt8 as String: 75, kCMMetadataBaseDataType_UInt16 as String: 76,
    kCMMetadataBaseDataType_UInt32 as String: 77, kCMMetadataBaseDataType_UInt64 as String: 78,
  ]
}
