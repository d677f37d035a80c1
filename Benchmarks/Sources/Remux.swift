import Foundation
import MovieFile

/// Copying the tracks of a movie of over 500 MB into another file, and the memory of a long recording.
struct Remux {
  let folder: String

  func rows(pairs: Int) async throws -> [Row] {
    try await copies(by: "remux", named: "remux", pairs: pairs) + [
      Row("memory of writing 10 hours at 60 pictures a second", [try longRecording()], unit: "MB", target: 64)
    ]
  }

  /// Compares a command that copies with ffmpeg, and with cp when both write to the disk.
  ///
  /// - Parameter options: The words behind the names of the files.
  func copies(by command: String, _ options: [String] = [], named name: String, pairs: Int) async throws -> [Row] {
    let movie = try largeMovie()
    let (log, ours, theirs) = ("\(folder)/log", "\(folder)/ours.mp4", "\(folder)/theirs.mp4")
    // Freeing 500 MB and writing back the previous run's dirty pages are not measured.
    func fresh() throws {
      for file in [ours, theirs] { try? FileManager.default.removeItem(atPath: file) }
      _ = try Command("sync", []).run(log: log)
    }
    let reel = Command.reel([command, movie, ours] + options + ["--progress", "none"])
    let copies = try await alternatingPairs(pairs) {
      try fresh()
      return try reel.run(log: log)
    } _: {
      try fresh()
      return try Command("ffmpeg", ["-nostdin", "-v", "error", "-i", movie, "-map", "0", "-c", "copy", theirs]).run(
        log: log)
    }
    let line = ([reel.program] + reel.arguments).map { "'\($0)'" }.joined(separator: " ")
    let synchronised = try await alternatingPairs(pairs) {
      try fresh()
      return try Command("bash", ["-c", "\(line) && sync '\(ours)'"]).run(log: log)
    } _: {
      try fresh()
      return try Command("bash", ["-c", "cp --reflink=never '\(movie)' '\(theirs)' && sync '\(theirs)'"]).run(log: log)
    }
    try fresh()
    return [
      Row("\(name) of 500 MB, over ffmpeg -c copy", copies.map { $0.first.wall / $0.second.wall }, target: 1),
      Row("the same with sync, over cp and sync", synchronised.map { $0.first.wall / $0.second.wall }, target: 1.2),
      Row("peak memory of \(name)", copies.map { $0.first.peak / 1024 }, unit: "MB"),
    ]
  }

  /// Makes ten seconds of noise and a tone, repeated.
  func largeMovie() throws -> String {
    let (part, movie) = ("\(folder)/part.mp4", "\(folder)/large.mp4")
    let quiet = ["-nostdin", "-y", "-v", "error"]
    _ = try Command(
      "ffmpeg",
      quiet + [
        "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=60:duration=10,noise=alls=20:allf=t", "-f", "lavfi", "-i",
        "sine=duration=10", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "20M", "-pix_fmt", "yuv420p", "-c:a",
        "aac",
        part,
      ]
    ).run(log: "\(folder)/log")
    let size = (try FileManager.default.attributesOfItem(atPath: part)[.size] as? Int) ?? 1
    _ = try Command("ffmpeg", quiet + ["-stream_loop", "\(550_000_000 / size)", "-i", part, "-c", "copy", movie]).run(
      log: "\(folder)/log")
    return movie
  }

  // MARK: - Memory

  /// Returns the peak memory of this process while it writes 2,160,000 frames, in MB, beyond its present memory.
  ///
  /// Sizes, presentation order and dependencies differ from frame to frame, so that no table is short.
  private func longRecording() throws -> Double {
    // Resets the peak to the present memory.
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = try memory("VmHWM")
    let path = "\(folder)/long.mp4"
    do {
      let entry = SampleEntry("avc1", contents: [UInt8](repeating: 0, count: 70))
      var draft = TrackDraft(handlerType: "vide", timescale: 60, sampleEntries: [entry])
      draft.timing = .presented(reorderDepth: 2)
      let writer = try MovieWriter(
        MovieDraft(.mp4), to: FileByteSink(creating: path), layout: .headersFirst(reserved: 0))
      let track = try writer.addTrack(draft)
      let bytes = [UInt8](repeating: 7, count: 8)
      for index in 0..<2_160_000 {
        // Presented in the order 0 3 1 2, 4 7 5 6 …
        let time = Int64(index / 4 * 4 + [0, 3, 1, 2][index % 4])
        let size = 1 + (index &* 7919) % 8
        try writer.append(
          Sample(
            decodeTime: 0, presentationTime: time, duration: 1, size: size,
            flags: index % 60 == 0 ? .sync : .dependsOnOthers,
            timescale: 60), .memory(Array(bytes[..<size])), toTrack: track)
      }
      try writer.finish()
    }
    let movie = try Movie(path: path)
    guard try movie.tracks.first?.samples().count == 2_160_000 else {
      throw Command.Failure(description: "the recording lacks pictures")
    }
    return Double(try memory("VmHWM") - before) / 1024
  }

  /// Returns a line of the process's own status, in KiB.
  private func memory(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    guard let value = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
      throw Command.Failure(description: "the system does not say how much memory there is in use")
    }
    return value
  }
}
