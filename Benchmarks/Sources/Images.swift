import MediaSource
import CoreMedia
import Foundation
import MediaEngine

/// Images at a hundred random times of a ten-minute 1080p movie, compared with ffmpeg and PyAV (Debian's python3-av),
/// each in its fastest way; and the waveform of an hour.
///
/// All end with BGRA pixels in memory. For PyAV only the work is measured, not the start of Python.
struct Images {
  let folder: String
  private static let count = 100
  private static let seconds = 600

  func rows(pairs: Int) async throws -> [Row] {
    let pairs = min(pairs, 5)
    let keyed = try media(
      "two-seconds.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=20", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-preset", "veryfast", "-g", "60", "-keyint_min", "60",
      ], repeated: Self.seconds / 20)
    var (exact, near): ([[Double]], [[Double]]) = ([], [])
    for _ in 0..<pairs {
      let times = randomTimes()
      exact.append(try await compare(keyed, times, tolerance: .zero))
      near.append(try await compare(keyed, times, tolerance: .positiveInfinity))
    }
    var rows: [Row] = []
    for (name, results) in [("100 exact pictures", exact), ("100 near pictures", near)] {
      rows.append(Row("\(name), over a process of ffmpeg for each", results.map { $0[0] }, target: 0.2))
      rows.append(Row("\(name), over one process of ffmpeg", results.map { $0[1] }, target: 1))
      rows.append(Row("\(name), over PyAV seeking", results.map { $0[2] }, target: 1))
    }
    let single = try media(
      "single.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=\(Self.seconds)", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-preset", "ultrafast", "-x264-params", "keyint=infinite:scenecut=0",
      ])
    var passes: [Double] = []
    for _ in 0..<min(pairs, 3) {
      let times = randomTimes()
      let own = try await reel(single, times, tolerance: .zero)
      passes.append(own / (try python(single, times, "pass")))
    }
    rows.append(Row("100 exact pictures, one key frame, over PyAV's forward pass", passes, target: 1.1))
    return rows + (try waveform(pairs: pairs))
  }

  /// Made once on a machine: encoding takes longer than the measurement.
  private func media(_ name: String, _ arguments: [String], repeated: Int = 1) throws -> String {
    let cache = FileManager.default.temporaryDirectory.appendingPathComponent("reel-benchmark-media").path
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let path = "\(cache)/\(name)"
    if FileManager.default.fileExists(atPath: path) { return path }
    let (part, whole) = ("\(folder)/part-\(name)", "\(folder)/whole-\(name)")
    _ = try Command("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments + [part]).run(log: "\(folder)/log")
    if repeated > 1 {
      let copy = ["-stream_loop", "\(repeated - 1)", "-i", part, "-c", "copy", whole]
      _ = try Command("ffmpeg", ["-nostdin", "-v", "error", "-y"] + copy).run(log: "\(folder)/log")
    }
    try FileManager.default.copyItem(atPath: repeated > 1 ? whole : part, toPath: path + ".part")
    try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
    return path
  }

  /// Returns times inside of random frames at 30 fps, in milliseconds.
  private func randomTimes() -> [Int] {
    (0..<Self.count).map { _ in Int.random(in: 0..<(Self.seconds - 1) * 1000) }
  }

  /// Returns Reel's time relative to ffmpeg's processes, one process of it, and PyAV.
  private func compare(_ path: String, _ times: [Int], tolerance: CMTime) async throws -> [Double] {
    let own = try await reel(path, times, tolerance: tolerance)
    let isExact = tolerance == .zero
    return [
      own / (try processes(path, times, isExact)), own / (try oneProcess(path, times, isExact)),
      own / (try python(path, times, isExact ? "seek" : "near")),
    ]
  }

  private func reel(_ path: String, _ times: [Int], tolerance: CMTime) async throws -> Double {
    guard let track = try await MediaTrack.tracks(ofFile: path).first(where: \.isVideo) else { return .nan }
    let requests = times.map {
      ImageRequest(CMTime(value: Int64($0), timescale: 1000), toleranceBefore: tolerance, toleranceAfter: tolerance)
    }
    let start = ContinuousClock.now
    var count = 0
    let (scheduler, renderer) = (ImageScheduler(track.track, requests), ImageRenderer())
    while let answer = try scheduler.next() {
      let frame = try answer.frame.get()
      _ = try renderer.image(frame.decoded.buffer, frame.decoded.caps, frame.description, ImageSettings())
      count += 1
    }
    precondition(count == times.count, "\(count) images came")
    return start.duration(to: .now) / .seconds(1)
  }

  private func seek(_ path: String, _ time: Int, _ isExact: Bool) -> [String] {
    (isExact ? [] : ["-noaccurate_seek"]) + ["-ss", "\(time)ms", "-i", path]
  }

  /// A tenth of them are run, since all take equally long.
  private func processes(_ path: String, _ times: [Int], _ isExact: Bool) throws -> Double {
    let start = ContinuousClock.now
    for time in times.prefix(Self.count / 10) {
      let output = ["-frames:v", "1", "-pix_fmt", "bgra", "-f", "rawvideo", "-y", "/dev/null"]
      _ = try Command("ffmpeg", ["-nostdin", "-v", "error"] + seek(path, time, isExact) + output).run(
        log: "\(folder)/log")
    }
    return start.duration(to: .now) / .seconds(1) * 10
  }

  private func oneProcess(_ path: String, _ times: [Int], _ isExact: Bool) throws -> Double {
    let inputs = times.flatMap { seek(path, $0, isExact) }
    let outputs = times.indices.flatMap {
      ["-map", "\($0):v", "-frames:v", "1", "-pix_fmt", "bgra", "-f", "rawvideo", "-y", "/dev/null"]
    }
    return try Command("ffmpeg", ["-nostdin", "-v", "error"] + inputs + outputs).run(log: "\(folder)/log").wall
  }

  private func python(_ path: String, _ times: [Int], _ mode: String) throws -> Double {
    let script = "\(folder)/pyav.py"
    try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
    let log = "\(folder)/pyav.log"
    // Debian's Python, to which its package of PyAV belongs.
    _ = try Command("/usr/bin/python3", [script, path, mode] + times.sorted().map { "\($0)" }).run(log: log)
    let words = try String(contentsOfFile: log, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    guard let seconds = words.last.flatMap({ Double($0) }) else {
      throw Command.Failure(description: "PyAV did not say how long it took")
    }
    return seconds
  }

  private static let script = """
    import sys, time, av
    path, mode, times = sys.argv[1], sys.argv[2], [int(t) / 1000 for t in sys.argv[3:]]
    # PyAV hangs when its threads want to log.
    av.logging.restore_default_callback()
    begin = time.perf_counter()
    container = av.open(path)
    stream = container.streams.video[0]
    stream.thread_type = "AUTO"
    length = 1 / float(stream.average_rate)
    pictures = 0
    def take(frame):
      global pictures
      frame.reformat(format="bgra")
      pictures += 1
    if mode == "pass":
      frames = container.decode(stream)
      for frame in frames:
        while times and frame.time + length > times[0]:
          times.pop(0)
          take(frame)
        if not times: break
    else:
      for t in times:
        container.seek(int(t / stream.time_base), stream=stream)
        for frame in container.decode(stream):
          if mode == "near" or frame.time + length > t:
            take(frame)
            break
    assert pictures == len(sys.argv) - 3, pictures
    print(time.perf_counter() - begin)
    """

  private func waveform(pairs: Int) throws -> [Row] {
    let audio = try media(
      "hour.m4a",
      [
        "-f", "lavfi", "-i", "anoisesrc=color=pink:sample_rate=48000:duration=120:amplitude=0.5", "-ac", "2", "-c:a",
        "aac",
        "-b:a", "128k",
      ], repeated: 30)
    var ratios: [Double] = []
    for _ in 0..<pairs + 1 {
      let other = try Command("ffmpeg", ["-nostdin", "-v", "error", "-i", audio, "-f", "null", "-"]).run(
        log: "\(folder)/log")
      let own = try Command.reel(["waveform", audio, "-o", "\(folder)/wave.png", "--overwrite"]).run(
        log: "\(folder)/log")
      ratios.append(own.wall / other.wall)
    }
    return [Row("waveform of an hour of AAC, over ffmpeg -f null", Array(ratios.dropFirst()), target: 1 / 0.9)]
  }
}
