/// A box of a file that is being edited: unchanged parts are copied from the file byte for byte.
struct BoxDraft {
  enum Contents {
    /// The whole box is copied from the file, including its header.
    case untouched
    /// New bytes.
    case bytes([UInt8])
    /// Boxes, with the bytes before and after them.
    case boxes(prefix: [UInt8], [BoxDraft], tail: [UInt8])
    /// A table of chunks in the media that are added to the file, by their offsets in these media: a 'co64' box.
    case addedChunks([Int64])
  }

  /// The largest number of boxes in one box that may be edited.
  private static let largestCount = 100_000

  var type: BoxType
  private(set) var contents: Contents
  /// The box in the file; nil for a new box.
  let original: Box?
  /// True if a change removed the box's last contents.
  var isEmptied = false

  init(_ original: Box) {
    type = original.type
    contents = .untouched
    self.original = original
  }

  init(_ box: RawBox) {
    self.init(box.type, bytes: box.payload)
  }

  init(_ type: BoxType, bytes: [UInt8]) {
    self.type = type
    contents = .bytes(bytes)
    original = nil
  }

  init(_ type: BoxType, prefix: [UInt8] = [], boxes: [BoxDraft]) {
    self.type = type
    contents = .boxes(prefix: prefix, boxes, tail: [])
    original = nil
  }

  init(addedChunks: [Int64]) {
    type = "co64"
    contents = .addedChunks(addedChunks)
    original = nil
  }

  /// The boxes inside, once the box has been opened.
  var children: [BoxDraft] {
    get { if case .boxes(_, let boxes, _) = contents { boxes } else { [] } }
    set {
      if case .boxes(let prefix, _, let tail) = contents { contents = .boxes(prefix: prefix, newValue, tail: tail) }
    }
  }

  /// The bytes before the boxes inside, once the box has been opened.
  var prefix: [UInt8] { if case .boxes(let prefix, _, _) = contents { prefix } else { [] } }

  mutating func replace(bytes: [UInt8]) {
    contents = .bytes(bytes)
  }

  /// Reads the boxes inside for editing; `skipping` bytes come before them.
  ///
  /// - Parameter keepingDamage: True to keep bytes after a damaged box unchanged instead of throwing an error.
  mutating func open(skipping: Int64 = 0, keepingDamage: Bool = false, window: ByteWindow) throws(MovieError) {
    guard case .untouched = contents, let original else { return }
    var sequence = BoxSequence(in: original, skipping: skipping, window: window)
    let start = sequence.position
    var boxes: [BoxDraft] = []
    while let box = try Self.next(of: &sequence, keepingDamage: keepingDamage) {
      guard boxes.count < Self.largestCount else {
        throw .excessive("'\(type.text)' has over \(Self.largestCount) boxes", in: original)
      }
      boxes.append(BoxDraft(box))
    }
    // An extended type is part of the prefix.
    let extended = Int64(original.extendedType?.count ?? 0)
    let prefix = try window.bytes(
      at: original.start - extended, count: Int(start - original.start + extended))
    let rest = original.end - sequence.position
    guard rest <= 1 << 20 else {
      throw .excessive("'\(type.text)' has \(rest) bytes that are no boxes", in: original, at: sequence.position)
    }
    contents = .boxes(prefix: prefix, boxes, tail: try window.bytes(at: sequence.position, count: Int(rest)))
  }

  private static func next(of sequence: inout BoxSequence, keepingDamage: Bool) throws(MovieError) -> Box? {
    do throws(MovieError) {
      return try sequence.next()
    } catch {
      guard keepingDamage, error.code == .malformed else { throw error }
      return nil
    }
  }

  /// The size of the edited box in bytes.
  var size: Int64 {
    let payload: Int64
    switch contents {
    case .untouched:
      guard let original else { return 8 }
      if original.type == type { return original.size }
      payload = wholePayload(of: original).upperBound - wholePayload(of: original).lowerBound
    case .bytes(let bytes): payload = Int64(bytes.count)
    case .boxes(let prefix, let boxes, let tail):
      payload = boxes.reduce(Int64(prefix.count + tail.count)) { $0 + $1.size }
    case .addedChunks(let places): payload = 8 + 8 * Int64(places.count)
    }
    return payload + (payload + 8 > Int64(UInt32.max) ? 16 : 8)
  }

  /// The bytes after size and type; an extended type is included.
  private func wholePayload(of box: Box) -> Range<Int64> {
    box.start - Int64(box.extendedType?.count ?? 0)..<box.end
  }

  /// Appends the box's bytes.
  ///
  /// - Parameter addedMedia: The offset of the added media in the new file.
  func write(to pieces: inout FilePieces, addedMedia: Int64) {
    if case .untouched = contents, let original, original.type == type {
      return pieces.append(original.offset..<original.end)
    }
    pieces.appendHeader(type, size: size)
    switch contents {
    case .untouched: if let original { pieces.append(wholePayload(of: original)) }
    case .bytes(let bytes): pieces.append(bytes)
    case .boxes(let prefix, let boxes, let tail):
      pieces.append(prefix)
      for box in boxes { box.write(to: &pieces, addedMedia: addedMedia) }
      pieces.append(tail)
    case .addedChunks(let places):
      var writer = BoxWriter()
      writer.u32(0)
      writer.u32(UInt32(clamping: places.count))
      for place in places { writer.i64(addedMedia + place) }
      pieces.append(writer.contents)
    }
  }
}

extension BoxDraft {
  /// Returns the index of the first box of a type inside.
  func index(of type: BoxType) -> Int? { children.firstIndex { $0.type == type } }

  /// Changes the first box of a type inside, or a new one that is appended.
  mutating func update<E>(
    _ type: BoxType, adding new: @autoclosure () -> BoxDraft, _ body: (inout BoxDraft) throws(E) -> Void
  ) throws(E) {
    if let index = index(of: type) {
      var child = children[index]
      try body(&child)
      children[index] = child
    } else {
      var child = new()
      try body(&child)
      children.append(child)
    }
  }

  /// Changes the box at a path of types, opening boxes on the way; does nothing if there is none.
  mutating func update(
    at path: some Collection<BoxType>, window: ByteWindow,
    _ body: (inout BoxDraft) throws(MovieError) -> Void
  ) throws(MovieError) {
    guard let type = path.first else { return try body(&self) }
    try open(window: window)
    guard let index = index(of: type) else { return }
    var child = children[index]
    try child.update(at: path.dropFirst(), window: window, body)
    children[index] = child
  }
}
