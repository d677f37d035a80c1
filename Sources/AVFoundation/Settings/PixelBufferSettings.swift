internal import MediaSource

/// The settings of an output that gives frames, read from the caller's dictionary and checked; what is nil was not in it.
struct PixelBufferSettings: Hashable {
  /// The first of the wanted pixel formats that can be made.
  let pixelFormat: OSType?
  /// The wanted size in pixels, 1 or more.
  let width: Int?
  let height: Int?

  /// True if a size is wanted.
  var isSized: Bool { width != nil || height != nil }

  init(_ dictionary: [String: Any]) throws(SettingsError) {
    // Apple's keys of encoders, and of scaling by writers, have this prefix.
    if let key = dictionary.keys.filter({ $0.hasPrefix("AV") }).min() {
      throw SettingsError(key, "is no setting of an output: frames take the keys of pixel buffers")
    }
    let values = SettingsValues(dictionary)
    width = try values.integer(kCVPixelBufferWidthKey as String, in: 1...16384)
    height = try values.integer(kCVPixelBufferHeightKey as String, in: 1...16384)
    pixelFormat = try Self.pixelFormat(values)
  }

  private static func pixelFormat(_ values: SettingsValues) throws(SettingsError) -> OSType? {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    guard let value = values[key] else { return nil }
    var formats: [OSType] = []
    for entry in value as? [Any] ?? [value] {
      // Codes above 2^31 arrive as negative numbers from callers that hold them in 32 signed bits.
      guard let number = SettingsValues.integer(entry),
        let format = OSType(exactly: number) ?? Int32(exactly: number).map({ OSType(bitPattern: $0) })
      else { throw SettingsError(key, "is \(value), no pixel format") }
      formats.append(format)
    }
    guard let known = formats.first(where: { FrameFormat.canMake($0) }) else {
      if formats.isEmpty { return nil }
      let names = formats.map { "\(CMFormatDescription.MediaSubType(rawValue: $0))" }.joined(separator: ", ")
      throw SettingsError(key, "is \(names), which cannot be made")
    }
    return known
  }
}
