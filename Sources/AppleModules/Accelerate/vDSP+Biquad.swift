/// The numbers that `vDSP.Biquad` filters: `Float` or `Double`.
public protocol vDSP_FloatingPointBiquadFilterable: BinaryFloatingPoint {
  /// Makes a chain of filters, of five coefficients each; nil for no filters.
  static func makeBiquadSetup(coefficients: [Double], sectionCount: vDSP_Length) -> OpaquePointer?
  /// Releases a chain.
  static func destroyBiquadSetup(_ setup: OpaquePointer)
  /// Filters numbers, and keeps the last two of each filter in the delays.
  static func applyBiquad(
    _ setup: OpaquePointer, _ delays: UnsafeMutablePointer<Self>, _ input: UnsafePointer<Self>,
    _ output: UnsafeMutablePointer<Self>, _ count: vDSP_Length)
}

extension vDSP {
  /// A chain of recursive filters of two poles and two zeros for each channel of a signal; each call goes on where the last one ended.
  ///
  /// A copy has a state of its own, which is that of the original when it is copied.
  public struct Biquad<T: vDSP_FloatingPointBiquadFilterable> {
    /// The chains of the channels.
    private let chains: [Chain]
    /// The last two numbers that came in, and those of each filter, of the first channel and then of the next ones.
    private var delays: [T]

    /// Makes chains of filters; nil for a number of coefficients that is not five for each filter, and for none.
    ///
    /// - Parameters:
    ///   - coefficients: b0, b1, b2, a1 and a2 of the first filter of each channel, then of the second filter of each channel,
    ///     and so on; a0 is 1.
    ///   - channelCount: The number of channels.
    ///   - sectionCount: The number of filters of a channel.
    public init?(coefficients: [Double], channelCount: vDSP_Length, sectionCount: vDSP_Length, ofType: T.Type) {
      let (channels, sections) = (Int(clamping: channelCount), Int(clamping: sectionCount))
      let (filters, rest) = coefficients.count.quotientAndRemainder(dividingBy: 5)
      guard rest == 0, filters > 0, channels > 0, filters % channels == 0, filters / channels == sections else {
        return nil
      }
      var chains: [Chain] = []
      for channel in 0..<channels {
        let own = (0..<sections).flatMap { coefficients[(5 * ($0 * channels + channel))...].prefix(5) }
        guard let chain = Chain(own, sectionCount) else { return nil }
        chains.append(chain)
      }
      self.chains = chains
      delays = [T](repeating: 0, count: channels * (2 * sections + 2))
    }

    /// Filters numbers: those of the first channel, followed by as many of each other one. A rest that is less than one of each
    /// channel becomes 0.
    public mutating func apply(input: some AccelerateBuffer<T>) -> [T] {
      var output = [T](repeating: 0, count: input.count)
      apply(input: input, output: &output)
      return output
    }

    /// Filters as many numbers as there are in both: those of the first channel, followed by as many of each other one.
    public mutating func apply(input: some AccelerateBuffer<T>, output: inout some AccelerateMutableBuffer<T>) {
      let (chains, size) = (self.chains, delays.count / self.chains.count)
      withResult(&delays) { delays, _ in
        withVector(input, to: &output) { source, target, count in
          let length = Int(count) / chains.count
          for (channel, chain) in chains.enumerated() {
            let start = channel * length
            T.applyBiquad(
              chain.setup, delays + channel * size, source + start, target + start, vDSP_Length(length))
          }
        }
      }
    }

    /// The coefficients of a channel's filters.
    private final class Chain {
      let setup: OpaquePointer

      init?(_ coefficients: [Double], _ sectionCount: vDSP_Length) {
        guard let setup = T.makeBiquadSetup(coefficients: coefficients, sectionCount: sectionCount) else { return nil }
        self.setup = setup
      }

      deinit { T.destroyBiquadSetup(setup) }
    }
  }
}
