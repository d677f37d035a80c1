import CoreMedia
import Testing

@testable import MediaSource

/// Groups of twelve frames; the numbers are those of the requested frames.
@Suite struct ImageDecodingPlanTests {
  @Test func answersAreTakenInOrder_whicheverLaneIsFaster() throws {
    let desk = try Desk([30, 2, 5], capacity: 4)
    #expect(desk.begin(0) == [1, 2])
    #expect(desk.begin(1) == [0])
    desk.note(0, of: 1)
    #expect(desk.take() == nil)
    desk.note(1, of: 0)
    #expect(desk.rest == [1, 2, 0])
    #expect(desk.take() == 1)
    #expect(desk.take() == nil)
    desk.note(2, of: 0)
    #expect(desk.take() == 2)
    #expect(!desk.isDone)
    #expect(desk.take() == 0)
    #expect(desk.isDone)
  }

  @Test func fullLane_rests_unlessTheReaderWaitsForIt() throws {
    let desk = try Desk([2, 5, 16, 20], capacity: 1)
    #expect(desk.begin(0) == [0, 1])
    #expect(desk.begin(1) == [2, 3])
    desk.note(2, of: 1)
    #expect(!desk.goesOn(1))
    // One result waits already; without this one there would be a deadlock.
    #expect(desk.goesOn(0))
    desk.note(0, of: 0)
    #expect(!desk.goesOn(0))
    #expect(desk.take() == 0)
    #expect(desk.goesOn(0))
    #expect(!desk.goesOn(1))
  }

  @Test func oneGroup_isNoWorkForASecondLane() throws {
    let one = try Desk([2, 5, 7], capacity: 4)
    #expect(!one.hasSeveralGroups())
    #expect(one.rest == [0, 1, 2])
    #expect(one.begin(0) == [0, 1, 2])
    #expect(one.begin(1) == nil)
    let two = try Desk([2, 40], capacity: 4)
    #expect(two.hasSeveralGroups())
    #expect(two.rest == [0, 1])
  }
}

/// Drives a plan like lanes and a reader; results are the positions of their requests.
private final class Desk {
  private var plan: ImageDecodingPlan
  private let folder: TemporaryFolder

  init(_ numbers: [Int], capacity: Int) throws {
    folder = try TemporaryFolder()
    let track = try CodedClips.track(CodedClips.frames(.h264Closed, in: folder), isVideo: true)
    let requests = numbers.map {
      ImageRequest(CMTime(value: Int64($0) * 1001, timescale: 30000), toleranceBefore: .zero, toleranceAfter: .zero)
    }
    plan = ImageDecodingPlan(track, requests, capacity: capacity)
  }

  var rest: [Int] { plan.rest }
  var isDone: Bool { plan.isDone }
  func hasSeveralGroups() -> Bool { plan.hasSeveralGroups() }
  func take() -> Int? { plan.take()?.request }
  func note(_ request: Int, of worker: Int) {
    plan.note(.init(request: request, frame: .failure(CancellationError())), of: worker)
  }
  /// Returns the requests of a lane's new group; nil if it begins none.
  func begin(_ worker: Int) -> [Int]? {
    let planned = plan.rest
    guard let step = plan.step(for: worker), let group = step.group else { return nil }
    return planned.drop { $0 != step.request }.prefix(group.count).map { $0 }
  }
  func goesOn(_ worker: Int) -> Bool { plan.step(for: worker).map { $0.group == nil } ?? false }
}
