internal import CoreMedia
package import MediaEngine
internal import MediaGraph

/// The streams of a plan, by the ports of the node `timeline`.
package struct TimelineOutputs: Sendable {
  private let plan: RenderPlan

  package init(_ plan: RenderPlan) { self.plan = plan }

  /// - Returns: The outputs that there are: a timeline that nobody hears has no audio.
  /// - Throws: `Diagnostic`; what is wrong with a file.
  package func open(_ outputs: [OutputKey]) throws -> [OutputKey: PulledOutput] {
    var result: [OutputKey: PulledOutput] = [:]
    for key in outputs { result[key] = try output(key) }
    return result
  }

  private func output(_ key: OutputKey) throws -> PulledOutput? {
    switch key.port {
    default:
      throw Diagnostic("a timeline has no port '\(key.port)'", kind: .usage)
    }
  }
}
