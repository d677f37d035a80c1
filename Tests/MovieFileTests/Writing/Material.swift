import Foundation
import Testing

@testable import MovieFile

/// Samples for test movies, made once by ffmpeg: intra-coded frames, audio packets, PCM.
struct Material {
  struct Kind {
    let handlerType: BoxType
    let timescale: Int32
    /// The duration of a sample, in units of the timescale.
    let duration: Int64
    let track: Track
    let samples: [[UInt8]]
    /// The sample entry for each movie format.
    let entry: @Sendable (MovieFormat) throws -> SampleEntry
  }

  let picture: Kind
  /// Frames of another size.
  let smallVideo: Kind
  let audio: Kind
  /// Two channels of 16 bits, low byte first; a sample is a frame.
  let stored: Kind

  static let shared = Result { try Material() }

  private init() throws {
    let folder = try TemporaryFolder()
    func kind(_ file: String, _ arguments: String, asItIs: Bool) throws -> Kind {
      let movie = try Movie(
        source: MemoryByteSource(
          [UInt8](Data(contentsOf: URL(fileURLWithPath: Recipe(file, arguments).make(in: folder))))))
      let track = movie.tracks[0]
      let samples = try track.samples().all()
      let stored = try SampleEntry(track.sampleDescriptions[0])
      let description = try track.formatDescriptions()[0]
      return Kind(
        handlerType: track.handlerType, timescale: track.timescale, duration: samples[0].duration, track: track,
        samples: try samples.map { try movie.data(of: $0, in: track) },
        entry: { format in asItIs ? stored : try SampleEntry(description, in: format) })
    }
    let alone = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 1 -bf 0"
    picture = try kind("a.mp4", "-f lavfi -i testsrc=size=64x48:rate=25:duration=1 \(alone)", asItIs: true)
    smallVideo = try kind("b.mp4", "-f lavfi -i testsrc2=size=48x32:rate=25:duration=1 \(alone)", asItIs: true)
    audio = try kind("c.m4a", "\(Recipe.tone) -c:a aac", asItIs: false)
    stored = try kind("d.mov", "-f lavfi -i sine=duration=0.2:sample_rate=48000 -ac 2 -c:a pcm_s16le", asItIs: false)
  }
}

extension TrackDraft {
  init(_ kind: Material.Kind, in format: MovieFormat, timing: Timing = .presented(reorderDepth: 0)) throws {
    self.init(handlerType: kind.handlerType, timescale: kind.timescale, sampleEntries: [try kind.entry(format)])
    self.timing = timing
    (width, height) = (kind.track.header.width, kind.track.header.height)
  }
}

extension MovieWriter {
  /// Appends samples of a kind from a start time on, each of the kind's duration.
  func append(_ kind: Material.Kind, _ range: Range<Int>, at start: Int64, toTrack track: Int, description: Int = 0)
    throws
  {
    for (place, index) in range.enumerated() {
      let bytes = kind.samples[index % kind.samples.count]
      let time = start + Int64(place) * kind.duration
      let sample = Sample(
        decodeTime: time, presentationTime: time, duration: kind.duration, size: bytes.count,
        descriptionIndex: description, timescale: kind.timescale)
      try append(sample, .memory(bytes), toTrack: track)
    }
  }
}

extension Oracle {
  /// Returns ffmpeg's standard output and its messages.
  static func ffmpeg(_ arguments: [String]) throws -> (output: Data, words: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "warning"] + arguments
    let (output, words) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = words
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Messages are too short to fill the pipe: they are read after the output.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let text = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "ffmpeg \(arguments) failed: \(text)") }
    return (data, text)
  }
}
