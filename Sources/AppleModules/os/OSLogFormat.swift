import Foundation

/// Returns the text of a message in C's format, of which `%{…}` says who may see a value.
func formatted(_ format: StaticString, _ arguments: [any CVarArg]) -> String {
  var (text, values, rest) = ("", arguments[...], format.description[...])
  while let start = rest.firstIndex(of: "%") {
    text += rest[..<start]
    rest = rest[rest.index(after: start)...]
    var isHidden = false
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let options = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",")
      isHidden = options.contains { ["private", "sensitive"].contains($0.trimmingCharacters(in: .whitespaces)) }
      rest = rest[rest.index(after: end)...]
    }
    guard let end = rest.firstIndex(where: { $0.isLetter && !"hlqLtjz".contains($0) || "@%".contains($0) }) else {
      break
    }
    let place = rest[...end]
    rest = rest[rest.index(after: end)...]
    if place == "%" {
      text += "%"
    } else if let value = values.popFirst() {
      text += isHidden ? "<private>" : formatted(place, value)
    } else {
      text += "<missing>"
    }
  }
  return text + rest
}

/// Returns the text of one value; as Swift prints it where it is not of the kind that the conversion reads.
private func formatted(_ place: Substring, _ value: any CVarArg) -> String {
  switch (place.last, value) {
  case ("s", let text as UnsafePointer<CChar>): String(cString: text)
  case ("s", let text as UnsafePointer<UInt8>): String(cString: text)
  case ("@", _), ("s", _): "\(value)"
  case (let conversion?, is any BinaryFloatingPoint) where "aefgAEFG".contains(conversion):
    String(format: "%" + place, value)
  case (let conversion?, is any BinaryInteger) where "cdiouxDOUX".contains(conversion):
    String(format: "%" + place, value)
  default: "\(value)"
  }
}
