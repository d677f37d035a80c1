internal import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MovieFile

/// The JSON form of a probe: times in seconds, bit rates in bits per second; unknown values are left out.
struct ProbeReport: Encodable {
  struct Track: Encodable {
    let kind: String
    let id: Int?
    let codec: String?
    let format: String?
    let language: String?
    let bitRate: Int?
    let width: Int?
    let height: Int?
    let frameRate: String?
    let sampleRate: Int?
    let channels: Int?
    let channelLayout: String?
    let bitsPerSample: Int?
    let profile: String?
    let level: String?
    /// Pixel formats and colours have FFmpeg's names.
    let pixelFormat: String?
    let colorPrimaries: String?
    let colorTransfer: String?
    let colorMatrix: String?
    /// `tv` for levels from 16 to 235, `pc` for all.
    let colorRange: String?
    let interlaced: Bool?
    /// Width to height of a pixel, such as `12:11`.
    let pixelAspectRatio: String?
    let masteringDisplay: MasteringDisplay?
    let contentLight: ContentLight?
    let enabled: Bool?
    let alternateGroup: Int?
    let timescale: Int32?
    let samples: Int?
    let edits: [Edit]?
    let gapless: Gapless?
    let characteristics: [String]?
    let references: [Reference]?
    let metadata: [Item]?
  }

  /// Points are x and y of CIE 1931; luminances are in candelas a square metre.
  struct MasteringDisplay: Encodable {
    let red: [Double]
    let green: [Double]
    let blue: [Double]
    let whitePoint: [Double]
    let minimumLuminance: Double
    let maximumLuminance: Double
  }

  struct ContentLight: Encodable {
    let maximum: Int
    let maximumAverage: Int
  }

  /// An edit; without a media start, an empty one.
  struct Edit: Encodable {
    let start: Double
    let duration: Double
    let mediaStart: Double?
    let rate: Double?
  }

  struct Gapless: Encodable {
    let source: String
    let sampleRate: Int32
    let priming: Int64
    let samples: Int64
    let padding: Int64
    let prerollPackets: Int?
  }

  struct Reference: Encodable {
    let type: String
    let tracks: [UInt32]
  }

  struct Item: Encodable {
    let keySpace: String
    let key: String
    let identifier: String
    /// The form of the value: `text`, `integer`, `float`, `image` or `data`.
    let type: String
    let text: String?
    let number: Double?
    let integer: Int64?
    let imageFormat: String?
    let byteCount: Int?
    /// The first 64 bytes at most.
    let hex: String?
    let dataType: UInt32?
    let language: String?
    let country: String?
    let attributes: [String: String]?
    let source: String?
  }

  struct Chapters: Encodable {
    let source: String
    let track: Int?
    let language: String?
    let title: String?
    let chapters: [Chapter]
  }

  struct Chapter: Encodable {
    let start: Double
    let end: Double
    let title: String
    let pictureTrack: Int?
    let pictureSample: Int?
    let metadata: [Item]?
  }

  let file: String
  let container: String?
  let duration: Double?
  let tracks: [Track]
  let metadata: [Item]?
  let chapters: [Chapters]?
  let problems: [String]?

  /// The file's properties as AVFoundation reports them.
  let asset: AssetView

  init(_ file: String, _ probe: AssetProbe, _ asset: AssetView) {
    (self.file, self.asset) = (file, asset)
    container = probe.container
    duration = probe.duration.isNumeric ? probe.duration.seconds : nil
    tracks = probe.tracks.map(Track.init)
    metadata = probe.metadata.items.map(Item.init).nonEmpty
    chapters = probe.chapters.map(Chapters.init).nonEmpty
    problems = probe.problems.nonEmpty
  }
}

extension Array {
  /// The array; nil if it is empty.
  var nonEmpty: [Element]? { isEmpty ? nil : self }
}

extension ProbeReport.Track {
  fileprivate init(_ track: AssetProbe.Track) {
    kind = track.kind.rawValue
    id = track.id
    codec = track.codec
    format = track.format
    language = track.language
    bitRate = track.bitRate
    width = track.pixelSize?.width
    height = track.pixelSize?.height
    frameRate = track.frameRate?.text
    sampleRate = track.sampleRate
    channels = track.channels
    (channelLayout, bitsPerSample) = (track.channelLayout, track.bitsPerSample)
    (profile, level, pixelFormat) = (track.profile, track.level, track.pixelFormat)
    (colorPrimaries, colorTransfer) = (track.color.primaries, track.color.transfer)
    (colorMatrix, colorRange) = (track.color.matrix, track.color.rangeText)
    interlaced = track.mayBeInterlaced == true ? true : nil
    pixelAspectRatio = track.pixelAspectRatio?.text
    masteringDisplay = track.masteringDisplay.map { display in
      func pair(_ point: AssetProbe.MasteringDisplay.Point) -> [Double] { [point.x, point.y] }
      return ProbeReport.MasteringDisplay(
        red: pair(display.red), green: pair(display.green), blue: pair(display.blue),
        whitePoint: pair(display.whitePoint), minimumLuminance: display.minimumLuminance,
        maximumLuminance: display.maximumLuminance)
    }
    contentLight = track.contentLight.map {
      ProbeReport.ContentLight(maximum: $0.maximum, maximumAverage: $0.maximumAverage)
    }
    enabled = track.isEnabled
    alternateGroup = track.alternateGroup
    timescale = track.timescale
    samples = track.sampleCount
    edits =
      track.edits.map { segment in
        ProbeReport.Edit(
          start: segment.target.start.seconds, duration: segment.target.duration.seconds,
          mediaStart: segment.source?.start.seconds, rate: segment.source == nil ? nil : segment.rate.doubleValue)
      }.nonEmpty
    gapless = track.gapless.map { info in
      ProbeReport.Gapless(
        source: "\(info.source)", sampleRate: info.sampleRate, priming: info.priming, samples: info.sampleCount,
        padding: info.padding, prerollPackets: info.prerollPackets)
    }
    characteristics = track.characteristics.nonEmpty
    references = track.references.map { ProbeReport.Reference(type: $0.type.text, tracks: $0.trackIDs) }.nonEmpty
    metadata = track.metadata.items.map(ProbeReport.Item.init).nonEmpty
  }
}

extension ProbeReport.Item {
  init(_ item: MetadataItem) {
    keySpace = item.keySpace.rawValue
    key = item.key.description
    identifier = item.identifier
    text = item.value.text
    integer = item.value.integer
    var (number, imageFormat): (Double?, String?) = (nil, nil)
    var bytes: [UInt8]?
    switch item.value {
    case .text: type = "text"
    case .integer, .unsigned: type = "integer"
    case .float(let value, _):
      type = "float"
      number = value.isFinite ? value : nil
    case .image(let format, let picture): (type, imageFormat, bytes) = ("image", format.rawValue, picture)
    case .data(let data): (type, bytes) = ("data", data)
    }
    self.number = number
    self.imageFormat = imageFormat
    byteCount = bytes?.count
    hex = type == "data" ? bytes?.prefix(64).hexText : nil
    dataType = item.dataType
    language = item.language?.identifier
    country = item.country
    let pairs = item.attributes.map { ($0.key.rawValue, $0.value.description) }
    attributes = pairs.isEmpty ? nil : Dictionary(uniqueKeysWithValues: pairs)
    source = item.source?.path
  }
}

extension ProbeReport.Chapters {
  init(_ list: ChapterList) {
    switch list.source {
    case .nero: (source, track) = ("nero", nil)
    case .track(let id): (source, track) = ("track", id)
    case .id3: (source, track) = ("id3", nil)
    case .vorbisComment: (source, track) = ("vorbisComment", nil)
    case .matroska: (source, track) = ("matroska", nil)
    }
    language = list.language
    title = list.title
    chapters = list.chapters.map { chapter in
      ProbeReport.Chapter(
        start: chapter.timeRange.start.seconds, end: chapter.timeRange.end.seconds, title: chapter.title,
        pictureTrack: chapter.picture?.trackID, pictureSample: chapter.picture?.sampleIndex,
        metadata: chapter.items.map(ProbeReport.Item.init).nonEmpty)
    }
  }
}
