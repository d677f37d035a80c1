import CoreMedia

/// The format in which audio is wanted; what is nil stays as it is in the source.
package struct AudioFormatRequest: Hashable, Sendable {
  package var sampleFormat: PCMSample?
  /// Samples a second, positive.
  package var rate: Int?
  /// The number of channels, 1 or more. Channels are mixed by their speakers.
  package var channels: Int?

  package init(sampleFormat: PCMSample? = nil, rate: Int? = nil, channels: Int? = nil) {
    (self.sampleFormat, self.rate, self.channels) = (sampleFormat, rate, channels)
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
    return format
  }
}
