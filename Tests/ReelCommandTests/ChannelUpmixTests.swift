import Foundation
import Testing

/// Sound that gets more channels than it has: each stays at its speaker, at its level.
@Suite struct ChannelUpmixTests {
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.1*sin(2000*t)|0.2*sin(3000*t):c=stereo:s=48000:d=0.5' stereo.wav
        ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.1*sin(2000*t):c=mono:s=48000:d=0.5' mono.wav
        ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.1*sin(300*t)|0.1*sin(500*t)|0.1*sin(700*t)|0.1*sin(60*t)|0.1*sin(1100*t)|0.1*sin(1300*t):c=5.1:s=48000:d=0.5' surround.wav
        ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.1*sin(300*t)|0.1*sin(500*t)|0.1*sin(1100*t)|0.1*sin(1300*t):c=quad:s=48000:d=0.5' quad.wav
        """)
  }

  private func samples(_ name: String, _ fixture: CommandFixture) async throws -> [Int16] {
    let outcome = try await fixture.bash("ffmpeg -nostdin -v error -y -i \(name) -f s16le \(name).raw")
    #expect(outcome.code == 0, "\(outcome.error)")
    return try fixture.data(of: "\(name).raw").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// The samples of a source at channels of 5.1, and silence at the others.
  private func placed(_ samples: [Int16], _ channels: [Int]) -> [Int16] {
    stride(from: 0, to: samples.count, by: channels.count).flatMap { start in
      var frame = [Int16](repeating: 0, count: 6)
      for (index, channel) in channels.enumerated() { frame[channel] = samples[start + index] }
      return frame
    }
  }

  @Test(arguments: [("stereo", [0, 1]), ("mono", [2]), ("quad", [0, 1, 4, 5])])
  func besideSurroundSound_channelsStayWhatTheyAre(name: String, channels: [Int]) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["join", "surround.wav", "\(name).wav", "-o", "out.wav", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let joined = try await samples("out.wav", fixture)
    let (first, second) = (try await samples("surround.wav", fixture), try await samples("\(name).wav", fixture))
    #expect(joined == first + placed(second, channels))
  }

  @Test func nodesThatConvert_doTheSame() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: asset.read, with: { url: stereo.wav } }
        six:   { use: audio.convert, in: in.audio, with: { channels: 6 } }
        pcm:   { use: audio.encode.pcm, in: six }
        muxer: { use: mux.wav, in: pcm }
        file:  { use: file.write, in: muxer, with: { url: six.wav } }
        quiet: { use: asset.read, with: { url: surround.wav } }
        gone:  { use: audio.volume, in: quiet.audio, with: { gain: 0 } }
        mix:   { use: audio.mix, in: [gone, in.audio] }
        pcm2:  { use: audio.encode.pcm, in: mix }
        mux2:  { use: mux.wav, in: pcm2 }
        file2: { use: file.write, in: mux2, with: { url: mix.wav } }
      """, to: "six.yaml")
    let outcome = try await fixture.run(["run", "six.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let expected = placed(try await samples("stereo.wav", fixture), [0, 1])
    #expect(try await samples("six.wav", fixture) == expected)
    let mixed = try await samples("mix.wav", fixture)
    #expect(mixed.count == expected.count && zip(mixed, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }
}
