/// Width and height in pixels, written `1920x1080`.
public struct PixelSize: TextValue {
  public static let parameterType = ParameterType("size", example: "1920x1080", pattern: "^[0-9]+x[0-9]+$")

  public let width: Int
  public let height: Int

  public init() { (width, height) = (0, 0) }

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public init(parsing text: String) throws(ArgumentError) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 2, text.filter({ $0 == "x" }).count == 1 else { throw .notA(Self.parameterType) }
    guard parts.allSatisfy({ (1...32768).contains($0) }) else {
      throw ArgumentError("must be from 1x1 to 32768x32768", label: "is out of range")
    }
    (width, height) = (parts[0], parts[1])
  }

  public var text: String { "\(width)x\(height)" }
}
