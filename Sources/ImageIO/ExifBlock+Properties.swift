import CoreGraphics
import Foundation

extension ExifBlock {
  /// The properties of the block, in dictionaries under Apple's keys; empty dictionaries are left out.
  var properties: [String: Any] {
    var result: [String: Any] = [:]
    let groups = [
      (kCGImagePropertyTIFFDictionary, ExifTag.tiff, main), (kCGImagePropertyExifDictionary, ExifTag.exif, exif),
      (kCGImagePropertyGPSDictionary, ExifTag.gps, gps),
    ]
    for (name, tags, directory) in groups {
      var group: [String: Any] = [:]
      for tag in tags { group[tag.key] = directory[tag.number].flatMap { value(of: $0, tag.kind) } }
      if !group.isEmpty { result[name as String] = group }
    }
    if let notes = AppleMakerNote(exif[AppleMakerNote.tag])?.values, !notes.isEmpty {
      result[kCGImagePropertyMakerAppleDictionary as String] = notes
    }
    let tiff = result[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
    if let orientation = tiff?["Orientation"] { result[kCGImagePropertyOrientation as String] = orientation }
    // Without a unit, or with 2, the resolution is per inch; 3 is per centimetre.
    let factor = tiff?["ResolutionUnit"] as? Int == 3 ? 2.54 : 1
    if let x = tiff?["XResolution"] as? Double { result[kCGImagePropertyDPIWidth as String] = x * factor }
    if let y = tiff?["YResolution"] as? Double { result[kCGImagePropertyDPIHeight as String] = y * factor }
    return result
  }

  /// Sets the entries of properties; null removes one. Unknown keys, and values of a wrong type, are ignored.
  mutating func merge(_ properties: [String: Any]) {
    var tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any] ?? [:]
    if let orientation = properties[kCGImagePropertyOrientation as String] { tiff["Orientation"] = orientation }
    if let width = properties[kCGImagePropertyDPIWidth as String] {
      tiff["XResolution"] = width
      tiff["ResolutionUnit"] = 2
    }
    if let height = properties[kCGImagePropertyDPIHeight as String] {
      tiff["YResolution"] = height
      tiff["ResolutionUnit"] = 2
    }
    merge(tiff, ExifTag.tiff, into: &main)
    merge(properties[kCGImagePropertyExifDictionary as String], ExifTag.exif, into: &exif)
    merge(properties[kCGImagePropertyGPSDictionary as String], ExifTag.gps, into: &gps)
    mergeNotes(properties[kCGImagePropertyMakerAppleDictionary as String])
  }

  private mutating func mergeNotes(_ values: Any?) {
    if values is NSNull { exif[AppleMakerNote.tag] = nil }
    guard let values = values as? [String: Any] else { return }
    var notes = AppleMakerNote(exif[AppleMakerNote.tag]) ?? AppleMakerNote()
    for (key, value) in values { notes.values[key] = value is NSNull ? nil : value }
    exif[AppleMakerNote.tag] = notes.entry
  }

  private func merge(_ values: Any?, _ tags: [ExifTag], into directory: inout Directory) {
    if values is NSNull { directory = [:] }
    guard let values = values as? [String: Any] else { return }
    for tag in tags {
      guard let value = values[tag.key] else { continue }
      if value is NSNull {
        directory[tag.number] = nil
      } else if let entry = entry(for: value, tag.kind) {
        directory[tag.number] = entry
      }
    }
  }

  // MARK: Reading

  private func value(of entry: Entry, _ kind: ExifTag.Kind) -> Any? {
    if entry.type == 2 { return text(entry.bytes) }
    if kind == .comment { return entry.bytes.count >= 8 ? text(entry.bytes.dropFirst(8)) : nil }
    guard let size = Self.size(ofType: entry.type), entry.count > 0 else { return nil }
    // Versions are digits as text; Apple's dictionaries hold them as numbers.
    if kind == .undefined && entry.count == 4 && entry.bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
      let digits = entry.bytes.map { Int($0) - 0x30 }
      return Array(digits.first == 0 ? digits.dropFirst() : digits[...])
    }
    let numbers = (0..<min(entry.count, 64)).map { number(entry, at: $0 * size, size) }
    switch kind {
    case .degrees:
      return numbers.count == 3 ? numbers[0] + numbers[1] / 60 + numbers[2] / 3600 : nil
    case .time:
      guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 && $0 < 100 }) else { return nil }
      return String(format: "%02d:%02d:%02d", Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
    default:
      let isWhole = entry.type != 5 && entry.type != 10 && entry.type < 11
      let values: [Any] = isWhole ? numbers.map { Int($0) } : numbers
      return values.count == 1 && kind != .shorts ? values[0] : values
    }
  }

  private func text(_ bytes: Data) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  /// Returns a number of an entry; 0 for a rational with denominator 0.
  private func number(_ entry: Entry, at offset: Int, _ size: Int) -> Double {
    let bytes = entry.bytes.dropFirst(offset).prefix(size)
    func integer(_ bytes: Data, signed: Bool) -> Double {
      let value = (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let shift = UInt64(64 - bytes.count * 8)
      return signed ? Double(Int64(bitPattern: value << shift) >> Int64(shift)) : Double(value)
    }
    let isSigned = [6, 8, 9, 10].contains(entry.type)
    switch entry.type {
    case 5, 10:
      let denominator = integer(bytes.suffix(4), signed: isSigned)
      return denominator == 0 ? 0 : integer(bytes.prefix(4), signed: isSigned) / denominator
    case 11, 12:
      return 0
    default:
      return integer(bytes, signed: isSigned)
    }
  }

  // MARK: Writing

  private func entry(for value: Any, _ kind: ExifTag.Kind) -> Entry? {
    switch kind {
    case .ascii:
      guard let text = value as? String else { return nil }
      let bytes = Data(text.utf8) + [0]
      return Entry(type: 2, count: bytes.count, bytes: bytes)
    case .comment:
      guard let text = value as? String else { return nil }
      let bytes = Data("ASCII\0\0\0".utf8) + Data(text.utf8)
      return Entry(type: 7, count: bytes.count, bytes: bytes)
    case .byte: return whole(value, 0...255, type: 1, size: 1)
    case .short, .shorts: return whole(value, 0...65_535, type: 3, size: 2)
    case .long: return whole(value, 0...Int(UInt32.max), type: 4, size: 4)
    case .undefined:
      guard let values = numbers(value) else { return nil }
      // A version of two or three numbers is stored as four digits: 0231, 0100.
      let isVersion = (2...3).contains(values.count) && values.allSatisfy { (0...9).contains($0) }
      let digits = [0] + values + (values.count == 2 ? [0] : [])
      let bytes = isVersion ? digits.map { UInt8($0) + 0x30 } : values.map { UInt8(max(0, min(255, $0))) }
      return Entry(type: 7, count: bytes.count, bytes: Data(bytes))
    case .rational: return numbers(value).flatMap { rationals($0, signed: false) }
    case .signedRational: return numbers(value).flatMap { rationals($0, signed: true) }
    case .degrees:
      guard let degrees = numbers(value)?.first, (0...180).contains(degrees) else { return nil }
      // Integer degrees and minutes; seconds to a millionth, some 0.03 mm on the ground.
      let units = Int((degrees * 3600 * 1_000_000).rounded())
      let (minutes, rest) = units.quotientAndRemainder(dividingBy: 60_000_000)
      let parts = [(minutes / 60, 1), (minutes % 60, 1), (rest, 1_000_000)]
      return Entry(
        type: 5, count: 3, bytes: parts.reduce(Data()) { $0 + bytes($1.0, 4) + bytes($1.1, 4) })
    case .time:
      guard let parts = (value as? String)?.split(separator: ":").map({ Double($0) }), parts.count == 3 else {
        return nil
      }
      return rationals(parts.map { $0 ?? 0 }, signed: false)
    }
  }

  private func whole(_ value: Any, _ range: ClosedRange<Int>, type: UInt16, size: Int) -> Entry? {
    guard let values = numbers(value),
      values.allSatisfy({ $0 >= Double(range.lowerBound) && $0 <= Double(range.upperBound) })
    else { return nil }
    return Entry(
      type: type, count: values.count, bytes: values.reduce(Data()) { $0 + bytes(Int($1.rounded()), size) })
  }

  private func rationals(_ values: [Double], signed: Bool) -> Entry? {
    let limit = Double(signed ? Int(Int32.max) : Int(UInt32.max))
    guard values.allSatisfy({ $0.isFinite && abs($0) <= limit && (signed || $0 >= 0) }) else { return nil }
    let data = values.reduce(Data()) { data, value in
      let (numerator, denominator) = nearestFraction(value, limit: limit)
      return data + bytes(numerator, 4) + bytes(denominator, 4)
    }
    return Entry(type: signed ? 10 : 5, count: values.count, bytes: data)
  }

  /// Returns one number or an array of up to 64, all finite, or nil.
  private func numbers(_ value: Any) -> [Double]? {
    if let values = value as? [NSNumber] {
      let result = values.map(\.doubleValue)
      return !result.isEmpty && result.count <= 64 && result.allSatisfy(\.isFinite) ? result : nil
    }
    guard let number = (value as? NSNumber)?.doubleValue, number.isFinite else { return nil }
    return [number]
  }

  /// Returns the simplest fraction near a number: 1/60 for an exposure of 0.016666…
  private func nearestFraction(_ value: Double, limit: Double) -> (Int, Int) {
    var (p0, q0, p1, q1) = (0.0, 1.0, 1.0, 0.0)
    var rest = abs(value)
    for _ in 0..<32 {
      let whole = rest.rounded(.down)
      let (p, q) = (whole * p1 + p0, whole * q1 + q0)
      guard p <= limit, q <= 1_000_000 else { break }
      (p0, q0, p1, q1) = (p1, q1, p, q)
      if abs(p1 / q1 - abs(value)) <= abs(value) * 1e-9 || rest == whole { break }
      rest = 1 / (rest - whole)
    }
    return (Int(value < 0 ? -p1 : p1), Int(max(q1, 1)))
  }
}
