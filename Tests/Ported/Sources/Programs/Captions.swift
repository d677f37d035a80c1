import AVFoundation

private struct Cue: Sendable {
  var range: CMTimeRange
  var text: String
}

/// Turns subtitles into a track of a movie, and reads them back.
func captions(in folder: URL) async throws {
  let url = folder.appendingPathComponent("captions.mov")
  let text = "1\n00:00:00,500 --> 00:00:01,500\nGood morning\n\n2\n00:00:02,000 --> 00:00:03,250\nGood\nnight"
  try await write(parse(text), to: url)
  for line in try await read(url) { print("captions:", line) }
}

private func parse(_ text: String) -> [Cue] {
  func time(_ text: Substring) -> CMTime {
    let parts = text.split(whereSeparator: { ":,".contains($0) }).compactMap { Int64($0) }
    guard parts.count == 4 else { return .invalid }
    return CMTime(value: ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3], timescale: 1000)
  }
  return text.components(separatedBy: "\n\n").compactMap { block in
    let lines = block.split(separator: "\n")
    guard lines.count >= 3, let arrow = lines[1].range(of: " --> ") else { return nil }
    return Cue(
      range: CMTimeRange(start: time(lines[1][..<arrow.lowerBound]), end: time(lines[1][arrow.upperBound...])),
      text: lines[2...].joined(separator: "\n"))
  }
}

private func write(_ cues: [Cue], to url: URL) async throws {
  let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
  let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
  input.languageCode = "eng"
  input.mediaTimeScale = 1000
  let adaptor = AVAssetWriterInputCaptionAdaptor(assetWriterInput: input)
  writer.add(input)
  guard writer.startWriting() else { throw writer.error! }
  writer.startSession(atSourceTime: .zero)
  for cue in cues {
    while !input.isReadyForMoreMediaData { try await Task.sleep(nanoseconds: 1_000_000) }
    adaptor.append(AVCaption(cue.text, timeRange: cue.range))
  }
  input.markAsFinished()
  await writer.finishWriting()
}

private func read(_ url: URL) async throws -> [String] {
  let asset = AVURLAsset(url: url)
  let reader = try AVAssetReader(asset: asset)
  guard let track = try await asset.loadTracks(withMediaType: .subtitle).first else { return [] }
  let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
  let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
  reader.add(output)
  reader.startReading()
  var lines: [String] = []
  while let group = adaptor.nextCaptionGroup() {
    for caption in adaptor.captionsNotPresentInPreviousGroups(in: group) {
      lines.append("\(caption.timeRange.start.seconds) \(caption.timeRange.duration.seconds) \(caption.text)")
    }
  }
  return lines
}
