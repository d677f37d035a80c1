import Testing

@testable import MediaSource

/// Decoders are told the order of presentation by stamps that need no knowledge of what is still to come.
@Suite struct PresentationStampsTests {
  /// Stamps of samples that go in in the order of an array of presentation times, and come out as a decoder with room
  /// for some gives them.
  private func stamps(_ times: [Int], room: Int) -> [Int: Int] {
    var (stamps, given, inside) = (PresentationStamps(), [Int: Int](), [PresentationPlace]())
    for (index, time) in times.enumerated() {
      let place = PresentationPlace(time: Int64(time), index: index)
      given[index] = stamps.stamp(place)
      inside.append(place)
      inside.sort()
      if inside.count > room { stamps.remove(through: inside.removeFirst()) }
    }
    return given
  }

  private func expectOrder(_ times: [Int], room: Int, _ location: SourceLocation = #_sourceLocation) {
    let given = stamps(times, room: room)
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let stamps = order.compactMap { given[$0] }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 }, "\(stamps)", sourceLocation: location)
    #expect(stamps.first.map { $0 > 0 } ?? true, sourceLocation: location)
  }

  @Test func framesInOrder_keepTheirTimes() { expectOrder(Array(0..<1000), room: 4) }

  @Test func pyramid_isStampedInPresentationOrder() {
    expectOrder((0..<200).flatMap { base in [8, 4, 2, 1, 3, 6, 5, 7].map { base * 8 + $0 } }, room: 4)
  }

  @Test func sixteenFramesBetweenTwo_inOrderAndBackwards() {
    expectOrder((0..<50).flatMap { base in ([17] + Array(1...16)).map { base * 17 + $0 } }, room: 2)
    expectOrder((0..<50).flatMap { base in (1...17).reversed().map { base * 17 + $0 } }, room: 17)
  }

  @Test func samplesThatStartTogether_keepTheirOrder() { expectOrder([0, 2, 2, 2, 1, 1, 3], room: 4) }

  @Test func timesThatLeaveNoRoom_giveEachItsOwn() {
    let given = stamps(Array((0..<60).reversed()), room: 60)
    #expect(Set(given.values).count == 60)
  }
}
