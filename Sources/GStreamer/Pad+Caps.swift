extension Pad {
  /// Gives other caps in place of those that a source pad is about to give, or a sink pad to take.
  package func replaceCaps(_ replacement: @escaping @Sendable (Caps) -> Caps) {
    addProbe(.events) { info in
      guard let caps = info.caps else { return .pass }
      let replaced = replacement(caps)
      if replaced == caps { return .pass }
      if info.pad.direction == .sink {
        info.replaceCaps(replaced)
        return .pass
      }
      info.pad.push(.caps(replaced))
      return .drop
    }
  }
}
