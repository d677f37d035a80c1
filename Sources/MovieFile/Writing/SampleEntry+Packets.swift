extension SampleEntry {
  /// Of QuickTime's sound that counts frames as samples, the frames and bytes of a packet; nil for all others.
  var soundPacket: SampleTableBoxes.SoundPacket? {
    guard isQuickTime, contents.count >= 36 else { return nil }
    var entry = BoxWriter()
    write(to: &entry)
    let source = MemoryByteSource(entry.contents)
    let window = ByteWindow(source)
    var boxes = BoxSequence(topLevelOf: window)
    guard let box = try? boxes.next() else { return nil }
    let description = SampleDescription(
      format: format, dataReferenceIndex: 0, box: box, handlerType: .audio, protection: nil, isQuickTime: true,
      tableVersion: tableVersion, source: source)
    return (try? description.soundPacket(window)).flatMap { $0 }
  }
}
