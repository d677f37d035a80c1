/// Where a box is in the tree, such as `moov/trak[2]/mdia`; boxes of equal type in one box are numbered from 1.
public struct BoxPath: Hashable, Sendable, CustomStringConvertible {
  /// A step down the tree.
  public struct Step: Hashable, Sendable {
    public let type: BoxType
    /// 1 for the first box of its type.
    public let number: Int
  }

  public let steps: [Step]

  /// The file itself.
  static let root = BoxPath(steps: [])

  func appending(_ type: BoxType, _ number: Int) -> BoxPath {
    BoxPath(steps: steps + [Step(type: type, number: number)])
  }

  /// Types with slashes between them; the first of its type has no number unless it is a track or a fragment.
  public var description: String {
    steps.map { step in
      step.number > 1 || step.type == .trak || step.type == .moof ? "\(step.type.text)[\(step.number)]" : step.type.text
    }.joined(separator: "/")
  }
}
