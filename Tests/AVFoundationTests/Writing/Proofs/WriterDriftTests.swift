import AVFoundation
import Foundation
import Testing

/// Frames of film and audio of music, for long: neither leaves its place by a millisecond.
///
/// A third of a minute in every run, an hour in `make soak`.
@Suite struct WriterDriftTests {
  private static let seconds = Soak.rounds(20, of: 3600)
  private static let rate = 44_100

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [(AVFileType.mov, 0.000_01), (.mp4, 0.000_01), (.matroska, 0.001), (.transportStream, 0.000_05)])
  func frameAndSample_areAtTheirTimesAtTheEnd(_ type: AVFileType, _ unit: Double) async throws {
    let folder = try TemporaryFolder()
    let count = Self.seconds * 24_000 / 1001
    let video = AVAssetWriterInput(
      mediaType: .video, outputSettings: WrittenMedia.videoSettings(width: 32, height: 16))
    let audio = AVAssetWriterInput(
      mediaType: .audio, outputSettings: WrittenMedia.aac.merging([AVSampleRateKey: Self.rate]) { $1 })
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    for input in [video, audio] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    async let frames: Void = {
      let image = try WrittenMedia.image(5, width: 32, height: 16)
      let format = try CMVideoFormatDescription(imageBuffer: image)
      for number in 0..<count {
        let time = CMTime(value: Int64(number) * 1001, timescale: 24_000)
        try await video.append(contentsOf: [
          CMSampleBuffer(
            imageBuffer: image, formatDescription: format,
            sampleTiming: CMSampleTimingInfo(
              duration: CMTime(value: 1001, timescale: 24_000), presentationTimeStamp: time,
              decodeTimeStamp: .invalid))
        ])
      }
      video.markAsFinished()
    }()
    // A click in the middle of each second.
    var second = [Int16](repeating: 0, count: Self.rate)
    second[Self.rate / 2] = 28_000
    for number in 0..<Self.seconds {
      let block = try WrittenMedia.audio(second, at: number * Self.rate, rate: Self.rate)
      try await audio.append(contentsOf: [block])
    }
    audio.markAsFinished()
    try await frames
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")

    let path = folder.file("out")
    let shown = try times(path, "v:0")
    #expect(shown.count == count)
    let lastFrame = Double(count - 1) * 1001 / 24_000
    #expect(
      abs(shown[shown.count - 1] - shown[0] - lastFrame) <= unit, "\(shown[shown.count - 1] - shown[0] - lastFrame)")
    let packets = try times(path, "a:0")
    let lastPacket = Double((packets.count - 1) * 1024) / Double(Self.rate)
    #expect(
      abs(packets[packets.count - 1] - packets[0] - lastPacket) <= unit,
      "\(packets[packets.count - 1] - packets[0] - lastPacket)")
    let (first, last) = (try click(path, in: 0), try click(path, in: Self.seconds - 1))
    #expect(last - first == (Self.seconds - 1) * Self.rate)
    if type == .mov || type == .mp4 { #expect(abs(first - Self.rate / 2) <= 1) }
  }

  /// Returns the times of a stream's packets in seconds, in the order of presentation.
  private func times(_ path: String, _ stream: String) throws -> [Double] {
    try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]
    ).split(separator: "\n").compactMap { Double($0.filter { $0.isNumber || $0 == "." || $0 == "-" }) }.sorted()
  }

  /// Returns the sample at which a second of decoded audio is loudest.
  private func click(_ path: String, in second: Int) throws -> Int {
    let trim = "atrim=start_sample=\(second * Self.rate):end_sample=\((second + 1) * Self.rate)"
    let bytes = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-af", trim, "-f", "s16le", "-ac", "1", "-"])
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let peak = samples.indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) }
    return second * Self.rate + (try #require(peak))
  }
}
