import Foundation
import MovieFile

/// The bytes that a child process has written so far to its output file, which may not have a name yet.
struct GrowingOutput: Sendable {
  let child: Child
  let folder: String
  /// The files from before the start.
  let inputs: Set<String>

  /// The size of the largest new file in the folder that the child has open; nil if there is none.
  private var byteCount: Int64? {
    let descriptors = "/proc/\(child.pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.compactMap { name -> Int64? in
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)"),
        target.hasPrefix(folder + "/"), !inputs.contains(String(target.dropFirst(folder.count + 1)))
      else { return nil }
      var status = stat()
      guard stat("\(descriptors)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return Int64(status.st_size)
    }.max()
  }

  private var isAlive: Bool {
    let status = (try? String(contentsOfFile: "/proc/\(child.pid)/stat", encoding: .utf8)) ?? ""
    return !status.isEmpty && !status.contains(") Z ")
  }

  /// Sends a signal when so many bytes are written, or the process has ended.
  func send(_ signal: Int32, atByte count: Int64) async {
    await send(signal) { byteCount ?? -1 >= count }
  }

  /// Sends a signal when a condition holds, or the process has ended. The condition is checked on a thread of its own,
  /// because other tests may occupy the shared ones.
  func send(_ signal: Int32, when holds: @escaping @Sendable () -> Bool) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while isAlive, !holds() { sched_yield() }
        child.send(signal)
        continuation.resume()
      }
    }
  }

  /// Waits until a condition holds, or the process has ended.
  func waits(until holds: () throws -> Bool) async rethrows {
    while isAlive, try !holds() { await Task.yield() }
  }
}

extension CommandFixture {
  /// Makes a folder with a movie of 400 seconds of small sync frames: `long.mp4`.
  static func withLongMovie() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    try await fixture.write(longMovie.value, to: "long.mp4")
    return fixture
  }

  private static let longMovie = Task<Data, any Error> {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=32x32:rate=25:duration=4 -c:v libx264 -preset ultrafast -g 1 \
        -pix_fmt yuv420p short.mp4 && ffmpeg -nostdin -v error -stream_loop 99 -i short.mp4 -c copy long.mp4
      """)
    guard outcome.code == 0 else { throw SampleMovie.Failure(error: outcome.error) }
    return try fixture.data(of: "long.mp4")
  }

  /// Makes a folder with audio too long to copy before the test ends, `endless.wav`: three hours of it, in a sparse
  /// file that takes no space on the disk.
  static func withEndlessSound() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    // Through a pipe, its header has no length: the audio is all of the file.
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i anullsrc=r=48000:cl=stereo -t 1 -f wav - > endless.wav && \
        truncate -s 2G endless.wav
      """)
    guard made.code == 0 else { throw SampleMovie.Failure(error: made.error) }
    return fixture
  }

  /// Returns ffmpeg's packets of a movie's video track: times, sizes, hashes. Errors are ignored.
  func packets(of name: String) async throws -> [Substring] {
    let outcome = try await Child(
      ["ffmpeg", "-nostdin", "-v", "quiet", "-i", name, "-map", "0:v", "-c", "copy", "-f", "framemd5", "-"], in: path
    ).outcome
    return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  /// Copies a file up to the end of its last complete fragment.
  ///
  /// - Returns: The number of samples of its first track.
  func cutToWhole(_ name: String, as copy: String) throws -> Int {
    // The file may grow meanwhile.
    let bytes = try data(of: name)
    let whole = try Movie.wholeByteCount(of: MemoryByteSource([UInt8](bytes)))
    guard whole > 0 else { return 0 }
    try write(bytes.prefix(Int(whole)), to: copy)
    let movie = try Movie(path: "\(path)/\(copy)")
    return try movie.tracks[0].samples().count
  }
}
