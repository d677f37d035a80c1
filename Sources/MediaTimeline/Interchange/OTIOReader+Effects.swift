import Foundation
internal import MediaGraph

/// Effects: speeds, and those that a timeline does not have.
extension OTIOReader {
  /// Returns the seconds of the media that are played a second, and true if they are played backwards.
  func speed(of child: OTIOObject) throws -> (speed: ExactTime, isReversed: Bool) {
    var speed = ExactTime(1, over: 1)
    var isReversed = false
    for effect in try child.objects("effects") where effect.isEnabled() {
      switch effect.schema {
      case "LinearTimeWarp":
        let scalar = (effect.fields["time_scalar"] as? NSNumber)?.doubleValue ?? 1
        guard scalar != 0, scalar.isFinite else {
          throw heldFrame(effect, cause: "its time_scalar is \(scalar)")
        }
        guard (1e-6...1e6).contains(abs(scalar)) else {
          throw Diagnostic(
            "a clip is too fast or too slow", kind: .unavailable, notes: ["in \(effect.place)"],
            cause: "its time_scalar is \(scalar)")
        }
        speed = speed * OTIOTime.fraction(abs(scalar))
        if scalar < 0 { isReversed.toggle() }
      case "FreezeFrame": throw heldFrame(effect, cause: "it has a FreezeFrame, and clips of a timeline play")
      default: continue
      }
    }
    return (speed, isReversed)
  }

  private func heldFrame(_ effect: OTIOObject, cause: String) -> Diagnostic {
    Diagnostic(
      "a clip holds a frame", kind: .unavailable, notes: ["in \(effect.place)"], cause: cause,
      help: "write the frame to a file with 'reel image', and make that the clip's media")
  }

  /// Refuses the effects of a track or stack that change its times; others are left out.
  mutating func checkEffects(of object: OTIOObject) throws {
    let effects = try object.objects("effects")
    for effect in effects where effect.isEnabled() && ["LinearTimeWarp", "FreezeFrame"].contains(effect.schema) {
      if (effect.fields["time_scalar"] as? NSNumber)?.doubleValue == 1 { continue }
      throw Diagnostic(
        "a \(object.schema.lowercased()) has a \(effect.schema)", kind: .unavailable, notes: ["in \(effect.place)"],
        cause: "only clips have a speed, and stacks and tracks in the place of a clip", help: "give it to the clips")
    }
    leaveOut(effects)
  }

  mutating func leaveOut(_ effects: [OTIOObject]) {
    for effect in effects
    where effect.isEnabled() && !["LinearTimeWarp", "FreezeFrame"].contains(effect.schema) {
      let name = [effect.text("effect_name"), effect.text("name")].first { !$0.isEmpty }
      leftOut[name ?? effect.schema, default: []].append(effect.place)
    }
  }
}
