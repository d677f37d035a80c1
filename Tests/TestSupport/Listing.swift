/// A file's samples in the JSON of reel's listing.
public struct Listing: Decodable {
  public struct Track: Decodable {
    public let id: UInt32
    public let mediaType: String
    public let codec: String
    public let timescale: Int
    public let samples: [Sample]
  }

  public struct Sample: Decodable {
    public let pts: String
    public let dts: String
    public let duration: String
    public let size: Int
    /// nil in files without sample offsets.
    public let offset: Int64?
    public let sync: Bool

    public var time: Double { Double(pts) ?? .nan }
    public var decodeTime: Double { Double(dts) ?? .nan }
    public var end: Double { time + (Double(duration) ?? .nan) }
  }

  public let tracks: [Track]
}
