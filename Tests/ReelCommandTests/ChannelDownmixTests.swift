import Foundation
import Testing

/// Surround sound that becomes stereo or mono has the gains of ITU-R BS.775-3, and no sum of its channels clips.
@Suite struct ChannelDownmixTests {
  struct Mix: Sendable, CustomTestStringConvertible {
    let layout: String
    let source: Int
    /// By channels of the target, then of the source.
    let gains: [[Double]]
    var testDescription: String { "\(layout) to \(gains.count)" }

    init(_ layout: String, _ gains: [[Double]]) {
      let largest = gains.map { $0.reduce(0, +) }.max() ?? 1
      (self.layout, source) = (layout, gains[0].count)
      self.gains = gains.map { $0.map { $0 / largest } }
    }
  }

  private static let half = 0.5.squareRoot()
  static let mixes = [
    Mix("5.1", [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]]),
    Mix("5.1(side)", [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]]),
    Mix("7.1", [[1, 0, half, 0, half, 0, half, 0], [0, 1, half, 0, 0, half, 0, half]]),
    Mix("2.1", [[1, 0, 0], [0, 1, 0]]), Mix("quad", [[1, 0, half, 0], [0, 1, 0, half]]),
    Mix("5.1", [[half, half, 1, 0, 0.5, 0.5]]), Mix("7.1", [[half, half, 1, 0, 0.5, 0.5, 0.5, 0.5]]),
  ]

  private static let outputs = """
      pcm:   { use: audio.encode.pcm, in: INPUT, with: { format: f32 } }
      muxer: { use: mux.wav, in: pcm }
      file:  { use: file.write, in: muxer, with: { url: out.wav } }
    """

  /// A tone of its own in each channel, of a whole number of periods.
  private func fixture(_ mix: Mix) async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let tones = (0..<mix.source).map { "0.1*sin(2*PI*\(300 + 200 * $0)*t)" }.joined(separator: "|")
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=\(tones):c=\(mix.layout):s=48000:d=0.5' -c:a pcm_f32le in.wav")
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private func expectGains(of mix: Mix, in fixture: CommandFixture) async throws {
    let outcome = try await fixture.bash("ffmpeg -nostdin -v error -y -i out.wav -f f32le out.raw")
    #expect(outcome.code == 0, "\(outcome.error)")
    let samples = try fixture.data(of: "out.raw").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    try #require(samples.count == 24_000 * mix.gains.count)
    for (channel, gains) in mix.gains.enumerated() {
      let own = stride(from: channel, to: samples.count, by: mix.gains.count).map { Double(samples[$0]) }
      for (source, gain) in gains.enumerated() {
        let step = 2 * Double.pi * Double(300 + 200 * source) / 48_000
        let sum = own.indices.reduce(0) { $0 + own[$1] * sin(step * Double($1)) }
        let measured = sum * 2 / Double(own.count) / 0.1
        #expect(abs(measured - gain) < 0.001, "channel \(channel) has \(measured) of \(source), not \(gain)")
      }
    }
  }

  @Test(arguments: mixes)
  func nodeThatConverts_hasTheGainsOfTheStandard(mix: Mix) async throws {
    let fixture = try await fixture(mix)
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: asset.read, with: { url: in.wav } }
        mixed: { use: audio.convert, in: in.audio, with: { channels: \(mix.gains.count) } }
      \(Self.outputs.replacingOccurrences(of: "INPUT", with: "mixed"))
      """, to: "mix.yaml")
    let outcome = try await fixture.run(["run", "mix.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    try await expectGains(of: mix, in: fixture)
  }

  @Test(
    arguments: [("5.1", 6), ("5.1(side)", 6), ("5.0", 5)], ["front_left, front_right, front_center, rear_center"])
  func oneSurroundSpeaker_getsBothSides(layout: (name: String, channels: Int), speakers: String) async throws {
    // The last two channels of each are those of the surround.
    let count = layout.channels
    let front = (0..<3).map { place in (0..<count).map { $0 == place ? 1.0 : 0 } }
    let mix = Mix(layout.name, front + [(0..<count).map { $0 >= count - 2 ? Self.half : 0 }])
    let fixture = try await fixture(mix)
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: asset.read, with: { url: in.wav } }
        mixed: { use: audio.convert, in: in.audio, with: { speakers: [\(speakers)] } }
      \(Self.outputs.replacingOccurrences(of: "INPUT", with: "mixed"))
      """, to: "mix.yaml")
    let outcome = try await fixture.run(["run", "mix.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    try await expectGains(of: mix, in: fixture)
  }

  @Test(arguments: mixes)
  func timeline_hasTheGainsOfTheStandard(mix: Mix) async throws {
    let fixture = try await fixture(mix)
    try fixture.write(
      """
      format: 1
      nodes:
        edit:  { use: timeline, with: { channels: \(mix.gains.count), items: [{ clip: in.wav }] } }
      \(Self.outputs.replacingOccurrences(of: "INPUT", with: "edit.audio"))
      """, to: "mix.yaml")
    let outcome = try await fixture.run(["run", "mix.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    try await expectGains(of: mix, in: fixture)
  }
}
