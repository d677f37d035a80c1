internal import MediaSource
internal import GStreamer
import MediaGraph
import Synchronization

/// Negotiates one format for several inputs: blocks each until all formats are known.
///
/// The result has the highest rate and the most channels, so that nothing is lost; of equal ones, those of the first
/// input.
final class AudioFormatNegotiation: Sendable {
  private struct State {
    var inputs: [Member] = []
    var agreed: String?
  }

  private struct Member {
    let filter: Element
    var probe: Probe?
    var isKnown = false
    var format: Format?
  }

  /// The relevant fields of raw audio caps.
  private struct Format {
    let rate: Int
    let channels: Int
    let sampleFormat: String?
    let channelMask: String?

    init?(_ caps: Caps) {
      guard let structure = caps.first, let rate = structure["rate"]?.int,
        let channels = structure["channels"]?.int
      else { return nil }
      (self.rate, self.channels) = (rate, channels)
      sampleFormat = structure["format"]?.string
      channelMask =
        if case .text(let mask)? = structure["channel-mask"] { mask } else { nil }
    }
  }

  private let state = Mutex(State())
  private let formats: [SampleFormat]
  private let node: GraphNode
  private let fail: @Sendable (Diagnostic) -> Void

  /// - Parameter formats: the sample formats to choose from, best first.
  init(formats: [SampleFormat], fail: @escaping @Sendable (Diagnostic) -> Void, node: GraphNode) {
    self.formats = formats
    self.fail = fail
    self.node = node
  }

  /// Adds an input: `pad` is its entry, and the caps of `filter` behind it will be set.
  ///
  /// - Returns: The input's number.
  func add(_ pad: Pad, filter: Element) -> Int {
    let index = state.withLock { state in
      state.inputs.append(Member(filter: filter))
      return state.inputs.count - 1
    }
    let probe = pad.addProbe(.block) { [weak self] info in
      guard let self else { return .remove }
      if let caps = info.caps { return report(Format(caps), from: index) }
      // An input without audio is ignored.
      return info.isEndOfStream ? report(nil, from: index) : .letThrough
    }
    state.withLock { $0.inputs[index].probe = probe }
    return index
  }

  /// Removes an input: the others no longer wait for its format.
  func leave(_ index: Int) {
    let probe = state.withLock { state in
      defer { state.inputs[index].probe = nil }
      return state.inputs[index].probe
    }
    probe?.remove()
    _ = report(nil, from: index)
  }

  private func report(_ format: Format?, from index: Int) -> ProbeAction {
    let (isComplete, released) = state.withLock { state -> (Bool, [Probe]) in
      (state.inputs[index].isKnown, state.inputs[index].format) = (true, format)
      if let agreed = state.agreed {
        pin(state.inputs[index].filter, to: agreed)
        state.inputs[index].probe = nil
        return (true, [])
      }
      guard state.inputs.allSatisfy(\.isKnown) else { return (false, []) }
      let caps = caps(for: state.inputs.compactMap(\.format))
      state.agreed = caps
      for member in state.inputs { pin(member.filter, to: caps) }
      // The reporting input is unblocked by its return value.
      let probes = state.inputs.enumerated().compactMap { $0.offset == index ? nil : $0.element.probe }
      for index in state.inputs.indices { state.inputs[index].probe = nil }
      return (true, probes)
    }
    for probe in released { probe.remove() }
    return isComplete ? .remove : .wait
  }

  private func pin(_ filter: Element, to caps: String) {
    do {
      try filter.set("caps", to: caps)
    } catch {
      fail(Diagnostic("'\(node.name)' cannot take what comes", kind: .failure, at: node.range, underlying: error))
    }
  }

  private func caps(for known: [Format]) -> String {
    var caps = "audio/x-raw,layout=interleaved"
    let names = formats.map(\.rawValue)
    let format = known.compactMap(\.sampleFormat).first { names.contains($0) } ?? names.first ?? "F32LE"
    caps += ",format=\(format)"
    guard let rate = known.map(\.rate).max(), let most = known.map(\.channels).max() else { return caps }
    caps += ",rate=\(rate),channels=\(most)"
    if let mask = known.first(where: { $0.channels == most })?.channelMask { caps += ",channel-mask=(bitmask)\(mask)" }
    return caps
  }
}
