import Foundation
import Testing

/// A PulseAudio server with one virtual device, for the lifetime of the value: audio is played to `reel`, and captured
/// from `reel.monitor`.
final class SoundServer: Sendable {
  /// The environment that its clients need.
  let environment: [String: String]
  private let server: Child
  private let folder: String

  init(in fixture: CommandFixture) async throws {
    folder = fixture.path
    let homes = ["HOME", "XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH"].map { ($0, fixture.path) }
    environment = Dictionary(uniqueKeysWithValues: homes).merging(["PULSE_SERVER": "unix:\(fixture.path)/sock"]) { $1 }
    // It reports on standard error that it is ready; only standard output is followed line by line.
    let command = """
      exec pulseaudio -n --daemonize=no --exit-idle-time=-1 --disable-shm=yes --use-pid-file=no \
        --log-target=stderr --log-level=info \
        -L "module-null-sink sink_name=reel rate=48000 channels=2" \
        -L "module-native-protocol-unix auth-anonymous=1 socket=$PWD/sock" 2>&1
      """
    server = try Child(
      ["sh", "-c", command], in: fixture.path,
      environment: environment.merging(["PULSE_SERVER": ""]) { $1 })
    try #require(await server.waits(for: "Daemon startup complete"), "PulseAudio does not start")
  }

  deinit { server.send(SIGTERM) }

  /// Writes the played audio, from its first sample until a quarter of a second after the last one, as 16 bits in two
  /// channels.
  private static let listener = """
    import subprocess, sys
    parec = subprocess.Popen(
        ["parec", "--device=reel.monitor", "--format=s16le", "--rate=48000", "--channels=2", "--latency-msec=20"],
        stdout=subprocess.PIPE)
    heard, quiet = bytearray(), 0
    # Silence comes as soon as somebody listens.
    block = parec.stdout.read(3840)
    print("listening", flush=True)
    while block and quiet < 13:
        quiet = 0 if any(block) else quiet + 1 if heard else 0
        if any(block) or heard:
            heard += block
        block = parec.stdout.read(3840)
    parec.kill()
    parec.wait()
    open(sys.argv[1], "wb").write(heard)
    """

  /// Starts recording.
  func listen(to file: String) async throws -> Child {
    let ears = try Child(["python3", "-c", Self.listener, file], in: folder, environment: environment)
    try #require(await ears.waits(for: "listening"))
    return ears
  }
}
