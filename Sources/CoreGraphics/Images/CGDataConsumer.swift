import Foundation

/// The functions of a consumer that gives bytes to the program.
public struct CGDataConsumerCallbacks: Sendable {
  /// Takes bytes, and returns how many of them were taken.
  public var putBytes: (@convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int)?
  /// Releases what the functions share.
  public var releaseConsumer: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  /// Creates functions.
  public init(
    putBytes: (@convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int)?,
    releaseConsumer: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    (self.putBytes, self.releaseConsumer) = (putBytes, releaseConsumer)
  }
}

/// A place for the bytes of a file: data, a file, or functions of the program.
public final class CGDataConsumer {
  private let write: (Data) -> Bool
  private let release: () -> Void

  private init(write: @escaping (Data) -> Bool, release: @escaping () -> Void = {}) {
    (self.write, self.release) = (write, release)
  }

  deinit { release() }

  /// Creates a consumer that appends to data.
  public convenience init?(data: CFMutableData) {
    self.init(write: { bytes in
      data.append(bytes)
      return true
    })
  }

  /// Creates a consumer that writes a file, which appears complete or not at all.
  public convenience init?(url: CFURL) {
    let url = url as URL
    self.init(write: { bytes in (try? bytes.write(to: url, options: .atomic)) != nil })
  }

  /// Creates a consumer that gives bytes to functions; nil without the function that takes them.
  public convenience init?(info: UnsafeMutableRawPointer?, cbks: UnsafePointer<CGDataConsumerCallbacks>) {
    let callbacks = cbks.pointee
    guard let put = callbacks.putBytes else { return nil }
    self.init(
      write: { bytes in
        bytes.withUnsafeBytes { buffer in
          guard var next = buffer.baseAddress else { return true }
          var rest = buffer.count
          while rest > 0 {
            let taken = put(info, next, rest)
            guard taken > 0, taken <= rest else { return false }
            (next, rest) = (next + taken, rest - taken)
          }
          return true
        }
      }, release: { callbacks.releaseConsumer?(info) })
  }

  /// Gives the bytes of a whole file; returns true if all were taken.
  package func take(_ bytes: Data) -> Bool { write(bytes) }
}
