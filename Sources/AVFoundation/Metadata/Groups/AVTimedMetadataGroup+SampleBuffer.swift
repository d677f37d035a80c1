internal import MovieFile

extension AVTimedMetadataGroup {
  /// Creates the group of a sample of timed metadata, with a value for each of its boxes; nil for samples of other media.
  ///
  /// Values of types that are not known, such as those of a program, are `Data`. Damaged boxes end the sample.
  public convenience init?(sampleBuffer: CMSampleBuffer) {
    guard let format = sampleBuffer.formatDescription, format.mediaSubType == .boxed else { return nil }
    // In times without any, samples have no bytes.
    var bytes: [UInt8] = []
    if sampleBuffer.totalSampleSize > 0 {
      guard let data = try? sampleBuffer.dataBuffer?.dataBytes() else { return nil }
      bytes = Array(data)
    }
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
    let type = Self.dataType(ofKey: entry)
    dataType = type.name
    value = LazyMetadataValue(MetadataItemValue(MetadataDataType.value(type.number, bytes)))
  }

  /// Returns the type of a key's values, and its number in QuickTime's table; 0 for those that it does not have.
  static func dataType(ofKey entry: [String: CFPropertyList]) -> (name: String, number: UInt32) {
    let type = (entry[kCMMetadataFormatDescriptionKey_DataType as String] as? NSData).map {
      [UInt8](Data(referencing: $0))
    }
    if (entry[kCMMetadataFormatDescriptionKey_DataTypeNamespace as String] as? NSNumber)?.uint32Value == 1 {
      let name = String(decoding: type ?? [], as: UTF8.self)
      return (name, MetadataDataType.numbers[name] ?? 0)
    }
    let number = type.flatMap { $0.count == 4 ? $0.reduce(0) { $0 << 8 | UInt32($1) } : nil } ?? 0
    let known = MetadataDataType.numbers.first { $0.value == number }
    return (known?.key ?? kCMMetadataBaseDataType_RawData as String, number)
  }
}
