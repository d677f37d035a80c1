/// The keys of a description's maps, in the order in which they are written.
enum DescriptionKeys {
  static let root = ["format", "name", "summary", "include", "plugins", "parameters", "templates", "nodes", "stop"]
  static let template = ["parameters", "inputs", "outputs", "nodes"]
  static let node = ["use", "in", "with", "delivery"]
  static let parameter = ["type", "required", "default", "minimum", "maximum"]
  static let stop = ["after", "signals", "failure"]
}
