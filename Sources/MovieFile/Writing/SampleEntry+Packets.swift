extension SampleEntry {
  /// The frames and bytes of a packet of QuickTime audio that counts frames as samples; nil for all others.
  var audioPacketLayout: SampleTableBoxes.AudioPacketLayout? {
    guard isQuickTime, contents.count >= 36, let (description, window) = try? parsed(handlerType: .audio) else {
      return nil
    }
    return (try? description.audioPacketLayout(window)).flatMap { $0 }
  }

  /// Returns the format description of the entry, as parsed from a file.
  package func formatDescription(handlerType: BoxType) throws(MovieError) -> CMFormatDescription {
    try parsed(handlerType: handlerType).description.formatDescription()
  }

  private func parsed(handlerType: BoxType) throws(MovieError) -> (description: SampleDescription, window: ByteWindow) {
    var entry = BoxWriter()
    write(to: &entry)
    let source = MemoryByteSource(entry.contents)
    let window = ByteWindow(source)
    var boxes = BoxSequence(topLevelOf: window)
    guard let box = try boxes.next() else {
      throw MovieError(.malformed, "the sample description '\(format.text)' is empty")
    }
    let description = SampleDescription(
      format: format, dataReferenceIndex: 0, box: box, handlerType: handlerType, protection: nil,
      isQuickTime: isQuickTime,
      tableVersion: tableVersion, source: source)
    return (description, window)
  }
}
