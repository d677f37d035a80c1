import Foundation

extension InterleavedFile {
  /// Adds the display of HDR video to the descriptions of HEVC: containers seldom state it, but messages in the stream do.
  ///
  /// The messages are in the configuration, or in the first key frame. 8 bits are not HDR, and are passed over.
  ///
  /// - Throws: Read errors of the source.
  package mutating func describeDisplays() throws(MovieError) {
    var unknown: [Int: DisplayMessages] = [:]
    for (index, stream) in streams.enumerated() {
      guard stream.problem == nil, let coded = stream.coded, coded.codec == .hevc,
        let description = stream.formatDescription, description.extensions[.masteringDisplayColorVolume] == nil,
        let configuration = coded.configuration, configuration.count > 1
      else { continue }
      // general_profile_idc of Main and Main Still Picture (ISO/IEC 14496-15, 8.3.3.1.2; ITU-T H.265, A.3).
      if [1, 3].contains(configuration[1] & 0x1f) { continue }
      let messages = DisplayMessages(configuration: configuration)
      if messages.masteringDisplay != nil {
        add(messages, to: index)
      } else {
        unknown[index] = messages
      }
    }
    guard !unknown.isEmpty else { return }
    var walker = try packets(from: nil)
    for _ in 0..<DisplaySearch.packetCount {
      guard !unknown.isEmpty, let packet = try walker.next() else { break }
      guard packet.isSync, var messages = unknown.removeValue(forKey: packet.stream) else { continue }
      let bytes = try packet.bytes.read(from: source, limit: DisplaySearch.headSize)
      messages.read(bytes, lengthSize: streams[packet.stream].coded?.nalUnitLength)
      add(messages, to: packet.stream)
    }
    for (index, messages) in unknown { add(messages, to: index) }
  }

  private mutating func add(_ messages: DisplayMessages, to stream: Int) {
    guard let description = streams[stream].formatDescription else { return }
    var extensions = description.extensions
    if let display = messages.masteringDisplay {
      extensions[.masteringDisplayColorVolume] = .init(NSData(bytes: display))
    }
    if let level = messages.lightLevel, extensions[.contentLightLevelInfo] == nil {
      extensions[.contentLightLevelInfo] = .init(NSData(bytes: level))
    }
    let (size, type) = (description.dimensions, description.mediaSubType)
    // The description was made with this size and type.
    guard
      let described = try? CMFormatDescription(
        videoCodecType: .init(rawValue: type.rawValue), width: Int(size.width), height: Int(size.height),
        extensions: extensions)
    else { return }
    streams[stream].formatDescription = described
  }
}

/// The limits of the search for a key frame and its messages.
private enum DisplaySearch {
  static let packetCount = 1024
  /// The bytes of a key frame that are read: messages come before the slices.
  static let headSize = 16_384
}
