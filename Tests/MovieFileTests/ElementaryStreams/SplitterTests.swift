import MovieExercise
import Testing

@testable import MovieFile

/// Elementary streams cut into access units and frames, in pieces of any size.
@Suite struct SplitterTests {
  /// The units of a stream that comes in pieces.
  private func units(
    _ splitter: some StreamSplitter, _ bytes: [UInt8], pieces: Int, payloads: [Int] = [0]
  ) -> [StreamUnit] {
    var splitter = splitter
    var units: [StreamUnit] = []
    for (number, start) in payloads.enumerated() {
      let end = number + 1 < payloads.count ? payloads[number + 1] : bytes.count
      splitter.beginPayload(at: Int64(start))
      var position = start
      while position < end {
        let next = min(end, position + pieces)
        bytes[position..<next].withUnsafeBytes { splitter.take($0, at: Int64(position)) }
        position = next
        while let unit = splitter.next() { units.append(unit) }
      }
      splitter.endPayload(at: Int64(end))
    }
    splitter.finish()
    while let unit = splitter.next() { units.append(unit) }
    return units
  }

  @Test(arguments: [1, 2, 3, 5, 184, 10_000]) func pictures_areCutInPiecesOfAnySize(pieces: Int) {
    let h264 = units(NALUnitSplitter(isHEVC: false), StreamBytes.h264.flatMap(\.self), pieces: pieces)
    let sizes: [Int] = StreamBytes.h264.map(\.count)
    #expect(h264.map(\.range.count) == sizes)
    #expect(h264.map(\.isSync) == [true, false, false, true])
    let mpeg2 = units(MPEGVideoSplitter(), StreamBytes.mpeg2.flatMap(\.self), pieces: pieces)
    let others: [Int] = StreamBytes.mpeg2.map(\.count)
    #expect(mpeg2.map(\.range.count) == others)
    #expect(mpeg2.map(\.place) == [.reference, .reference, .immediate])
    #expect(mpeg2.allSatisfy { $0.duration == UnitDuration(value: 2, timescale: 50) })
  }

  @Test(arguments: [1, 7, 100_000]) func audio_thatBeginsWithinAFrame_isCutFromTheFirstWholeOne(pieces: Int) {
    let frames = (0..<5).flatMap { StreamBytes.mp3Frame(UInt8($0)) }
    let cut = units(AudioFrameSplitter(.mpeg), Array(frames.dropFirst(100)), pieces: pieces)
    #expect(cut.map(\.range.lowerBound) == [188, 476, 764, 1052])
    #expect(cut.allSatisfy { $0.range.count == 288 })
    let ac3 = (0..<5).flatMap { StreamBytes.ac3Frame(UInt8($0)) }
    #expect(units(AudioFrameSplitter(.dolby), Array(ac3.dropFirst(3)), pieces: pieces).count == 4)
  }

  @Test func junkBetweenFrames_isPassedOver() {
    let bytes =
      StreamBytes.mp3Frame(1) + StreamBytes.mp3Frame(2) + [0xff, 0xfb, 1] + StreamBytes.mp3Frame(3)
      + StreamBytes.mp3Frame(4)
    #expect(units(AudioFrameSplitter(.mpeg), bytes, pieces: 64).map(\.range.lowerBound) == [0, 288, 579, 867])
  }

  /// A core and an extension substream are one packet; DTS Express has no cores.
  @Test func extensionsOfDTS_belongToTheirCore() throws {
    // 512 samples at 48 kHz, 96 bytes, two channels.
    let core: [UInt8] =
      [0x7f, 0xfe, 0x80, 0x01, 0xfc, 0x3c, 0x05, 0xf0, 0xb5, 0xe0, 0, 0]
      + [UInt8](repeating: 1, count: 84)
    #expect(DTSFrame(core)?.size == 96 && DTSFrame(core)?.sampleCount == 512 && DTSFrame(core)?.sampleRate == 48_000)
    // Without static fields: a header of 16 bytes, a frame of 64.
    let plain: [UInt8] = [0x64, 0x58, 0x20, 0x25, 0, 0x01, 0xe0, 0x07, 0xe0] + [UInt8](repeating: 2, count: 55)
    #expect(DTSFrame(plain)?.size == 64 && DTSFrame(plain)?.sampleCount == 0)
    let both = units(AudioFrameSplitter(.dts), core + plain + core + plain + core + plain, pieces: 50)
    #expect(both.map(\.range.count) == [160, 160, 160])
    // With static fields: a clock of 48 kHz and 1024 samples, one asset of 48 kHz in stereo.
    var header = Bits()
    header.number(0x6458_2025, 32)
    // Sizes of the header and the frame.
    for (value, count) in [(0, 8), (0, 3), (31, 8), (63, 16)] { header.number(value, count) }
    for (value, count) in [(1, 1), (2, 2), (1, 3), (0, 1), (0, 3), (0, 3), (1, 1), (1, 8), (0, 1), (29, 16)] {
      header.number(value, count)
    }
    for (value, count) in [(9, 9), (0, 3), (0, 3), (15, 5), (12, 4), (1, 8)] { header.number(value, count) }
    let express = header.bytes(64)
    let frame = try #require(DTSFrame(express))
    #expect(frame.kind == .extensions && frame.size == 64 && frame.sampleCount == 1024)
    #expect(frame.sampleRate == 48_000 && frame.channels == 2)
    #expect(units(AudioFrameSplitter(.dts), (0..<4).flatMap { _ in express }, pieces: 50).count == 4)
  }

  /// Dependent substreams add channels to the frame before them.
  @Test func dependentSubstreams_belongToTheirFrame() {
    func frame(_ kind: UInt8, _ fill: UInt8) -> [UInt8] {
      [0x0b, 0x77, kind << 6, 31, 0x3f, 0x80, 0, 0] + [UInt8](repeating: fill, count: 56)
    }
    let bytes = frame(0, 1) + frame(1, 2) + frame(0, 3) + frame(1, 4) + frame(0, 5)
    let packets = units(AudioFrameSplitter(.dolby), bytes, pieces: 30)
    #expect(packets.map(\.range.count) == [128, 128, 64])
    #expect(packets.first?.duration == UnitDuration(value: 1536, timescale: 48_000))
  }

  @Test func samplesOfDVD_arePutTogether() {
    // Two channels of 20 bits at 48 kHz: two frames a group.
    let header: [UInt8] = [0, 0x41, 0x80]
    let group: [UInt8] = [0x11, 0x11, 0x22, 0x22, 0x33, 0x33, 0x44, 0x44, 0xab, 0xcd]
    let packets = units(
      LinearPCMSplitter(.dvd), header + group + group.prefix(4) + header + group.suffix(6), pieces: 5,
      payloads: [0, 17])
    let samples: [UInt8] = [0x11, 0x11, 0xa0, 0x22, 0x22, 0xb0, 0x33, 0x33, 0xc0, 0x44, 0x44, 0xd0]
    #expect(packets.map(\.contents) == [.made(samples), .made(samples)])
    #expect(packets.allSatisfy { $0.duration == UnitDuration(value: 2, timescale: 48_000) })
  }

  @Test func samplesOfDVDsSingleChannel_areInPairs() {
    let groups: [UInt8] = [0x11, 0x11, 0x22, 0x22, 0xab, 0xcd, 0x33, 0x33, 0x44, 0x44, 0xef, 1]
    let packets = units(LinearPCMSplitter(.dvd), [0, 0x80, 0x80] + groups, pieces: 7)
    #expect(
      packets.map(\.contents) == [.made([0x11, 0x11, 0xab, 0x22, 0x22, 0xcd, 0x33, 0x33, 0xef, 0x44, 0x44, 1])])
  }

  @Test func channelsOfBluRay_areInCoreAudiosOrder() throws {
    // 5.1 at 48 kHz, 16 bits: L R C Ls Rs LFE.
    let packets = units(
      LinearPCMSplitter(.bluRay), [0, 12, 0x91, 0x40, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], pieces: 3)
    #expect(packets.map(\.contents) == [.made([1, 1, 2, 2, 3, 3, 6, 6, 4, 4, 5, 5])])
    // Mono is stored beside an empty channel.
    let mono = units(LinearPCMSplitter(.bluRay), [0, 8, 0x11, 0x40, 1, 1, 0, 0, 2, 2, 0, 0], pieces: 100)
    #expect(mono.map(\.contents) == [.made([1, 1, 2, 2])])
  }

  /// Fields of H.264: a pair is one unit, an unpaired field another.
  @Test func fieldsOfAFrame_areOneUnit() {
    let (sets, slices) = FieldStream.h264
    let bytes = sets + slices.flatMap(\.self)
    let frames = units(NALUnitSplitter(isHEVC: false), bytes, pieces: 6)
    let sizes: [Int] = slices.map(\.count)
    let expected: [Int] = [sets.count + sizes[0] + sizes[1], sizes[2] + sizes[3], sizes[4]]
    #expect(frames.map(\.range.count) == expected)
    #expect(frames.map(\.isSync) == [true, false, false])
  }

  /// Scalable and multiview streams have a prefix NAL unit before each slice of the base layer.
  @Test(arguments: [1, 6, 10_000]) func prefixUnits_stayWithTheirSlices(pieces: Int) {
    let prefix: [UInt8] = [0, 0, 1, 0x6e, 0x80, 0x80, 0x0f]
    let extended: [UInt8] = [0, 0, 1, 0x74, 0x80, 0x80, 0x0f, 0x55]
    let pictures = (0..<3).map { number in
      [0, 3, 6].flatMap { first in
        prefix + FieldStream.slice(number == 0 ? 0x65 : 0x61, first: first, number: number, count: 2 * number)
      } + extended
    }
    let bytes = FieldStream.h264.sets + pictures.flatMap(\.self)
    let cut = units(NALUnitSplitter(isHEVC: false), bytes, pieces: pieces)
    let sizes: [Int] = pictures.map(\.count)
    #expect(cut.map(\.range.count) == [FieldStream.h264.sets.count + sizes[0], sizes[1], sizes[2]])
    for unit in cut {
      guard case .nalUnits(let units) = unit.contents else { continue }
      let types: [UInt8] = units.suffix(7).map { bytes[Int($0.lowerBound)] & 0x1f }
      #expect(types == [14, types[1], 14, types[1], 14, types[1], 20])
      #expect(units.map(\.lowerBound) == units.map(\.lowerBound).sorted())
    }
  }

  @Test func damagedStreams_areCutWithoutTraps() {
    let streams: [([UInt8], any StreamSplitter)] = [
      (StreamBytes.h264.flatMap(\.self), NALUnitSplitter(isHEVC: false)),
      (StreamBytes.h264.flatMap(\.self), NALUnitSplitter(isHEVC: true)),
      (StreamBytes.mpeg2.flatMap(\.self), MPEGVideoSplitter()),
      (StreamBytes.mpeg2.flatMap(\.self), MPEG4VideoSplitter()),
      ((0..<4).flatMap { StreamBytes.ac3Frame(UInt8($0)) }, AudioFrameSplitter(.dolby)),
      ((0..<4).flatMap { StreamBytes.mp3Frame(UInt8($0)) }, AudioFrameSplitter(.loas)),
      ((0..<4).flatMap { StreamBytes.ac3Frame(UInt8($0)) }, AudioFrameSplitter(.dts)),
      ([0, 8, 0x11, 0x40, 1, 1, 0, 0, 2, 2, 0, 0], LinearPCMSplitter(.bluRay)),
      ([0x7f, 0xe0, 4, 0xfc, 1, 2, 3, 0x7f, 0xe0, 2, 0xfc, 1], OpusSplitter()),
    ]
    for (number, (bytes, splitter)) in streams.enumerated() {
      var mutation = Mutation(seed: UInt64(number))
      for round in 0..<150 {
        let damaged = mutation.damaged(bytes + bytes + bytes)
        for unit in units(splitter, damaged, pieces: 1 + round % 90) {
          #expect(unit.range.lowerBound >= 0 && unit.range.upperBound <= damaged.count)
        }
      }
    }
  }
}

/// Writes numbers of bits, and Exp-Golomb codes.
private struct Bits {
  private(set) var bits: [UInt8] = []
  mutating func number(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
  }
  mutating func unsigned(_ value: Int) {
    let count = Int.bitWidth - (value + 1).leadingZeroBitCount
    number(0, count - 1)
    number(value + 1, count)
  }
  /// Filled up with zeros.
  func bytes(_ count: Int) -> [UInt8] {
    let all = bits + [UInt8](repeating: 0, count: max(0, count * 8 - bits.count))
    return stride(from: 0, to: count * 8, by: 8).map { all[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
  }
  /// Closed by a stop bit, with emulation prevention.
  var unit: [UInt8] {
    var all = bits + [1]
    while all.count % 8 != 0 { all.append(0) }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: all.count, by: 8) {
      let byte = all[start..<start + 8].reduce(0) { $0 << 1 | $1 }
      if byte <= 3, bytes.suffix(2) == [0, 0] { bytes.append(3) }
      bytes.append(byte)
    }
    return bytes
  }
}

/// Fields of H.264, written bit by bit.
enum FieldStream {
  /// A slice of a field, or of a frame.
  ///
  /// - Parameter first: The number of the first macroblock.
  static func slice(
    _ header: UInt8, first: Int = 0, number: Int, isBottom: Bool? = nil, count: Int
  ) -> [UInt8] {
    var bits = Bits()
    for value in [first, 7, 0] { bits.unsigned(value) }
    bits.number(number, 4)
    if let isBottom { bits.number(isBottom ? 3 : 2, 2) } else { bits.number(0, 1) }
    if header & 0x1f == 5 { bits.unsigned(0) }
    bits.number(count, 4)
    bits.number(0x5555, 16)
    return [0, 0, 0, 1, header] + bits.unit
  }

  /// Parameter sets of interlaced video, and the slices of an IDR frame, a frame of others, and a single field.
  static var h264: (sets: [UInt8], slices: [[UInt8]]) {
    var sequence = Bits()
    sequence.number(77, 8)
    sequence.number(0, 8)
    sequence.number(30, 8)
    // Frame numbers of four bits, counts of type 0 with four bits, one reference, 4 by 2 macroblocks, not only frames.
    for value in [0, 0, 0, 0, 1] { sequence.unsigned(value) }
    sequence.number(0, 1)
    for value in [3, 1] { sequence.unsigned(value) }
    sequence.number(0b00100, 5)
    var picture = Bits()
    for value in [0, 0] { picture.unsigned(value) }
    picture.number(0, 2)
    return (
      [0, 0, 0, 1, 0x67] + sequence.unit + [0, 0, 0, 1, 0x68] + picture.unit,
      [
        slice(0x65, number: 0, isBottom: false, count: 0), slice(0x61, number: 0, isBottom: true, count: 1),
        slice(0x61, number: 1, isBottom: false, count: 2), slice(0x61, number: 1, isBottom: true, count: 3),
        slice(0x61, number: 2, isBottom: false, count: 4),
      ]
    )
  }
}
