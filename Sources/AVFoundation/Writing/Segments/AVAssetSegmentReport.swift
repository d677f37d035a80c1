/// The kind of a segment.
public enum AVAssetSegmentType: Int, Sendable {
  /// The headers, which precede all others.
  case initialization = 1
  /// Media that can be played after the headers alone.
  case separable = 2
}

/// The profile of segmented files.
public struct AVFileTypeProfile: StringConstant {
  /// The identifier of the profile.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fragmented MP4 for Apple's HTTP Live Streaming.
  public static let mpeg4AppleHLS = AVFileTypeProfile("MPEG4AppleHLS")
  /// Fragmented MP4 of the Common Media Application Format, of one track.
  public static let mpeg4CMAFCompliant = AVFileTypeProfile("MPEG4CMAFCompliant")
}

/// The contents of a segment.
///
/// Source: `AVAssetSegmentReport`.
open class AVAssetSegmentReport: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The kind of the segment.
  public let segmentType: AVAssetSegmentType
  /// The contents by track.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ type: AVAssetSegmentType, _ tracks: [AVAssetSegmentTrackReport]) {
    (segmentType, trackReports) = (type, tracks)
    super.init()
  }
}

/// The contents of a segment of one track.
///
/// Source: `AVAssetSegmentTrackReport`.
open class AVAssetSegmentTrackReport: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The identifier of the track.
  public let trackID: CMPersistentTrackID
  /// The media type of the track.
  public let mediaType: AVMediaType
  /// The earliest presentation time of the segment's samples, on the timeline of those that the program appends, with the priming of
  /// audio; invalid without any.
  public let earliestPresentationTimeStamp: CMTime
  /// The duration of the segment's samples; invalid without any.
  public let duration: CMTime
  /// The first frame of video; nil of other tracks.
  public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

  init(
    _ id: CMPersistentTrackID, _ type: AVMediaType, start: CMTime, duration: CMTime,
    first: AVAssetSegmentReportSampleInformation?
  ) {
    (trackID, mediaType) = (id, type)
    (earliestPresentationTimeStamp, self.duration, firstVideoSampleInformation) = (start, duration, first)
    super.init()
  }
}

/// A sample of a segment.
///
/// Source: `AVAssetSegmentReportSampleInformation`.
open class AVAssetSegmentReportSampleInformation: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The presentation time.
  public let presentationTimeStamp: CMTime
  /// The offset of the sample in the segment, in bytes.
  public let offset: Int
  /// The size of the sample, in bytes.
  public let length: Int
  /// True if decoding can start at it.
  public let isSyncSample: Bool

  init(at time: CMTime, offset: Int, length: Int, isSync: Bool) {
    (presentationTimeStamp, self.offset, self.length, isSyncSample) = (time, offset, length, isSync)
    super.init()
  }
}
