package import CoreMedia
import Foundation

/// A playlist of HTTP Live Streaming (RFC 8216): what there is to choose from, or what plays one after the other.
package enum HLSPlaylist: Sendable, Equatable {
  case master(Master)
  case media(Media)

  /// What there is to choose from.
  package struct Master: Sendable, Equatable {
    package var variants: [Variant] = []
    package var renditions: [Rendition] = []
  }

  /// The presentation at one bit rate.
  package struct Variant: Sendable, Equatable {
    package var url: URL
    /// The highest bit rate, in bits a second.
    package var bandwidth: Int
    package var averageBandwidth: Int?
    /// Formats as RFC 6381 writes them.
    package var codecs: [String] = []
    package var width: Int?
    package var height: Int?
    package var frameRate: Double?
    /// The renditions that belong to it, by kind (`AUDIO`, `VIDEO`, `SUBTITLES`, `CLOSED-CAPTIONS`).
    package var groups: [String: String] = [:]
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
    /// A tag of RFC 5646; nil if the playlist does not say.
    package var language: String?
    package var isDefault = false
    package var isAutoselected = false
    package var isForced = false
    /// Media characteristics, by name.
    package var characteristics: [String] = []
    /// Nil if it is inside the variants.
    package var url: URL?
  }

  /// What plays one after the other.
  package struct Media: Sendable, Equatable {
    package var segments: [Segment] = []
    /// Whether the list is whole: nothing will be added.
    package var isComplete = false
    /// The longest that a segment may take.
    package var targetDuration: CMTime = .invalid
    /// Whether segments are encrypted with keys of a rights manager.
    package var isProtected = false

    /// How long it lasts; indefinite while it grows.
    package var duration: CMTime {
      isComplete ? segments.reduce(.zero) { $0 + $1.duration } : .indefinite
    }
  }

  /// A piece of the media.
  package struct Segment: Sendable, Equatable {
    package var url: URL
    package var duration: CMTime
    /// The headers that it needs, if they are apart from it.
    package var map: URL?
  }

  /// Why a text is no playlist.
  package struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    package var line: Int
    package var message: String
    package var description: String { "line \(line) of the playlist: \(message)" }
  }

  /// Whether a file begins like a playlist.
  package static func isPlaylist(_ beginning: [UInt8]) -> Bool {
    let bytes = beginning.starts(with: [0xef, 0xbb, 0xbf]) ? Array(beginning.dropFirst(3)) : beginning
    return bytes.starts(with: Array("#EXTM3U".utf8))
  }
}
