/// A choice of a file's tracks: `first` (enabled), `all`, `none`, `id:2`, `language:de` or
/// `characteristic:public.main-program-content`.
public struct TrackChoice: TextValue {
  public static let parameterType = ParameterType(
    "tracks", example: "language:de", pattern: "^(first|all|none|id:-?[0-9]+|language:.+|characteristic:.+)$",
    forms: ["first", "all", "none", "id:NUMBER", "language:TAG", "characteristic:NAME"])

  /// The criteria.
  public enum Rule: Hashable, Sendable {
    /// The first enabled track of the kind.
    case first
    /// Every track of the kind, in file order.
    case all
    /// No track.
    case none
    /// The track with this ID in the file.
    case id(Int)
    /// The tracks whose language begins with this BCP 47 tag.
    case language(String)
    /// The tracks that have this media characteristic.
    case characteristic(String)
  }

  public let rule: Rule

  public init() { rule = .first }
  public init(_ rule: Rule) { self.rule = rule }

  public init(parsing text: String) throws(ArgumentError) {
    let value = text.drop { $0 != ":" }.dropFirst()
    switch text {
    case "first": rule = .first
    case "all": rule = .all
    case "none": rule = .none
    case _ where text.hasPrefix("id:") && Int(value) != nil: rule = .id(Int(value) ?? 0)
    case _ where text.hasPrefix("language:") && !value.isEmpty: rule = .language(String(value))
    case _ where text.hasPrefix("characteristic:") && !value.isEmpty: rule = .characteristic(String(value))
    default:
      throw ArgumentError(
        "must be first, all, none, id:NUMBER, language:TAG or characteristic:NAME", label: "chooses no track",
        help: Int(text).map { "write id:\($0)" })
    }
  }

  public var text: String {
    switch rule {
    case .first: "first"
    case .all: "all"
    case .none: "none"
    case .id(let id): "id:\(id)"
    case .language(let tag): "language:\(tag)"
    case .characteristic(let name): "characteristic:\(name)"
    }
  }
}
