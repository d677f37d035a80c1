/// The place of a box in the tree, such as `moov/trak[2]/mdia`; boxes of equal type in one box are numbered from 1.
public struct BoxPath: Hashable, Sendable, CustomStringConvertible {
  /// A step down the tree.
  public struct Step: Hashable, Sendable {
    public let type: BoxType
    /// The number among the boxes of its type, from 1.
    public let number: Int
  }

  public let steps: [Step]

  /// The path of the file itself.
  static let root = BoxPath(steps: [])

  func appending(_ type: BoxType, _ number: Int) -> BoxPath {
    BoxPath(steps: steps + [Step(type: type, number: number)])
  }

  /// The types with slashes between them; the first of a type has no number unless it is a track or a fragment.
  public var description: String {
    steps.map { step in
      step.number > 1 || step.type == .trak || step.type == .moof ? "\(step.type.text)[\(step.number)]" : step.type.text
    }.joined(separator: "/")
  }
}
