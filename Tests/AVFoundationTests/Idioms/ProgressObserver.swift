// A view model observes a property of a media object, as applications observe a player's status.

import AVFoundation
import Testing

private final class ProgressModel: @unchecked Sendable {
  private(set) var labels: [String] = []
  private var observations = Set<NSKeyValueObservation>()

  func attach(to tuner: Tuner) {
    tuner.observe(\.title, options: [.initial, .new]) { [weak self] _, change in
      guard let title = change.newValue as? String else {
        self?.labels.append("waiting")
        return
      }
      self?.labels.append(title)
    }.store(in: &observations)
  }

  func detach() {
    observations.forEach { $0.invalidate() }
    observations.removeAll()
  }
}

extension NSKeyValueObservation {
  fileprivate func store(in set: inout Set<NSKeyValueObservation>) { set.insert(self) }
}

@Test func aModel_followsAProperty() {
  let (tuner, model) = (Tuner(), ProgressModel())
  model.attach(to: tuner)
  tuner.title = "loaded"
  tuner.title = nil
  model.detach()
  tuner.title = "late"
  #expect(model.labels == ["waiting", "loaded", "waiting"])
}
