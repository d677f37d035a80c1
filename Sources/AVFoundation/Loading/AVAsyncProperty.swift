/// A loadable property of any object.
open class AVAnyAsyncProperty: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
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

/// A loadable property of one kind of object, with values of any type. The existing properties, such as `.duration`,
/// are its members.
///
/// Unchecked like its superclass; it stores nothing.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A loadable property of one kind of object, for `load(_:)` and `status(of:)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  // Unchecked, since the compiler checks no class with a superclass: what is stored is constant or behind a lock.
  /// The loading status of a property.
  public enum Status {
    /// No load has been requested yet, or it was cancelled.
    case notYetLoaded
    /// A load is in progress.
    case loading
    /// The value is loaded.
    case loaded(Value)
    /// The load failed.
    case failed(NSError)
  }

  /// Reads the property once it is loaded.
  let read: @Sendable (Root) throws -> Value

  /// - Parameter read: Reads the value once it is loaded.
  init(_ key: String, read: @escaping @Sendable (Root) throws -> Value) {
    self.read = read
    super.init(key: key)
  }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}

extension AVAsyncProperty.Status: Equatable where Value: Equatable {}
