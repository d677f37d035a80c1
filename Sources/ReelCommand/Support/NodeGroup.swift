import MediaGraph

/// The types of nodes that a list shows together.
struct NodeGroup {
  let title: String
  var declarations: [NodeDeclaration]

  /// Sorts types into groups by the first words of their names, the groups in the order in which graphs are built.
  ///
  /// Types whose first word has no heading, such as a plugin's, are in groups of that word.
  static func groups(of declarations: [NodeDeclaration]) -> [NodeGroup] {
    var groups = headings.map { NodeGroup(title: $0.title, declarations: []) }
    for declaration in declarations {
      let word = String(declaration.type.name.prefix { $0 != "." })
      if let index = headings.firstIndex(where: { $0.words.contains(word) }) {
        groups[index].declarations.append(declaration)
      } else if let index = groups[headings.count...].firstIndex(where: { $0.title == word }) {
        groups[index].declarations.append(declaration)
      } else {
        groups.append(NodeGroup(title: word, declarations: [declaration]))
      }
    }
    return groups.filter { !$0.declarations.isEmpty }
  }

  private static let headings: [(title: String, words: Set<String>)] = [
    ("Files and assets", ["asset", "movie", "file"]),
    ("Timelines", ["timeline"]),
    ("Video", ["video"]),
    ("Audio", ["audio"]),
    ("Images", ["image"]),
    ("Text and metadata", ["text", "metadata"]),
    ("Containers", ["mux", "hls"]),
    ("Devices", ["capture", "display", "speaker"]),
    ("Tests", ["test"]),
    ("Others", ["gst", "null"]),
  ]

  /// Formats groups as a list, a line for each type below its group's heading.
  static func list(_ groups: [NodeGroup]) -> String {
    let width = groups.flatMap(\.declarations).map(\.type.name.count).max() ?? 0
    return groups.map { group in
      ([group.title] + group.declarations.map { "  \($0.type.name.padded(to: width))  \($0.summary)" })
        .joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
