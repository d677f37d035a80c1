/// A track's samples of one description in a fragment ('traf').
struct FragmentPart {
  let track: Int
  let id: UInt32
  /// The time of the samples that is 0 in the file, and the distance by which their presentation is delayed there.
  let zero: Int64
  let shift: Int64
  private(set) var runs: [SampleRun] = []
  private(set) var bytes: [SampleBytes] = []
  private(set) var byteCount: Int64 = 0

  /// Returns a part for each run of samples of one description.
  static func parts(
    _ entries: [FragmentQueue.Entry], track: Int, id: UInt32, zero: Int64, shift: Int64
  ) -> [FragmentPart] {
    var parts: [FragmentPart] = []
    for entry in entries {
      if parts.last?.runs.first?.first.descriptionIndex != entry.run.first.descriptionIndex {
        parts.append(FragmentPart(track: track, id: id, zero: zero, shift: shift))
      }
      parts[parts.count - 1].runs.append(entry.run)
      parts[parts.count - 1].bytes.join(entry.bytes)
      parts[parts.count - 1].byteCount += entry.bytes.count
    }
    return parts
  }

  private init(track: Int, id: UInt32, zero: Int64, shift: Int64) {
    (self.track, self.id, self.zero, self.shift) = (track, id, zero, shift)
  }

  var sampleCount: Int { runs.reduce(0) { $0 + $1.count } }

  /// The index of the first sample at which decoding may start.
  var firstSync: Int? {
    var place = 0
    for run in runs {
      if run.first.isSync { return place }
      place += run.count
    }
    return nil
  }

  /// Returns a sample's presentation time on the file's timeline.
  func presentationTime(of sample: Sample) -> Int64 { sample.presentationTime - zero + shift }

  /// Returns the presentation time of the sample at an index, on the file's timeline.
  func presentationTime(_ sample: Int) -> Int64 {
    var place = 0
    for run in runs {
      if sample < place + run.count { return presentationTime(of: run[sample - place]) }
      place += run.count
    }
    return 0
  }

  /// Returns the 'moof' box of parts whose bytes are contiguous.
  ///
  /// - Parameter dataStart: The offset of the bytes from the start of the box.
  static func movieFragment(
    _ parts: [FragmentPart], number: UInt32, dataStart: Int64
  ) throws(MovieError) -> BoxWriter {
    var writer = BoxWriter()
    try writer.box(.moof) { moof throws(MovieError) in
      moof.fullBox("mfhd") { $0.u32(number) }
      var start = dataStart
      for part in parts {
        guard let offset = Int32(exactly: start) else {
          throw MovieError(.excessive, "a fragment has over 2 GB; choose a shorter interval")
        }
        try part.write(to: &moof, dataOffset: offset)
        start += part.byteCount
      }
    }
    return writer
  }

  private func write(to moof: inout BoxWriter, dataOffset: Int32) throws(MovieError) {
    guard let first = runs.first?.first else { return }
    let decodeTime = first.decodeTime - zero
    guard decodeTime >= 0 else { throw MovieError(.notStorable, "a fragment's samples begin before the movie does") }
    // Usually only the first sample is a sync sample.
    let flags = (runs.count > 1 ? runs[1].first : first).flags.fragmentFlags
    moof.box(.traf) { traf in
      traf.fullBox("tfhd", flags: 0x20000 | 0x2 | 0x8 | 0x10 | 0x20) { box in
        box.u32(id)
        box.u32(UInt32(first.descriptionIndex + 1))
        box.u32(UInt32(clamping: first.duration))
        box.u32(UInt32(clamping: first.size))
        box.u32(flags)
      }
      traf.fullBox(.trackFragmentDecodeTime, version: 1) { $0.i64(decodeTime) }
      writeRun(of: first, usualFlags: flags, to: &traf, dataOffset: dataOffset)
      writeGroups(to: &traf)
    }
  }

  /// Writes the samples with the fields that differ from the first one or the default flags ('trun').
  private func writeRun(of first: Sample, usualFlags flags: UInt32, to traf: inout BoxWriter, dataOffset: Int32) {
    let samples = runs.lazy.map(\.first)
    let hasDurations = samples.contains { $0.duration != first.duration }
    let hasSizes = samples.contains { $0.size != first.size }
    let offsets = samples.map { $0.presentationTime - $0.decodeTime + shift }
    let hasOffsets = offsets.contains { $0 != 0 }
    let restIsAlike = samples.dropFirst().allSatisfy { $0.flags.fragmentFlags == flags }
    let firstDiffers = first.flags.fragmentFlags != flags
    let hasFlags = !restIsAlike || (firstDiffers && runs[0].count > 1)
    let fields: UInt32 =
      0x1 | (firstDiffers && !hasFlags ? 0x4 : 0) | (hasDurations ? 0x100 : 0) | (hasSizes ? 0x200 : 0)
      | (hasFlags ? 0x400 : 0) | (hasOffsets ? 0x800 : 0)
    // Offsets of version 0 are unsigned.
    let version: UInt8 = shift > 0 && offsets.allSatisfy { $0 >= 0 } ? 0 : 1
    traf.fullBox(.trackFragmentRun, version: version, flags: fields) { box in
      box.u32(UInt32(sampleCount))
      box.i32(dataOffset)
      if fields & 0x4 != 0 { box.u32(first.flags.fragmentFlags) }
      guard hasDurations || hasSizes || hasFlags || hasOffsets else { return }
      for run in runs {
        for _ in 0..<run.count {
          if hasDurations { box.u32(UInt32(clamping: run.first.duration)) }
          if hasSizes { box.u32(UInt32(clamping: run.first.size)) }
          if hasFlags { box.u32(run.first.flags.fragmentFlags) }
          if hasOffsets { box.i32(Int32(clamping: run.first.presentationTime - run.first.decodeTime + shift)) }
        }
      }
    }
  }

  /// Writes roll distances only: ffmpeg treats random access groups in more than one fragment as an error, so an open
  /// GOP's first sample is only marked as independent.
  private func writeGroups(to traf: inout BoxWriter) {
    var rolls = RollGroups(isFragment: true)
    for run in runs { rolls.append(run.first.rollDistance, count: run.count) }
    rolls.finish()
    rolls.write(to: &traf)
  }
}

extension SampleFlags {
  /// The sample's flags in a fragment: its dependencies, and non-sync.
  fileprivate var fragmentFlags: UInt32 {
    var flags = self
    if contains(.partialSync) {
      flags.remove(.dependsOnOthers)
      flags.insert(.independent)
    }
    return UInt32(flags.dependencies) << 20 | (contains(.sync) ? 0 : 0x10000)
  }
}
