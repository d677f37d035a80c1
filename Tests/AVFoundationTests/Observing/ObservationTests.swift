import AVFoundation
import Synchronization
import Testing

/// The calls of handlers, in order.
private final class Notes: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// Formats nested optionals: `-` is no value.
private func text<Value>(_ change: NSKeyValueObservedChange<Value>) -> String {
  let old = change.oldValue.map { "\($0)" } ?? "-"
  let new = change.newValue.map { "\($0)" } ?? "-"
  return "\(old) to \(new)" + (change.isPrior ? ", prior" : "")
}

@Suite("observe") struct ObservationTests {
  @Test(
    arguments: [
      ([], ["- to -", "- to -"]),
      ([.new], ["- to 1", "- to 2"]),
      ([.old, .new], ["0 to 1", "1 to 2"]),
      ([.initial], ["- to -", "- to -", "- to -"]),
      ([.initial, .old, .new], ["- to 0", "0 to 1", "1 to 2"]),
      ([.prior, .old, .new], ["0 to -, prior", "0 to 1", "1 to -, prior", "1 to 2"]),
    ] as [(NSKeyValueObservingOptions, [String])])
  func everyChange_firesOnceWithWhatIsAskedFor(options: NSKeyValueObservingOptions, expected: [String]) {
    let (tuner, notes) = (Tuner(), Notes())
    let observation = tuner.observe(\.station, options: options) { notes.add(text($1)) }
    tuner.station = 1
    tuner.station = 2
    tuner.title = "another property"
    #expect(notes.all == expected)
    observation.invalidate()
  }

  @Test func optionals_tellNilFromNoValue() {
    let (tuner, notes) = (Tuner(), Notes())
    tuner.title = "a"
    let observation = tuner.observe(\.title, options: [.old, .new]) { _, change in
      notes.add("\(change.oldValue as Any) to \(change.newValue as Any)")
    }
    tuner.title = nil
    #expect(notes.all == [#"Optional(Optional("a")) to Optional(nil)"#])
    observation.invalidate()
  }

  @Test func priorNotices_comeBeforeTheChangeAndOthersAfter() {
    let (tuner, notes) = (Tuner(), Notes())
    let observation = tuner.observe(\.station, options: [.prior]) { tuner, change in
      notes.add("\(change.isPrior) \(tuner.station)")
    }
    tuner.station = 7
    #expect(notes.all == ["true 0", "false 7"])
    observation.invalidate()
  }

  @Test func subclasses_areObservedUnderEitherType() {
    let (tuner, notes) = (PocketTuner(), Notes())
    let own = tuner.observe(\.station, options: .new) { (_: PocketTuner, change) in notes.add("own " + text(change)) }
    let asParent = (tuner as Tuner).observe(\.station, options: .new) { notes.add("parent " + text($1)) }
    tuner.station = 3
    #expect(notes.all == ["own - to 3", "parent - to 3"])
    withExtendedLifetime((own, asParent)) {}
  }

  @Test func observations_endWhenInvalidatedOrForgotten() {
    let (tuner, notes) = (Tuner(), Notes())
    let first = tuner.observe(\.station) { _, _ in notes.add("first") }
    var second: NSKeyValueObservation? = tuner.observe(\.station) { _, _ in notes.add("second") }
    tuner.station = 1
    first.invalidate()
    first.invalidate()
    tuner.station = 2
    withExtendedLifetime(second) {}
    second = nil
    tuner.station = 3
    #expect(notes.all == ["first", "second", "second"])
  }

  @Test func observations_keepNeitherObjectNorHandlerTooLong() {
    final class Captured: Sendable {}
    var tuner: Tuner? = Tuner()
    weak let weakTuner = tuner
    var captured: Captured? = Captured()
    weak let weakCaptured = captured
    let observation = tuner!.observe(\.station) { [captured] _, _ in withExtendedLifetime(captured) {} }
    captured = nil
    #expect(weakCaptured != nil)
    observation.invalidate()
    #expect(weakCaptured == nil)
    let other = tuner!.observe(\.station) { _, _ in }
    tuner = nil
    #expect(weakTuner == nil)
    other.invalidate()
  }

  @Test func changesInsideHandlers_areReportedInsideThem() {
    let (tuner, notes) = (Tuner(), Notes())
    let observation = tuner.observe(\.station, options: [.old, .new]) { tuner, change in
      notes.add("begin " + text(change))
      if tuner.station < 3 { tuner.station += 1 }
      notes.add("end " + text(change))
    }
    tuner.station = 2
    #expect(notes.all == ["begin 0 to 2", "begin 2 to 3", "end 2 to 3", "end 0 to 2"])
    observation.invalidate()
  }

  @Test func handlers_mayEndTheirOwnAndOtherObservations() {
    let (tuner, notes) = (Tuner(), Notes())
    let observations = Mutex<[NSKeyValueObservation]>([])
    let box = { @Sendable in observations.withLock { $0 } }
    let first = tuner.observe(\.station) { _, _ in
      notes.add("first")
      for observation in box() { observation.invalidate() }
    }
    let second = tuner.observe(\.station) { _, _ in notes.add("second") }
    observations.withLock { $0 = [first, second] }
    tuner.station = 1
    tuner.station = 2
    #expect(notes.all == ["first"])
  }

  @Test func propertiesThatReportNothing_areHeardOfInitiallyOnly() {
    let (tuner, notes) = (Tuner(), Notes())
    let observation = tuner.observe(\.volume, options: [.initial, .new]) { notes.add(text($1)) }
    tuner.volume = 5
    #expect(notes.all == ["- to 1"])
    observation.invalidate()
  }

  @Test func threads_observeChangeAndEndAtOnce() {
    nonisolated(unsafe) let tuners = (0..<4).map { _ in Tuner() }
    let heard = Atomic(0)
    let kept = tuners.map { $0.observe(\.station) { _, _ in heard.add(1, ordering: .relaxed) } }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<500 {
        // Each tuner is changed by one thread, as the property itself is not locked.
        if thread < 4 { tuners[thread].station = round }
        let short = tuners[(thread + 1) % 4].observe(\.title) { _, _ in }
        if round % 2 == 0 { short.invalidate() }
      }
    }
    #expect(heard.load(ordering: .relaxed) == 4 * 500)
    withExtendedLifetime(kept) {}
  }
}
