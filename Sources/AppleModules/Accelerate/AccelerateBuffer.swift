/// Elements in a row in memory, such as those of an array, of which the calls of `vDSP` and `vForce` read.
public protocol AccelerateBuffer<Element> {
  associatedtype Element

  /// The number of elements.
  var count: Int { get }

  /// Calls a body with the memory of the elements.
  func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R
}

/// Elements in a row in memory, to which the calls of `vDSP` and `vForce` write.
public protocol AccelerateMutableBuffer<Element>: AccelerateBuffer {
  /// Calls a body with the memory of the elements.
  mutating func withUnsafeMutableBufferPointer<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R
}

extension Array: AccelerateMutableBuffer {}
extension ArraySlice: AccelerateMutableBuffer {}
extension ContiguousArray: AccelerateMutableBuffer {}

extension UnsafeBufferPointer: AccelerateBuffer {
  public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R {
    try body(self)
  }
}

extension UnsafeMutableBufferPointer: AccelerateMutableBuffer {
  public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R {
    try body(UnsafeBufferPointer(self))
  }

  public mutating func withUnsafeMutableBufferPointer<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R {
    try body(&self)
  }
}

extension Slice: AccelerateBuffer where Base: AccelerateBuffer, Base.Index == Int {
  public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Base.Element>) throws -> R) rethrows -> R {
    try base.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[startIndex..<endIndex])) }
  }
}

extension Slice: AccelerateMutableBuffer where Base: AccelerateMutableBuffer & MutableCollection, Base.Index == Int {
  public mutating func withUnsafeMutableBufferPointer<R>(
    _ body: (inout UnsafeMutableBufferPointer<Base.Element>) throws -> R
  ) rethrows -> R {
    guard let result = try withContiguousMutableStorageIfAvailable(body) else {
      preconditionFailure("the elements of \(Base.self) are not in a row in memory")
    }
    return result
  }
}

// The memory of some vectors at once, and the number of elements that all of them have; a body is not called for none.

func withVector<A>(_ a: some AccelerateBuffer<A>, _ body: (UnsafePointer<A>, vDSP_Length) -> Void) {
  a.withUnsafeBufferPointer { memory in
    if let start = memory.baseAddress, !memory.isEmpty { body(start, vDSP_Length(memory.count)) }
  }
}

func withVectors<A, B>(
  _ a: some AccelerateBuffer<A>, _ b: some AccelerateBuffer<B>,
  _ body: (UnsafePointer<A>, UnsafePointer<B>, vDSP_Length) -> Void
) {
  withVector(a) { a, count in withVector(b) { body(a, $0, min(count, $1)) } }
}

func withVector<A, Result>(
  _ a: some AccelerateBuffer<A>, to result: inout some AccelerateMutableBuffer<Result>,
  _ body: (UnsafePointer<A>, UnsafeMutablePointer<Result>, vDSP_Length) -> Void
) {
  withVector(a) { a, count in withResult(&result) { body(a, $0, min(count, $1)) } }
}

func withVectors<A, B, Result>(
  _ a: some AccelerateBuffer<A>, _ b: some AccelerateBuffer<B>, to result: inout some AccelerateMutableBuffer<Result>,
  _ body: (UnsafePointer<A>, UnsafePointer<B>, UnsafeMutablePointer<Result>, vDSP_Length) -> Void
) {
  withVectors(a, b) { a, b, count in withResult(&result) { body(a, b, $0, min(count, $1)) } }
}

func withVectors<A, B, C, Result>(
  _ a: some AccelerateBuffer<A>, _ b: some AccelerateBuffer<B>, _ c: some AccelerateBuffer<C>,
  to result: inout some AccelerateMutableBuffer<Result>,
  _ body: (UnsafePointer<A>, UnsafePointer<B>, UnsafePointer<C>, UnsafeMutablePointer<Result>, vDSP_Length) -> Void
) {
  withVector(a) { a, count in
    withVectors(b, c, to: &result) { b, c, result, others in body(a, b, c, result, min(count, others)) }
  }
}

func withResult<Result>(
  _ result: inout some AccelerateMutableBuffer<Result>, _ body: (UnsafeMutablePointer<Result>, vDSP_Length) -> Void
) {
  result.withUnsafeMutableBufferPointer { memory in
    if let start = memory.baseAddress, !memory.isEmpty { body(start, vDSP_Length(memory.count)) }
  }
}

/// Returns an array whose elements a body sets, all of them.
func array<Element>(_ count: Int, _ body: (inout UnsafeMutableBufferPointer<Element>) -> Void) -> [Element] {
  [Element](unsafeUninitializedCapacity: max(0, count)) { memory, filled in
    var part = UnsafeMutableBufferPointer(rebasing: memory[..<max(0, count)])
    body(&part)
    filled = max(0, count)
  }
}
