import CoreMedia

/// The format in which audio is wanted; what is nil stays as it is in the source.
package struct AudioFormatRequest: Hashable, Sendable {
  package var sampleFormat: PCMSample?
  /// Samples a second, positive.
  package var rate: Int?
  /// The number of channels, 1 or more. Channels are mixed by their speakers.
  package var channels: Int?
  /// GStreamer's mask of the wanted speakers, as many as there are channels; the usual ones if nil.
  package var channelMask: UInt64?
  /// The quality of the change of the rate, from 0 to 10; GStreamer's usual one if nil.
  package var quality: Int?

  package init(
    sampleFormat: PCMSample? = nil, rate: Int? = nil, channels: Int? = nil, channelMask: UInt64? = nil,
    quality: Int? = nil
  ) {
    (self.sampleFormat, self.rate, self.channels, self.channelMask) = (sampleFormat, rate, channels, channelMask)
    self.quality = quality
  }

  /// The format that audio of another one becomes.
  package func format(from source: DecodedAudioFormat) -> DecodedAudioFormat {
    var format = source
    if let sampleFormat { format.sampleFormat = sampleFormat }
    if let rate { format.rate = rate }
    if let channels, channels != source.channels {
      format.channels = channels
      format.channelMask = DecodedAudioFormat.usualMask(channels)
    }
    if let channelMask, channelMask.nonzeroBitCount == format.channels {
      format.channelMask = Self.hasSameSpeakers(channelMask, format.channelMask) ? format.channelMask : channelMask
    }
    return format
  }

  /// True if masks differ only in the pair that is at the sides in one and at the back in the other: many formats do not
  /// tell these apart.
  package static func hasSameSpeakers(_ a: UInt64, _ b: UInt64) -> Bool {
    // GStreamer's bits of the rear pair and of the side pair, and of what lies between them in its order.
    let (rear, side, between) = (3 << 4 as UInt64, 3 << 10 as UInt64, 0xF << 6 as UInt64)
    return a ^ b == rear | side && (a & rear == rear) != (a & side == side) && (a | b) & between == 0
  }
}
