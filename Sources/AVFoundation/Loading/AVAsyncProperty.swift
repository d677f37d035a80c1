/// A property of any object that can be loaded.
open class AVAnyAsyncProperty: Hashable, CustomStringConvertible, @unchecked Sendable {
  /// The name of the property.
  let key: String

  init(key: String) { self.key = key }

  public static func == (left: AVAnyAsyncProperty, right: AVAnyAsyncProperty) -> Bool {
    left.key == right.key && type(of: left) == type(of: right)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The name of the property.
  public var description: String { key }
}

/// A property of a kind of objects, whatever its values are. The properties that there are, such as `.duration`, are its members.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A property of a kind of objects that can be loaded, to be given to `load(_:)` and `status(of:)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// Whether the value of a property is there.
  public enum Status {
    /// Nobody has asked for it yet, or loading was cancelled.
    case notYetLoaded
    /// It is being loaded.
    case loading
    /// It is there.
    case loaded(Value)
    /// It cannot be loaded.
    case failed(NSError)
  }

  /// Reads the property, which is loaded.
  let read: @Sendable (Root) throws -> Value

  /// - Parameter read: Reads the value once it is loaded.
  init(_ key: String, read: @escaping @Sendable (Root) throws -> Value) {
    self.read = read
    super.init(key: key)
  }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}

extension AVAsyncProperty.Status: Equatable where Value: Equatable {}
