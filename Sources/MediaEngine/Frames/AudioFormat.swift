internal import CGStreamer

/// The negotiated audio format of a link, read once from the caps.
struct AudioFormat: Sendable {
  let sampleFormat: SampleFormat
  let channels: Int
  let rate: Int
  let bytesPerFrame: Int

  init(_ info: borrowing GstAudioInfo) {
    sampleFormat = SampleFormat(rawValue: String(cString: info.finfo.pointee.name))
    channels = Int(info.channels)
    rate = Int(info.rate)
    bytesPerFrame = Int(info.bpf)
  }
}
