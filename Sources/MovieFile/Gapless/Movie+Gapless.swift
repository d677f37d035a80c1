extension Movie {
  /// Returns the valid part of an audio track's decoded samples; nil if the file does not state it, or the track is not
  /// audio.
  ///
  /// iTunes' entry is exact and has precedence if its numbers fit the track; edit lists count the end in units of the
  /// movie's timescale, which may be milliseconds.
  public func gapless(of track: Track) throws(MovieError) -> GaplessInfo? {
    guard track.handlerType == .audio, let format = try track.formatDescriptions().first?.audioStreamBasicDescription,
      let rate = Int32(exactly: format.mSampleRate), rate > 0
    else { return nil }
    let table = try track.samples()
    guard table.count > 0 else { return nil }
    let roll = try table[0].rollDistance.flatMap { $0 < 0 ? -$0 : nil }
    guard let total = try Self.total(table, packet: Int64(format.mFramesPerPacket), rate: rate) else { return nil }
    if tracks.filter({ $0.handlerType == .audio }).count == 1, let text = try iTunesGapless(),
      let info = GaplessInfo(iTunSMPB: text, total: total, sampleRate: rate, prerollPackets: roll)
    {
      return info
    }
    return Self.gapless(edits: track.edits ?? [], track, total: total, rate: rate, roll: roll)
  }

  /// Returns the decoder's output for all packets; the table may shorten the last one's duration. Nil if it does not
  /// fit.
  private static func total(_ table: SampleTable, packet: Int64, rate: Int32) throws(MovieError) -> Int64? {
    let count = Int64(table.count)
    if packet > 1 {
      let (total, overflow) = count.multipliedReportingOverflow(by: packet)
      return overflow ? nil : total
    }
    // Codecs with packets of any length may use one length in this file.
    let first = try table[0].duration
    let (whole, overflow) = first.multipliedReportingOverflow(by: count)
    let isEqual = !overflow && table.decodeEnd <= whole && table.decodeEnd > whole - first
    return rescaled(isEqual ? whole : table.decodeEnd, table.timescale, rate)
  }

  private func iTunesGapless() throws(MovieError) -> String? {
    try metadata().items(.iTunesFreeForm, .name("com.apple.iTunes.iTunSMPB")).first?.value.text
  }

  /// Returns the part that the first edit with media shows; nil if there are several, which cannot be expressed.
  private static func gapless(
    edits: [Edit], _ track: Track, total: Int64, rate: Int32, roll: Int?
  ) -> GaplessInfo? {
    let shown = edits.filter { $0.mediaTime != nil }
    guard shown.count == 1, let start = shown[0].mediaTime, shown[0].rate == .one,
      let priming = rescaled(start, track.timescale, rate), priming <= total,
      let length = rescaled(shown[0].duration, track.movieTimescale, rate)
    else { return nil }
    let count = length == 0 ? total - priming : min(length, total - priming)
    return GaplessInfo(
      priming: priming, sampleCount: count, padding: total - priming - count, sampleRate: rate, source: .editList,
      prerollPackets: roll)
  }

  /// Rescales a time, rounding to the nearest unit; nil if it overflows.
  private static func rescaled(_ value: Int64, _ from: Int32, _ to: Int32) -> Int64? {
    guard from != to else { return value }
    let (high, low) = value.multipliedFullWidth(by: Int64(to))
    guard high == 0, low <= UInt64(Int64.max) - UInt64(UInt32.max) else { return nil }
    return (Int64(low) + Int64(from) / 2) / Int64(from)
  }
}

extension GaplessInfo {
  /// Reads iTunes' text: twelve hexadecimal numbers, of which the second is the priming, the third the padding, the
  /// fourth the number of valid samples; nil for other texts, or if they do not fit the track.
  ///
  /// - Parameter total: The number of samples of all packets.
  init?(iTunSMPB text: String, total: Int64, sampleRate: Int32, prerollPackets: Int?) {
    let numbers = text.split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
    guard numbers.count == 4, let priming = numbers[1], let padding = numbers[2], let count = numbers[3],
      priming >= 0, padding >= 0, count >= 0, priming < 1 << 32, padding < 1 << 32, count < 1 << 48
    else { return nil }
    // With spectral band replication the numbers count output samples, of which there are twice as many.
    let sum = priming + padding + count
    guard sum == total || (sum % 2 == 0 && sum / 2 == total) else { return nil }
    self.init(
      priming: priming, sampleCount: count, padding: padding,
      sampleRate: sum == total ? sampleRate : sampleRate.multipliedReportingOverflow(by: 2).partialValue,
      source: .iTunes, prerollPackets: prerollPackets)
  }
}
