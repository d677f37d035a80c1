internal import MediaSource
internal import MovieFile
import Synchronization

/// Gives the samples of a track of subtitles or text as groups of captions.
///
///     let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
///     let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
///     reader.add(output)
///     reader.startReading()
///     while let group = adaptor.nextCaptionGroup() { … }
///
/// Captions are text with a time: styles and regions are left out. Tracks are of timed text in movies, or of plain text in Matroska. Read
/// the output through the adaptor only.
///
/// Source: `AVAssetReaderOutputCaptionAdaptor`.
open class AVAssetReaderOutputCaptionAdaptor: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The output whose samples become captions.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput
  /// The captions of the group before the latest, and of that.
  private let groups = Mutex<(earlier: [AVCaption], latest: [AVCaption])>(([], []))

  /// Creates an adaptor of an output of stored samples of a track of subtitles or text.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    assetReaderTrackOutput = trackOutput
    super.init()
  }

  /// Returns the captions of the next time range, none for a time without any; nil after the last, and when the reader has failed or
  /// was cancelled: its `status` says which. Samples of other media make the reader fail.
  @discardableResult
  open func nextCaptionGroup() -> AVCaptionGroup? {
    guard let sample = assetReaderTrackOutput.copyNextSampleBuffer() else { return nil }
    let range = CMTimeRange(start: sample.presentationTimeStamp, duration: sample.duration)
    guard let text = Self.text(of: sample) else {
      assetReaderTrackOutput.session?.reject(
        "nextCaptionGroup()", "track \(assetReaderTrackOutput.track.trackID) holds no text that becomes captions")
      return nil
    }
    let captions = text.isEmpty ? [] : [AVCaption(text, timeRange: range)]
    groups.withLock { $0 = ($0.latest, captions) }
    return AVCaptionGroup(captions: captions, timeRange: range)
  }

  /// Returns the captions of the latest group that the one before did not have.
  open func captionsNotPresentInPreviousGroups(in captionGroup: AVCaptionGroup) -> [AVCaption] {
    let earlier = groups.withLock { $0.earlier }
    return captionGroup.captions.filter { caption in
      !earlier.contains { $0.text == caption.text && $0.timeRange == caption.timeRange }
    }
  }

  /// The text of a sample; nil if it is of another form.
  private static func text(of sample: CMSampleBuffer) -> String? {
    guard let type = sample.formatDescription?.mediaSubType.rawValue else { return nil }
    let bytes = (try? sample.dataBuffer?.dataBytes()) ?? Data()
    switch type {
    // 3GPP's timed text, QuickTime's, and the empty samples of both.
    case 0x7478_3367, 0x7465_7874: return bytes.count == 1 ? nil : TimedText.text(of: [UInt8](bytes))
    // Matroska's text, which has the tags of SubRip.
    case 0x7574_6638: return SubtitleText.tagged.text(of: bytes).plain
    default: return nil
    }
  }
}
