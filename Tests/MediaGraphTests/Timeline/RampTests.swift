import MediaGraph
import Testing

/// Ramps in all syntaxes of description files.
@Suite struct RampTests {
  @Test func keysThatJump_areAList() throws {
    let key = Ramp.Key(at: .seconds(2), 1.0, jump: true)
    #expect(key.jump)
    #expect(key.argument == .map(["at": "2s", "value": "1", "jump": "true"]))
    let list = Argument.list([.map(["at": "0s", "value": "0.5"]), .map(["at": "2s", "value": "1", "jump": "true"])])
    let ramp = try Ramp<Double>(argument: list)
    #expect(ramp == .keys([Ramp.Key(at: .seconds(0), 0.5), key]))
    #expect(ramp.argument == list)
  }

  @Test func keysWithoutJumps_areAMap() throws {
    let list = Argument.list([.map(["at": "0s", "value": "0.5"]), .map(["at": "2s", "value": "1"])])
    #expect(try Ramp<Double>(argument: list).argument == .map(["0s": "0.5", "2s": "1"]))
  }

  @Test func oneValue_staysOne() throws {
    #expect(try Ramp<Double>(argument: "0.50").argument == "0.5")
    #expect(try Ramp<Double>(argument: "0.50") == Ramp(0.5))
  }
}
