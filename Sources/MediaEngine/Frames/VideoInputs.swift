/// The frames of a compositor's inputs at one time.
///
/// It is valid only during the call that receives it: it can't be stored or copied.
public struct VideoInputs: ~Copyable {
  private let ports: [String]
  private let lend: (Int, (borrowing VideoFrame) -> Void) -> Bool

  init(ports: [String], lend: @escaping (Int, (borrowing VideoFrame) -> Void) -> Bool) {
    self.ports = ports
    self.lend = lend
  }

  /// The number of inputs, including those without a frame.
  public var count: Int { ports.count }

  /// Returns the port of an input: `in`, unless the node names its ports. Traps if there is no such input.
  public func port(_ index: Int) -> String { ports[index] }

  /// Calls a body with an input's frame for reading; inputs are counted from 0, in the order of the links.
  ///
  /// It has the pixel format of the output and a size of its own. Traps if there is no such input.
  ///
  /// - Returns: The result of `body`; nil if the input has no frame at this time, because it has not begun or has
  ///   ended.
  public func withFrame<R, E: Error>(
    _ index: Int, _ body: (borrowing VideoFrame) throws(E) -> R
  ) throws(E) -> R? {
    precondition(ports.indices.contains(index), "there is no input \(index)")
    var result: Result<R, E>?
    withoutActuallyEscaping(body) { body in
      _ = lend(index) { frame in
        do throws(E) { result = .success(try body(frame)) } catch { result = .failure(error) }
      }
    }
    return try result?.get()
  }
}
