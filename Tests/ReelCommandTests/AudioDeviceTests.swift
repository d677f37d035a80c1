import Foundation
import Testing

/// speaker and capture.audio with an audio server, and player with a screen too.
@Suite(.timeLimit(.minutes(10))) struct AudioDeviceTests {
  /// Half a second of silence, while the server starts, and a second of different tones on the left and on the right.
  private static let tones =
    "aevalsrc=gte(t\\,0.5)*0.5*sin(2*PI*1000*t)|gte(t\\,0.5)*0.25*sin(2*PI*440*t):d=1.5:s=48000"

  private static let graph = """
    format: 1
    parameters: { device: { type: string, default: reel } }
    nodes:
      tones: { use: asset.read, with: { url: tones.wav } }
      play:  { use: speaker, in: tones.audio, with: { device: $device } }
    """

  private func fixture(_ files: [String: String] = [:]) async throws -> CommandFixture {
    let fixture = try CommandFixture(["play.yaml": Self.graph].merging(files) { $1 })
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i '\(Self.tones)' -c:a pcm_s16le tones.wav && \
        ffmpeg -nostdin -v error -i tones.wav -f s16le tones.raw
      """)
    try #require(made.code == 0, "\(made.error)")
    return fixture
  }

  /// Returns the second of audio in the middle of the file.
  private func tone(of fixture: CommandFixture) throws -> Data {
    // The first sample of a sine is silence.
    try fixture.data(of: "tones.raw").dropFirst(24000 * 4)
  }

  @Test func speaker_playsEverySample_inRealTime() async throws {
    let fixture = try await fixture()
    let server = try await SoundServer(in: fixture)
    let tone = try tone(of: fixture)
    var isHeard = false
    // A machine that is too busy to keep up interrupts the audio; then it is played again.
    for attempt in 1...3 where !isHeard {
      let ears = try await server.listen(to: "heard.raw")
      let start = ContinuousClock.now
      let run = try await fixture.run("run", "play.yaml", "--progress", "none", environment: server.environment)
      #expect(run.code == 0, "\(run.error)")
      #expect(ContinuousClock.now - start > .seconds(1.4))
      #expect(await ears.outcome.code == 0)
      isHeard = try fixture.data(of: "heard.raw").range(of: tone) != nil
      if !isHeard { print("attempt \(attempt): the sound was interrupted") }
    }
    #expect(isHeard, "what was heard is not what was sent")
  }

  @Test func deviceThatIsNotThere_isAnError() async throws {
    let fixture = try await fixture()
    let server = try await SoundServer(in: fixture)
    let outcome = try await fixture.run(
      "run", "play.yaml", "--progress", "none", "--set", "device=nowhere", environment: server.environment)
    #expect(outcome.code == 69)
    #expect(
      outcome.error.hasPrefix("error: 'play' finds no sound device 'nowhere'\n --> play.yaml:5:"), "\(outcome.error)")
  }

  @Test func microphone_isRecorded() async throws {
    let fixture = try await fixture([
      "record.yaml": """
      format: 1
      nodes:
        mic:  { use: capture.audio, with: { device: reel.monitor } }
        pcm:  { use: audio.encode.pcm, in: mic }
        wav:  { use: mux.wav, in: pcm }
        file: { use: file.write, in: wav, with: { url: heard.wav } }
      stop: { after: 4s }
      """
    ])
    let server = try await SoundServer(in: fixture)
    let record = try fixture.start("run", "record.yaml", "--progress", "json", environment: server.environment)
    // It records when it reports its position.
    for await line in record.lines where line.contains("position") { break }
    let play = try await fixture.run("run", "play.yaml", "--progress", "none", environment: server.environment)
    #expect(play.code == 0, "\(play.error)")
    let outcome = await record.outcome
    #expect(outcome.code == 0, "\(outcome.error)")
    let raw = try await fixture.bash("ffmpeg -nostdin -v error -i heard.wav -f s16le heard.raw && wc -c < heard.raw")
    // Four seconds, to the sample.
    #expect(raw.output == "768000\n", "\(raw.error)")
    // Half of the tone, at any place.
    let part = try tone(of: fixture).dropFirst(12000 * 4).prefix(24000 * 4)
    #expect(try fixture.data(of: "heard.raw").range(of: part) != nil)
  }

  @Test func captureTemplate_recordsAMovieFile() async throws {
    let fixture = try await fixture([
      "record.yaml": """
      format: 1
      nodes:
        take: { use: capture, with: { camera: none, microphone: reel.monitor, output: take.m4a, preset: m4a } }
      stop: { after: 1s }
      """
    ])
    let server = try await SoundServer(in: fixture)
    let outcome = try await fixture.run("run", "record.yaml", "--progress", "none", environment: server.environment)
    #expect(outcome.code == 0, "\(outcome.error)")
    let witness = OutputInspector(fixture: fixture)
    #expect(try await witness.complaints(about: "take.m4a") == "")
    #expect(try await witness.streams(of: "take.m4a").map { $0.prefix(3) } == ["aac"])
  }

  @Test func withoutACamera_theDevicesAreListed() async throws {
    let fixture = try CommandFixture([
      "record.yaml": """
      format: 1
      nodes:
        camera: { use: capture.video, with: { device: /dev/video987 } }
        end:    { use: "null", in: camera }
      """
    ])
    let outcome = try await fixture.run("run", "record.yaml", "--progress", "none")
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: 'camera' has no camera\n --> record.yaml:3:"), "\(outcome.error)")
    #expect(outcome.error.contains("cause: /dev/video987: No such file or directory"), "\(outcome.error)")
  }

  @Test func withoutASoundServer_nothingIsRecorded() async throws {
    let fixture = try CommandFixture([
      "record.yaml": """
      format: 1
      nodes:
        mic: { use: capture.audio }
        end: { use: "null", in: mic }
      """
    ])
    let outcome = try await fixture.run(
      "run", "record.yaml", "--progress", "none", environment: ["PULSE_SERVER": "unix:\(fixture.path)/nobody"])
    #expect(outcome.code == 69)
    #expect(outcome.error.hasPrefix("error: 'mic' finds no sound server"), "\(outcome.error)")
  }

  @Test func player_showsFramesAndIsHeard() async throws {
    let fixture = try CommandFixture([
      "play.yaml": """
      format: 1
      nodes: { movie: { use: player, with: { url: white.mkv, device: reel } } }
      """
    ])
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i color=white:size=320x240:rate=30:d=3 -f lavfi -i sine=1000:d=3 white.mkv")
    try #require(made.code == 0, "\(made.error)")
    let server = try await SoundServer(in: fixture)
    let screen = try await Screen(in: fixture)
    let ears = try await server.listen(to: "heard.raw")
    let environment = server.environment.merging(["DISPLAY": screen.display]) { $1 }
    let run = try fixture.start("run", "play.yaml", "--progress", "none", environment: environment)
    let eyes = try Child(["sh", "-c", Screen.look], in: fixture.path, environment: environment)
    #expect(await eyes.outcome.code == 0)
    let outcome = await run.outcome
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(await ears.outcome.code == 0)
    // Most of three seconds; a busy machine loses some.
    #expect(try fixture.data(of: "heard.raw").count > 2 * 192_000)
  }

  @Test func playerOfAudioAlone_needsNoScreen() async throws {
    let fixture = try await fixture([
      "sound.yaml": "format: 1\nnodes: { song: { use: player, with: { url: tones.wav, device: reel } } }\n"
    ])
    let server = try await SoundServer(in: fixture)
    let ears = try await server.listen(to: "heard.raw")
    let run = try await fixture.run(
      "run", "sound.yaml", "--progress", "none", environment: server.environment.merging(["DISPLAY": ""]) { $1 })
    #expect(run.code == 0, "\(run.error)")
    #expect(await ears.outcome.code == 0)
  }
}
