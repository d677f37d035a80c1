/// The values of a file in its first data tag, `onMetaData` (annex E.5), and the index of key frames that writers add.
struct FLVMetadata: Sendable {
  /// A key frame's time in milliseconds, and the offset of its tag.
  struct KeyFrame: Sendable {
    let time: Int64
    let offset: Int64
  }

  /// Numbers by name; Boolean values are 0 and 1.
  private(set) var numbers: [String: Double] = [:]
  /// The index, ascending by time; empty if there is none.
  private(set) var keyFrames: [KeyFrame] = []

  /// The largest number of bytes of a data tag that is read.
  private static let sizeLimit = 1 << 22

  /// Reads a data tag; nil if it is another one.
  init?(_ tag: FLVTag, _ source: any ByteSource) throws(MovieError) {
    guard tag.kind == .script, !tag.isProtected, tag.size <= Self.sizeLimit, tag.isPlausible(in: source) else {
      return nil
    }
    var reader = AMFReader(try source.bytes(at: tag.data.lowerBound, count: tag.data.count))
    guard reader.value() == .text("onMetaData"), case .object(let fields)? = reader.value() else { return nil }
    for (name, value) in fields {
      switch value {
      case .number(let number): numbers[name] = number
      case .object(let inner) where name == "keyframes": readIndex(inner)
      default: break
      }
    }
  }

  /// The duration; nil if it is not stated.
  var duration: Int64? { milliseconds("duration").flatMap { $0 > 0 ? $0 : nil } }

  /// Returns a number as a whole; nil if there is none, or none in 0 to 65,535.
  func size(_ name: String) -> Int? {
    numbers[name].flatMap { $0 >= 1 && $0 < 65_536 ? Int($0) : nil }
  }

  private func milliseconds(_ name: String) -> Int64? { numbers[name].flatMap(Self.milliseconds) }

  private static func milliseconds(_ seconds: Double) -> Int64? {
    Int64(exactly: (seconds * 1000).rounded()).flatMap { abs($0) <= Int64(Int32.max) ? $0 : nil }
  }

  private mutating func readIndex(_ fields: [(name: String, value: AMFReader.Value)]) {
    func numbers(_ name: String) -> [Double] {
      guard case .list(let list)? = fields.first(where: { $0.name == name })?.value else { return [] }
      return list
    }
    for (time, offset) in zip(numbers("times"), numbers("filepositions")) {
      guard let time = Self.milliseconds(time), let offset = Int64(exactly: offset), offset > 0 else { continue }
      // An index that goes back is none.
      if let last = keyFrames.last, last.time > time || last.offset > offset { continue }
      keyFrames.append(KeyFrame(time: time, offset: offset))
    }
  }
}
