/// Collects the items and errors of a place in the file, up to the limits.
struct MetadataCollector {
  let window: ByteWindow
  let isQuickTime: Bool
  /// The largest value of item lists that is read; larger ones are left out.
  let sizeLimit: Int64
  private(set) var metadata = Metadata()
  private var total: Int64 = 0

  init(_ source: any ByteSource, isQuickTime: Bool, sizeLimit: Int64) {
    window = ByteWindow(source)
    (self.isQuickTime, self.sizeLimit) = (isQuickTime, sizeLimit)
  }

  var isFull: Bool { metadata.items.count >= MetadataLimit.itemCount }

  mutating func add(_ item: MetadataItem) {
    metadata.items.append(item)
  }

  mutating func append(_ other: Metadata) {
    metadata.append(other)
  }

  mutating func report(_ problem: MovieError) {
    // The list of problems is limited.
    if metadata.problems.count < 64 { metadata.problems.append(problem) }
  }

  /// Reads the remaining bytes of a box.
  ///
  /// - Throws: `excessive` if they exceed the limit of a value, or of all values together.
  mutating func rest(_ reader: inout PayloadReader) throws(MovieError) -> [UInt8] {
    let count = reader.remaining
    guard count <= MetadataLimit.valueSize, total + count <= MetadataLimit.totalSize else {
      throw MovieError(
        .excessive, "'\(reader.box.type.text)' has \(count) bytes", box: reader.box.path.description,
        offset: reader.box.offset)
    }
    total += count
    return try reader.bytes(Int(count))
  }

  /// Calls a body with each box inside a box, up to the limit of items; records its errors.
  mutating func forEachBox(
    in parent: Box, skipping: Int64 = 0, _ body: (inout MetadataCollector, Box, Int) throws(MovieError) -> Void
  ) {
    var boxes = BoxSequence(in: parent, skipping: skipping, window: window)
    var index = 0
    do throws(MovieError) {
      while let box = try boxes.next() {
        guard !isFull, index <= MetadataLimit.itemCount else {
          report(
            MovieError(
              .excessive, "'\(parent.type.text)' has more than \(index) entries", box: parent.path.description,
              offset: parent.offset))
          return
        }
        attempt { collector throws(MovieError) in try body(&collector, box, index) }
        index += 1
      }
    } catch {
      report(error)
    }
  }

  /// Calls a body, and records its error.
  mutating func attempt(_ body: (inout MetadataCollector) throws(MovieError) -> Void) {
    do throws(MovieError) {
      try body(&self)
    } catch {
      report(error)
    }
  }
}
