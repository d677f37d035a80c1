import CoreMedia
import Foundation
import Testing

@testable import MediaSource

@Suite struct WaveformTests {
  private func track(_ path: String) async throws -> MediaTrack {
    try #require(try await MediaTrack.tracks(ofFile: path).first { !$0.isVideo })
  }

  /// Returns ffmpeg's output, column by column.
  ///
  /// - Parameter padding: The number of samples after the end of the audio: for AAC in MPEG-4 the rest of the last
  ///   packet, which the edit list trims.
  private func expected(_ path: String, columns: Int, channels: Int, sampleCount: Int64, padding: Int) throws
    -> [Waveform.Column]
  {
    let data = try CodedClips.audio(path, "f32le", ["-c:a", "pcm_f32le"])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let count = Int(sampleCount)
    try #require(samples.count == (count + padding) * channels)
    return (0..<columns).map { column in
      func start(_ column: Int) -> Int { (column * count + columns - 1) / columns }
      let (first, end) = (start(column) * channels, start(column + 1) * channels)
      var (minimum, maximum, squares) = (samples[first], samples[first], 0.0)
      // A plain loop: without optimisation, closures over millions of samples take most of the test's time.
      var place = first
      while place < end {
        let sample = samples[place]
        if sample < minimum { minimum = sample }
        if sample > maximum { maximum = sample }
        squares += Double(sample) * Double(sample)
        place += 1
      }
      return Waveform.Column(
        minimum: minimum, maximum: maximum, rms: Float((squares / Double(end - first)).squareRoot()))
    }
  }

  /// Alternately loud and soft, different in each channel; long enough for several decoders at once. Evaluated once: it
  /// takes ffmpeg longer than any codec.
  private static let signal = Result<Data, any Error> {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc='0.8*sin(440*2*PI*t)*sin(t)|0.3*sin(90*2*PI*t)*cos(3*t)':s=44100:d=43.21",
      "-c:a", "pcm_f32le", folder.file("signal.wav"),
    ])
    return try Data(contentsOf: folder.url("signal.wav"))
  }

  @Test(arguments: [
    ("wav", "pcm_s16le"), ("wav", "pcm_u8"), ("wav", "pcm_s24le"), ("flac", "flac"), ("m4a", "aac"),
    ("mp3", "libmp3lame"), ("mka", "pcm_f64le"),
  ])
  func columns_areThoseOfTheSamples(_ file: String, _ codec: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("sound.\(file)")
    try Self.signal.get().write(to: folder.url("signal.wav"))
    try Oracle.make(["-i", folder.file("signal.wav"), "-c:a", codec, path])
    let waveform = try await Waveform(of: track(path), columns: 157)
    let apart = try await Waveform(of: track(path), columns: 157, perChannel: true)
    // All encoded samples, and no others: 43.21 s.
    let count: Int64 = 1_905_561
    #expect(waveform.sampleCount == count)
    // Packets of 1024, the first of which is priming.
    let padding = codec == "aac" ? (1024 - Int(count % 1024)) % 1024 : 0
    let expected = try expected(path, columns: 157, channels: 2, sampleCount: count, padding: padding)
    #expect(waveform.channels == 2 && waveform.rate == 44100 && waveform.columns.count == 157)
    for (own, other) in zip(waveform.columns, expected) {
      #expect(abs(own.minimum - other.minimum) < 0.0001 && abs(own.maximum - other.maximum) < 0.0001)
      #expect(abs(own.rms - other.rms) < 0.0001)
    }
    // The channels apart have the same extremes and the same power together.
    #expect(apart.channelColumns.map(\.count) == [157, 157] && waveform.channelColumns.isEmpty)
    for (own, joined) in zip(waveform.columns, apart.columns) {
      #expect(own.minimum == joined.minimum && own.maximum == joined.maximum && abs(own.rms - joined.rms) < 0.0001)
    }
    // The second channel is the softer one.
    #expect(apart.channelColumns[0].contains { $0.peak > 0.7 } && apart.channelColumns[1].allSatisfy { $0.peak < 0.6 })
  }

  @Test func progress_reachesTheEnd_andTracksWithFewSamplesHaveFewColumns() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("short.wav")
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=0.5:s=8000:d=0.01", path])
    let waveform = try await Waveform(of: track(path), columns: 1000)
    #expect(waveform.columns.count == 80 && waveform.sampleCount == 80)
    #expect(
      waveform.columns.allSatisfy {
        abs($0.maximum - 0.5) < 0.001 && abs($0.rms - 0.5) < 0.001 && $0.peak == $0.maximum
      })
  }

  @Test func cancelledTask_endsIt() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("long.m4a")
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=300", "-c:a", "aac", path])
    let track = try await track(path)
    let task = Task { try await Waveform(of: track, columns: 100) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
