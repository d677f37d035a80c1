/// The pictures of a compositor's inputs at one time.
///
/// It exists only during the call that receives it: it can't be stored or copied.
public struct VideoInputs: ~Copyable {
  private let ports: [String]
  private let lend: (Int, (borrowing VideoFrame) -> Void) -> Bool

  init(ports: [String], lend: @escaping (Int, (borrowing VideoFrame) -> Void) -> Bool) {
    self.ports = ports
    self.lend = lend
  }

  /// How many inputs there are, with a picture or without.
  public var count: Int { ports.count }

  /// The port that an input is linked to: `in`, unless the node names its ports. Traps when there is no such input.
  public func port(_ index: Int) -> String { ports[index] }

  /// Lends an input's picture for reading; inputs are counted from 0, in the order of the links.
  ///
  /// It has the pixel format of the output and a size of its own. Traps when there is no such input.
  /// - Returns: what `body` returns; nil when the input shows nothing at this time, since it has not begun or has ended.
  public func withPicture<R, E: Error>(
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
