@testable import MovieFile

/// The samples of a movie's first track as packets that have only decode times, 40 units apart.
struct UntimedFile: InterleavedFile {
  let source: any ByteSource
  var streams: [ContainerStream]
  let statedDuration: CMTime? = nil
  private let samples: [ContainerPacket]

  init(_ movie: Movie) throws {
    source = movie.source
    let description = try movie.tracks[0].formatDescriptions()[0]
    var stream = ContainerStream(number: 1, mediaType: "vide", codecID: "", timescale: 1000)
    stream.lacksTimes = true
    stream.formatDescription = description
    let code = BoxType(rawValue: description.mediaSubType.rawValue)
    stream.coded = Codec.found(code, where: { $0 == .video }).map {
      CodedStream($0.codec, configuration: description.atoms.first { $0.type == "avcC" }?.payload)
    }
    streams = [stream]
    samples = try movie.tracks[0].samples().all().enumerated().map { number, sample in
      ContainerPacket(
        stream: 0, decodeTime: Int64(number) * 40, isSync: sample.isSync,
        bytes: PacketBytes(sample.offset..<sample.offset + Int64(sample.size)))
    }
  }

  func packets(from place: PacketPlace?) -> any PacketWalker {
    Walker(samples: samples, number: Int(place?.offset ?? 0))
  }

  func place(of stream: Int, atOrBefore time: Int64) -> PacketPlace? { nil }

  private struct Walker: PacketWalker {
    let samples: [ContainerPacket]
    var number: Int
    var place: PacketPlace { PacketPlace(offset: Int64(number)) }
    var problem: MovieError? { nil }

    mutating func next() -> ContainerPacket? {
      guard number < samples.count else { return nil }
      defer { number += 1 }
      return samples[number]
    }
  }
}
