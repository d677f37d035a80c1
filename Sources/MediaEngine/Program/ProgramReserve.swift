import CoreMedia
import CoreVideo

extension ProgramQueue<ProgramItem>.Reserve {
  /// Room for the frames that are recorded while their graph starts: the first one of a process loads its elements for half a second.
  ///
  /// It is for 60 frames of 2 MB, or fewer larger ones.
  static var liveFrames: Self {
    let (count, bytes) = (60, 2 << 20)
    return Self(limit: count * bytes, startCount: count) { item in
      guard case .sample(let frame, _) = item, let image = frame.imageBuffer else { return 0 }
      return max(CVPixelBufferGetDataSize(image), bytes)
    }
  }

  /// Room for audio of a duration, whose blocks may be of any: those of less than a millisecond count as one.
  static func audio(seconds: Int) -> Self {
    let limit = seconds * 1_000_000
    return Self(limit: limit, startCount: nil) { item in
      guard case .sample(let block, _) = item else { return 0 }
      let rate = block.formatDescription?.audioStreamBasicDescription?.mSampleRate ?? 0
      guard rate > 0 else { return limit }
      return Int(min(max(Double(block.numSamples) * 1_000_000 / rate, 1000), Double(limit)))
    }
  }
}
