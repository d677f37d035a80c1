import CoreMedia
import Foundation
import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

/// Clips for remote reading, and their contents.
enum RemoteClips {
  private static let shared = Result { try TemporaryFolder() }
  /// The movies that have been made, by their kinds and options.
  private static let made = Mutex<[[String]: URL]>([:])

  /// Makes a movie of several megabytes with reordered frames and trimmed audio; each is encoded once a process.
  static func movie(_ folder: TemporaryFolder, _ name: String = "movie.mp4", _ options: [String] = []) throws {
    let kind = folder.url(name).pathExtension
    // A playlist has its segments beside it.
    guard kind != "m3u8" else { return try encode(folder.file(name), options) }
    let movie = try made.withLock { made in
      if let movie = made[[kind] + options] { return movie }
      let movie = try shared.get().url("\(made.count).\(kind)")
      try encode(movie.path, options)
      made[[kind] + options] = movie
      return movie
    }
    try FileManager.default.copyItem(at: movie, to: folder.url(name))
  }

  private static func encode(_ path: String, _ options: [String]) throws {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=3", "-f", "lavfi", "-i",
        "anoisesrc=r=48000:seed=2:a=0.2:d=3", "-ac", "2", "-vf", "noise=alls=50:allf=t:all_seed=1", "-pix_fmt",
        "yuv420p", "-c:v",
        "libx264", "-preset", "ultrafast", "-qp", "12", "-bf", "2", "-g", "12", "-c:a", "aac",
      ] + options + [path])
  }

  /// Makes the same movie with a cut between frames: its edits begin in the middle of a GOP and of a packet.
  static func cut(_ folder: TemporaryFolder, _ name: String) throws {
    try movie(folder, "whole.mp4")
    try Oracle.make(["-ss", "0.73", "-i", folder.file("whole.mp4"), "-c", "copy", folder.file(name)])
  }

  /// The output of a run: frames, audio, and the packets of both.
  struct Reading: Equatable {
    var frames: [RecordedFrames.Frame]
    var audio: [[Float]]
    var audioStart: Int64?
    /// Times, sizes and digests of the packets in a copy.
    var packets: [String]
  }

  /// Reads all tracks of a movie, decoded and compressed.
  static func read(_ location: String, _ folder: TemporaryFolder) async throws -> Reading {
    var graph = Graph()
    let (frames, audio) = (RecordedFrames(), Samples())
    let copy = folder.file("copy-\(UUID().uuidString).mp4")
    let source = graph.add("source", AssetRead { $0.url = Location(location) })
    graph.connect(source.video, to: graph.add("look", frames.sink()).input)
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.codedVideo, to: mp4.input)
    graph.connect(source.codedAudio, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = Location(copy) }).input)
    _ = try await graph.run(options: .testing)
    let packets = try Oracle.text(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", copy, "-map", "0", "-c", "copy", "-f", "framemd5", "-"])
    let recording = audio.recording
    return Reading(
      frames: frames.all, audio: recording.channels, audioStart: recording.start,
      packets: packets.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
  }

  /// Copies a movie's video with its metadata into another movie.
  static func copyWithMetadata(_ location: String, to copy: String) async throws {
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(location) })
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.codedVideo, to: mp4.input)
    graph.connect(source.metadata, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = Location(copy) }).input)
    _ = try await graph.run(options: .testing)
  }

  /// Returns the audio of a file.
  static func audio(_ location: String) async throws -> Samples.Recording {
    var graph = Graph()
    let audio = Samples()
    let source = graph.add("source", AssetRead { $0.url = Location(location) })
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    return audio.recording
  }

  /// Makes 1.3 seconds of audio as a file.
  static func song(_ folder: TemporaryFolder, _ name: String, _ options: [String]) throws {
    try Oracle.make(["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=3:a=0.2:d=1.3"] + options + [folder.file(name)])
  }
}
