import Foundation

/// The boxes after the fixed fields of a sample entry.
struct SampleEntryBoxes {
  private(set) var boxes: [Box] = []
  /// The contents of the boxes with their types, in the order of the file.
  private(set) var contents: [(type: BoxType, bytes: [UInt8])] = []

  init(in entry: Box, from position: Int64, window: ByteWindow) throws(MovieError) {
    guard entry.size <= 1 << 22 else {
      throw .excessive("sample description '\(entry.type.text)' has \(entry.size) bytes", in: entry)
    }
    var sequence = BoxSequence(in: entry, skipping: position - entry.start, window: window)
    while let box = try sequence.next() {
      guard boxes.count < 256 else {
        throw MovieError(
          .excessive, "sample description '\(entry.type.text)' has over 256 boxes", box: entry.path.description,
          offset: entry.offset)
      }
      var reader = PayloadReader(box, window: window)
      boxes.append(box)
      contents.append((box.type, try reader.rest(limit: 1 << 20)))
    }
  }

  /// The contents of the first box of a type.
  subscript(type: BoxType) -> [UInt8]? { contents.first { $0.type == type }?.bytes }

  /// The first box of a type.
  func box(_ type: BoxType) -> Box? { boxes.first { $0.type == type } }

  /// All contents as format descriptions store them: data by type, an array of data for a type that occurs several
  /// times.
  var atoms: NSDictionary {
    let atoms = NSMutableDictionary()
    for (type, contents) in Dictionary(grouping: contents, by: \.type) {
      let data = contents.map { NSData(bytes: $0.bytes) }
      atoms[type.text as NSString] = data.count == 1 ? data[0] : data as NSArray
    }
    return atoms
  }
}

extension CMFormatDescription.Extensions {
  mutating func addAtoms(_ atoms: NSDictionary) {
    if atoms.count > 0 { self[.sampleDescriptionExtensionAtoms] = .init(atoms) }
  }
}
