import Foundation

/// Called when a provider no longer needs the caller's bytes.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// A source of bytes for images.
public final class CGDataProvider: Sendable {
  let bytes: Data

  init(bytes: Data) {
    self.bytes = bytes
  }

  /// Creates a provider of a copy of a data object's bytes.
  public convenience init?(data: CFData) {
    self.init(bytes: Data(copying: data))
  }

  /// Creates a provider of the caller's bytes, which are not copied.
  ///
  /// `releaseData` is called exactly once, when neither the provider nor objects made from it need them. Nil for a
  /// negative size.
  public convenience init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    nonisolated(unsafe) let context = info
    // `Data` of no bytes would drop the deallocator without a call.
    guard size > 0 else {
      releaseData(info, data, 0)
      self.init(bytes: Data())
      return
    }
    self.init(
      bytes: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
        deallocator: .custom { pointer, count in releaseData(context, pointer, count) }))
  }

  /// Creates a provider of a file's bytes, or nil if it cannot be read.
  public convenience init?(url: CFURL) {
    guard let data = try? Data(contentsOf: url as URL) else { return nil }
    self.init(bytes: data)
  }

  /// Creates a provider of a file's bytes, or nil if it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: NSURL(fileURLWithPath: String(cString: filename)))
  }

  /// The bytes.
  public var data: CFData? { bytes as NSData }
}

extension CGDataProvider: Hashable {
  /// Two providers are equal if they are the same object.
  public static func == (lhs: CGDataProvider, rhs: CGDataProvider) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
