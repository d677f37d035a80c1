import Foundation

extension Diagnostic: Encodable {
  private enum Key: String, CodingKey {
    case severity, kind, message, file, line, column, length, label, notes, cause, help
  }

  /// Encodes the same fields as the text; absent ones are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(kind, forKey: .kind)
    try container.encode(message, forKey: .message)
    if let range {
      try container.encode(range.file.path, forKey: .file)
      try container.encode(range.line, forKey: .line)
      try container.encode(range.column, forKey: .column)
      try container.encode(range.length, forKey: .length)
    }
    if !label.isEmpty { try container.encode(label, forKey: .label) }
    if !notes.isEmpty { try container.encode(notes, forKey: .notes) }
    try container.encodeIfPresent(cause, forKey: .cause)
    try container.encodeIfPresent(help, forKey: .help)
  }
}

extension Diagnostics {
  /// A JSON object with the one key `diagnostics`, indented, with keys in order.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(["diagnostics": all]), as: UTF8.self)
  }
}
