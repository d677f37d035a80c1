package import CoreMedia
import Foundation

/// A playlist of HTTP Live Streaming (RFC 8216): a master or a media playlist.
package enum HLSPlaylist: Sendable, Equatable {
  case master(Master)
  case media(Media)

  /// A master playlist: variants and renditions.
  package struct Master: Sendable, Equatable {
    package var variants: [Variant] = []
    package var renditions: [Rendition] = []
    /// Playlists of key frames alone, which players show while they wind through the presentation.
    package var keyFrameVariants: [Variant] = []
    /// The version of the protocol; 1 if not stated.
    package var version = 1
    /// True if every segment of all media can be decoded by itself.
    package var hasIndependentSegments = false

    package init() {}
  }

  /// The presentation at one bit rate.
  package struct Variant: Sendable, Equatable {
    package var url: URL
    /// The highest bit rate, in bits a second.
    package var bandwidth: Int
    package var averageBandwidth: Int?
    /// The codecs, as in RFC 6381.
    package var codecs: [String] = []
    package var width: Int?
    package var height: Int?
    package var frameRate: Double?
    /// The dynamic range; nil for the standard one, and where it is not stated.
    package var videoRange: VideoRange?
    /// The groups of its renditions, by type (`AUDIO`, `VIDEO`, `SUBTITLES`, `CLOSED-CAPTIONS`).
    package var groups: [String: String] = [:]

    package init(url: URL, bandwidth: Int) { (self.url, self.bandwidth) = (url, bandwidth) }
  }

  /// The dynamic range of video by its transfer function.
  package enum VideoRange: String, Sendable {
    case hybridLogGamma = "HLG"
    case perceptualQuantizer = "PQ"
  }

  /// An alternative for one kind of media.
  package struct Rendition: Sendable, Equatable {
    package enum Kind: String, Sendable {
      case audio = "AUDIO"
      case video = "VIDEO"
      case subtitles = "SUBTITLES"
      case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    package var group: String
    package var name: String
    /// A language tag of RFC 5646; nil if not stated.
    package var language: String?
    package var isDefault = false
    package var isAutoselected = false
    package var isForced = false
    /// Media characteristics, by name.
    package var characteristics: [String] = []
    /// The number of audio channels, and what else the attribute says after a slash; nil if not stated (RFC 8216, 4.3.4.1).
    package var channels: String?
    /// The URL; nil if the media are in the variants.
    package var url: URL?

    package init(kind: Kind, group: String, name: String) {
      (self.kind, self.group, self.name) = (kind, group, name)
    }
  }

  /// A media playlist: segments in order.
  package struct Media: Sendable, Equatable {
    package var segments: [Segment] = []
    /// True if no segments will be added.
    package var isComplete = false
    /// True if no segments will be removed or added (`VOD`).
    package var isOnDemand = false
    /// The version of the protocol; 1 if not stated.
    package var version = 1
    /// True if every segment can be decoded by itself.
    package var hasIndependentSegments = false
    /// True if every segment is one key frame.
    package var hasOnlyKeyFrames = false
    /// The maximum duration of a segment.
    package var targetDuration: CMTime = .invalid
    /// True if segments are encrypted with DRM.
    package var isProtected = false
    /// True if samples of segments are encrypted, rather than whole segments with a key that a URL gives.
    package var hasEncryptedSamples = false
    /// The duration; indefinite while the playlist grows.
    package var duration: CMTime {
      isComplete ? segments.reduce(.zero) { $0 + $1.duration } : .indefinite
    }

    package init() {}
  }

  /// A segment of the media.
  package struct Segment: Sendable, Equatable {
    package var url: URL
    /// Its bytes in what the URL gives; nil for all of them.
    package var bytes: Range<Int64>?
    package var duration: CMTime
    /// Its initialization section, if it has one.
    package var map: Section?
    /// The key of its bytes; nil if they are not encrypted.
    package var key: Key?
    /// Its number: that of the playlist's first segment, and one more for each.
    package var number: UInt64 = 0
    /// True if encodings or times change before it.
    package var isDiscontinuous = false

    package init(
      url: URL, bytes: Range<Int64>? = nil, duration: CMTime, map: Section? = nil, key: Key? = nil, number: UInt64 = 0,
      isDiscontinuous: Bool = false
    ) {
      (self.url, self.bytes, self.duration, self.map, self.key) = (url, bytes, duration, map, key)
      (self.number, self.isDiscontinuous) = (number, isDiscontinuous)
    }
  }

  /// A key of AES-128 in CBC mode (RFC 8216, 4.3.2.4).
  package struct Key: Sendable, Hashable {
    package var url: URL
    /// 16 bytes; nil if the number of a segment is used.
    package var initializationVector: [UInt8]?
  }

  /// Bytes that segments share.
  package struct Section: Sendable, Equatable {
    package var url: URL
    /// Its bytes in what the URL gives; nil for all of them.
    package var bytes: Range<Int64>?
    /// The key of its bytes; nil if they are not encrypted.
    package var key: Key?

    package init(url: URL, bytes: Range<Int64>? = nil, key: Key? = nil) {
      (self.url, self.bytes, self.key) = (url, bytes, key)
    }
  }

  /// The reason why a text is no playlist.
  package struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    package var line: Int
    package var message: String
    package var description: String { "line \(line) of the playlist: \(message)" }
  }

  /// Returns true if a file begins like a playlist.
  package static func isPlaylist(_ firstBytes: [UInt8]) -> Bool {
    let bytes = firstBytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(firstBytes.dropFirst(3)) : firstBytes
    return bytes.starts(with: Array("#EXTM3U".utf8))
  }
}
