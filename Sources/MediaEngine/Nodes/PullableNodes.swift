internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph

extension VideoConvert: PullableNode {
  func pulled(_ input: PulledStream) throws -> PulledStream? {
    guard case .frames(let frames) = input else { return nil }
    return .frames(ConvertedFrames(frames) { [name = format.gstreamerName] in try $0.converted(toFormat: name) })
  }
}

extension VideoScale: PullableNode {
  func pulled(_ input: PulledStream) throws -> PulledStream? {
    guard case .frames(let frames) = input, !isFramed, pixelShape == nil else { return nil }
    let interpolation: VideoConverter.Interpolation =
      switch method {
      case .nearest: .nearest
      case .bilinear: .bilinear
      case .lanczos: .lanczos
      }
    return .frames(
      ConvertedFrames(frames, interpolation) { [self] caps in
        guard let width = caps.first?["width"]?.int, let height = caps.first?["height"]?.int else { return caps }
        let size = size(for: PixelSize(width: width, height: height))
        return try caps.scaled(width: size.width, height: size.height, keepsPixelShape: keepsShape)
      })
  }
}

extension VideoOrient: PullableNode {
  func pulled(_ input: PulledStream) throws -> PulledStream? {
    guard case .frames(let frames) = input else { return nil }
    let orientation: FrameOrientation? =
      switch method {
      case .automatic: frames.orientation
      case .identity: nil
      case .rotate90: .rotate90
      case .rotate180: .rotate180
      case .rotate270: .rotate270
      case .flipHorizontal: .flipHorizontal
      case .flipVertical: .flipVertical
      }
    guard let orientation else { return input }
    return try RotatedFrames(frames, orientation).map { .frames($0) }
  }
}

extension AudioConvert: PullableNode {
  func pulled(_ input: PulledStream) throws -> PulledStream? {
    guard case .audio(let audio) = input, speakers.isEmpty else { return nil }
    var request = AudioFormatRequest(rate: rate, channels: channels, quality: quality)
    if let format {
      // 24 bits in three bytes are a format of elements only.
      guard let sample = PCMSample(rawValue: format.gstreamerName) else { return nil }
      request.sampleFormat = sample
    }
    return .audio(ConvertedAudio(audio, to: request))
  }
}

extension AudioVolume: PullableNode {
  func pulled(_ input: PulledStream) throws -> PulledStream? {
    // The element takes no unsigned samples; a converter before it chooses others.
    guard case .audio(let audio) = input, try audio.format(Cancellation()).sampleFormat != .u8 else { return nil }
    return .audio(
      FilteredAudio(audio) { [level] in
        let element = try Element.make("volume")
        for (name, value) in level { try element.set(name, to: value) }
        return element
      })
  }
}

extension AudioMix: PullableMixer {
  func pulled(_ inputs: [PulledStream]) throws -> PulledStream? {
    let sounds = inputs.compactMap { if case .audio(let audio) = $0 { audio } else { nil } }
    guard sounds.count == inputs.count else { return nil }
    let gains = sounds.indices.map { factors.indices.contains($0) ? factors[$0] : 1 }
    return try MixedAudio(sounds, gains: gains, ending: endsWith).map { .audio($0) }
  }
}
