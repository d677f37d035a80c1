/// The chunks of WAVE and AIFF files with markers, instruments and notes of productions, which copies and encoders leave out.
///
/// Sources: EBU Tech 3285 ('bext'); iXML Specification 3.01; ITU-R BS.2088 ('axml', 'chna'); Microsoft, "Multimedia Programming
/// Interface and Data Specifications 1.0"; Apple, "Audio Interchange File Format 1.3".
package enum ProductionChunks {
  private static let types: Set<BoxType> = [
    "bext", "iXML", "axml", "chna", "cue ", "plst", "smpl", "inst", "MARK", "INST", "COMT", "MIDI", "AESD", "APPL",
  ]

  /// Returns the words for such chunks of a file, `the chunks 'bext', 'cue'`; nil for none, and for other files.
  package static func text(in source: any ByteSource) -> String? {
    guard var chunks = try? IFFChunkSequence(source) else { return nil }
    var names: [String] = []
    // Chunks behind damage are not known.
    while let chunk = try? chunks.next() {
      let name = "'\(chunk.type.text.prefix { $0 != " " })'"
      if types.contains(chunk.type), !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : "the \(names.count == 1 ? "chunk" : "chunks") \(names.joined(separator: ", "))"
  }
}
