@testable import AVFoundation
import MediaGraph
import Testing

/// The keys that settings over time become, and the order of layers.
@Suite struct RampKeysTests {
  /// The keys of a range, in words: those that a jump leads to have a `|`.
  private func text(_ values: TimedValues<Float>, _ range: CMTimeRange, of all: CMTimeRange = span(0, 1000)) -> String {
    values.keys(in: all, initial: 1).part(range)
      .map { "\($0.jump ? "|" : "")\($0.value) at \($0.time.convertScale(600, method: .default).value)" }
      .joined(separator: ", ")
  }

  @Test func settings_becomeKeysAndJumps() {
    var values = TimedValues<Float>()
    #expect(text(values, span(0, 1000)) == "|1.0 at 0")
    values.setLevel(0.5, at: ticks(100))
    values.setRamp(from: 0.25, to: 0.75, in: span(200, 400))
    #expect(text(values, span(0, 1000)) == "|1.0 at 0, |0.5 at 100, |0.25 at 200, 0.75 at 400")
  }

  @Test func partsOfRamps_beginAndEndWithTheirValues() {
    var values = TimedValues<Float>()
    values.setRamp(from: 0, to: 1, in: span(200, 400))
    #expect(text(values, span(250, 300)) == "|0.25 at 250, 0.5 at 300")
    #expect(text(values, span(300, 1000)) == "|0.5 at 300, 1.0 at 400")
    #expect(text(values, span(400, 1000)) == "|1.0 at 400")
    #expect(text(values, span(0, 200)) == "|1.0 at 0")
    #expect(text(values, span(0, 300)) == "|1.0 at 0, |0.0 at 200, 0.5 at 300")
  }

  @Test func rampThatBeginsWithTheValueBefore_keepsItsBeginning() {
    var values = TimedValues<Float>()
    values.setRamp(from: 1, to: 0, in: span(200, 400))
    #expect(text(values, span(0, 1000)) == "|1.0 at 0, |1.0 at 200, 0.0 at 400")
  }

  /// Two thirds of a second, and the same rounded up: the difference is too small for a time.
  @Test func keysThatRoundingBringsTogether_areAJump() {
    let rounded = CMTime(value: 1_431_655_765, timescale: .max)
    var values = TimedValues<Float>()
    values.setRamp(from: 0, to: 1, in: CMTimeRange(start: .zero, end: rounded))
    values.setRamp(from: 1, to: 0, in: CMTimeRange(start: rounded, duration: ticks(300)))
    let ramp = values.keys(in: span(0, 1000), initial: 1).ramp(span(400, 1000)) { Gain(factor: Double($0)) }
    guard case .keys(let keys)? = ramp else {
      Issue.record("\(ramp as Any)")
      return
    }
    #expect(keys.count == 3 && keys[1].at == keys[0].at && keys[1].jump)
    #expect(keys.last?.value == Gain(factor: 0) && keys.last?.jump == false)
  }

  // MARK: Layers

  @Test func agreeingInstructions_needOneLayerATrack() {
    // Tracks in turn: 1, then 1 under 2, then 2, then 2 over 1, then 3 on top.
    let slots = LayerSlots([[1], [1, 2], [2], [1, 2], [2, 3]]).slots
    #expect(slots.map(\.trackID) == [1, 2, 3])
    #expect(slots[1].uses == [nil, 1, 0, 1, 0])
  }

  @Test func disagreeingInstructions_needMore() {
    let slots = LayerSlots([[1, 2], [2, 1]]).slots
    #expect(slots.count == 3)
    for (number, sequence) in [[CMPersistentTrackID(1), 2], [2, 1]].enumerated() {
      #expect(slots.filter { $0.uses[number] != nil }.map(\.trackID) == sequence)
    }
    // One track twice in an instruction.
    #expect(LayerSlots([[4, 4]]).slots.map(\.trackID) == [4, 4])
  }
}
