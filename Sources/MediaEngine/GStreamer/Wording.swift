import MediaGraph

/// The names in `candidates` that a person may have meant by `name`: at most three, nearest first.
///
/// Here, because a file that sees GStreamer's `GstElement` cannot see the node of that name too.
func nearNames(to name: String, in candidates: some Sequence<String>) -> [String] {
  Suggestion.near(to: name, in: candidates)
}

/// `; did you mean a, b or c?`, or nothing.
func didYouMean(_ names: [String]) -> String {
  names.isEmpty ? "" : "; did you mean \(oneOf(names.map { "'\($0)'" }))?"
}

/// `a`, `a or b`, `a, b or c`.
func oneOf(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
