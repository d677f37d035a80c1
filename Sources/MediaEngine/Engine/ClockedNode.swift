/// A node that works in real time: the run uses a clock.
protocol ClockedNode: ElementNode {}

extension ClockedNode {
  var needsClock: Bool { true }
}
