internal import MovieFile

/// The value of an item: an object for callers, and its stored form in a file.
///
/// The object is a copy that is never changed: an `NSString`, `NSNumber`, `NSData`, `NSDate`, or any object that a
/// program set.
struct MetadataItemValue: Sendable {
  nonisolated(unsafe) let object: (any NSCopying & NSObjectProtocol)?
  /// The stored form; nil for a value that a program set.
  let stored: MetadataValue?

  static let none = MetadataItemValue(object: nil)

  /// A program's value.
  init(object: (any NSCopying & NSObjectProtocol)?) {
    self.object = object.flatMap { $0.copy(with: nil) as? any NSCopying & NSObjectProtocol }
    stored = nil
  }

  /// A file's value.
  init(_ stored: MetadataValue) {
    self.stored = stored
    object =
      switch stored {
      case .text(let text, _): NSString(string: text)
      case .integer(let number, _): NSNumber(value: number)
      case .unsigned(let number, _): NSNumber(value: number)
      case .float(let number, _): NSNumber(value: number)
      case .image(_, let bytes), .data(let bytes): NSData(data: Data(bytes))
      }
  }

  /// The form to store in a file: a file's own value unchanged, a program's value converted.
  var fileValue: MetadataValue? {
    if let stored { return stored }
    switch object {
    case let text as NSString: return .text(String(text), .utf8)
    case let number as NSNumber: return number.fileValue
    case let date as NSDate: return .text(MetadataDate.text(date as Date), .utf8)
    case let data as NSData:
      let bytes = Array(Data(copying: data))
      return MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) } ?? .data(bytes)
    default: return nil
    }
  }
}

extension NSNumber {
  /// A float in the size of its type; an integer in 1, 2, 4 or 8 bytes, as few as it needs.
  fileprivate var fileValue: MetadataValue {
    switch UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "f"): return .float(doubleValue, byteCount: 4)
    case UInt8(ascii: "d"): return .float(doubleValue, byteCount: 8)
    case UInt8(ascii: "Q") where uint64Value > UInt64(Int64.max): return .unsigned(uint64Value, byteCount: 8)
    default:
      let number = int64Value
      let count = [1, 2, 4].first { number >> Int64(8 * $0 - 1) == (number < 0 ? -1 : 0) } ?? 8
      return .integer(number, byteCount: count)
    }
  }
}
