/// The same random numbers in every run, so that failures are reproducible.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
