import CoreMedia
import MediaGraph
import Testing

@testable import MediaEngine
@testable import ReelCommand

/// The length that progress promises, which is that of the file to come, by a clock that the test sets.
@Suite struct ProgressLengthTests {
  private typealias Node = ExpectedLength.Node
  private typealias Input = ExpectedLength.Input

  private static func source(_ name: String, _ seconds: Int64?) -> Node {
    Node(name: name, duration: seconds.map { CMTime(value: $0, timescale: 1) })
  }

  /// A movie of 5 s and one of 60 s, which passes through an effect:
  ///
  ///     short ────────────┐
  ///     long ─▷ effect ───┴▷ mix ─▷ file
  private static func mix(_ ending: MixEnding, first: String = "short") -> [Node] {
    let inputs = [Input(source: "short"), Input(source: "effect")]
    return [
      source("short", 5), source("long", 60), Node(name: "effect", inputs: [Input(source: "long")]),
      Node(name: "mix", inputs: first == "short" ? inputs : inputs.reversed(), ending: ending),
      Node(name: "file", inputs: [Input(source: "mix")], endsTimes: true),
    ]
  }

  /// The line that is shown after two seconds in which two seconds of media went by.
  private static func shown(_ nodes: [Node]) -> String {
    let duration = ExpectedLength(nodes).longest ?? .indefinite
    var estimate = ProgressEstimate()
    var text = ""
    for tenth in 1...20 {
      let position = CMTime(value: Int64(tenth), timescale: 10)
      let report = RunProgress(position: position, duration: duration, elapsed: .milliseconds(tenth * 100))
      text = estimate.observe(report).text
    }
    return text
  }

  @Test func mixOfAShortAndALongMovie_promisesWhereItEnds() {
    let lines = MixEnding.allCases.flatMap { ending in
      ["short", "long"].map {
        "\(ending), \($0) first: ".padding(toLength: 22, withPad: " ", startingAt: 0)
          + Self.shown(Self.mix(ending, first: $0))
      }
    }
    #expect(
      lines.joined(separator: "\n") == """
        longest, short first:   3 %  00:00:02 / 00:01:00  1.0x  00:00:58 left
        longest, long first:    3 %  00:00:02 / 00:01:00  1.0x  00:00:58 left
        shortest, short first: 40 %  00:00:02 / 00:00:05  1.0x  00:00:03 left
        shortest, long first:  40 %  00:00:02 / 00:00:05  1.0x  00:00:03 left
        first, short first:    40 %  00:00:02 / 00:00:05  1.0x  00:00:03 left
        first, long first:      3 %  00:00:02 / 00:01:00  1.0x  00:00:58 left
        """)
  }

  /// A picture without an end is no input that the mix waits for, nor ends with.
  @Test(arguments: MixEnding.allCases) func stillOverAMovie_promisesTheMovie(ending: MixEnding) {
    let nodes = [
      Self.source("logo", nil), Self.source("movie", 5),
      Node(name: "mix", inputs: [Input(source: "logo", isStill: true), Input(source: "movie")], ending: ending),
      Node(name: "file", inputs: [Input(source: "mix")], endsTimes: true),
    ]
    #expect(Self.shown(nodes) == " 40 %  00:00:02 / 00:00:05  1.0x  00:00:03 left")
  }

  /// The file is as long as its longest track: sound that no mix cuts goes on.
  @Test func soundBesideAShortMix_isPromisedWhole() {
    var nodes = Self.mix(.shortest)
    nodes[4].inputs.append(Input(source: "long"))
    #expect(Self.shown(nodes) == "  3 %  00:00:02 / 00:01:00  1.0x  00:00:58 left")
  }

  /// One file of two seconds more than another: both are waited for.
  @Test func longerOfTwoFiles_isPromised() {
    var nodes = Self.mix(.shortest)
    nodes += [Self.source("other", 7), Node(name: "second", inputs: [Input(source: "other")], endsTimes: true)]
    #expect(Self.shown(nodes) == " 28 %  00:00:02 / 00:00:07  1.0x  00:00:05 left")
  }

  @Test func sourceThatKnowsNoEnd_promisesNothing() {
    let nodes = [
      Self.source("camera", nil), Node(name: "file", inputs: [Input(source: "camera")], endsTimes: true),
    ]
    #expect(Self.shown(nodes) == "00:00:02  1.0x")
  }
}
