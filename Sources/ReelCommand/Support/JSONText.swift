import Foundation

extension Encodable {
  /// The command's JSON form: indented, with sorted keys in snake case. Numbers that JSON does not have are the texts `inf`, `-inf` and
  /// `nan`.
  func json() throws -> String { try text(.prettyPrinted) }

  /// The same on one line.
  func jsonLine() throws -> String { try text([]) }

  private func text(_ formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
