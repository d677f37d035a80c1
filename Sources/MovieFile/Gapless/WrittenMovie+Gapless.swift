import CoreMedia

extension WrittenMovie {
  private static let key = MetadataKey.name("com.apple.iTunes.iTunSMPB")

  /// Returns the metadata with iTunes' numbers of the audio's priming, padding and length: in M4A files of AAC, as Apple's programs write
  /// them, and in others that had such an entry, which would be another file's.
  ///
  /// Of audio with several edits there are no such numbers.
  func boxesSayingPriming(_ timelines: ResolvedTimelines) -> [RawBox] {
    let entry = gaplessText(timelines).flatMap { text in
      try? ItemListEntry.box([MetadataItem(keySpace: .iTunesFreeForm, key: Self.key, value: .text(text, .utf8))])
    }
    let isExpected = draft.format == .m4a && entry != nil
    var (boxes, isPlaced) = (draft.boxes, false)
    for index in boxes.indices where boxes[index].type == "udta" {
      boxes[index].payload = Self.replacing("meta", in: boxes[index].payload) { meta in
        // iTunes' list has version and flags in all files.
        guard meta.count > 4, !isPlaced else { return meta }
        return Array(meta.prefix(4))
          + Self.replacing("ilst", in: Array(meta.dropFirst(4))) { list in
            let entries = Self.children(list)
            let others = entries.filter { !Self.saysPriming($0.box) }
            guard others.count < entries.count || isExpected else { return list }
            isPlaced = true
            return others.flatMap(\.box) + (entry ?? [])
          }
      }
    }
    guard isExpected, !isPlaced, let entry else { return boxes }
    let meta = MetadataHandler.iTunes.box(draft.format) { $0.itemList([entry]) }
    if let place = boxes.firstIndex(where: { $0.type == "udta" }) {
      boxes[place] = RawBox("udta") { udta in
        udta.append(boxes[place].payload)
        udta.append(meta)
      }
    } else {
      boxes.append(RawBox("udta") { $0.append(meta) })
    }
    return boxes
  }

  /// Twelve hexadecimal numbers, of which the second to the fourth are the priming, the padding and the number of samples between them;
  /// nil for files of other media, and for audio of which they would not be true.
  private func gaplessText(_ timelines: ResolvedTimelines) -> String? {
    let sounds = tracks.indices.filter { tracks[$0].draft.handlerType == .audio }
    guard sounds.count == 1, let index = sounds.first, let entry = tracks[index].draft.sampleEntries.first,
      entry.format == "mp4a", tracks[index].draft.sampleEntries.count == 1,
      let format = try? entry.formatDescription(handlerType: .audio).audioStreamBasicDescription,
      format.mFormatID == kAudioFormatMPEG4AAC, format.mSampleRate == Double(tracks[index].draft.timescale)
    else { return nil }
    let tables = tracks[index].tables
    guard tables.sampleCount > 0, let first = tables.firstDuration else { return nil }
    // The last packet may be shorter in the table than what decoders make of it.
    let packet = tables.sampleCount == 1 ? max(1024, first) : first
    let (total, overflow) = packet.multipliedReportingOverflow(by: Int64(tables.sampleCount))
    let edits = timelines.edits[index] ?? [Edit(duration: 0, mediaTime: 0, rate: .one)]
    guard !overflow, tables.decodeEnd > total - packet, tables.decodeEnd <= total, edits.count == 1,
      let priming = edits[0].mediaTime, edits[0].rate == .one, priming <= total
    else { return nil }
    let (units, isLong) = edits[0].duration.multipliedReportingOverflow(by: Int64(tracks[index].draft.timescale))
    guard !isLong else { return nil }
    let scale = Int64(timelines.timescale)
    let length = edits[0].duration == 0 ? tables.decodeEnd - priming : (units + scale / 2) / scale
    let count = min(length, total - priming)
    guard count > 0 else { return nil }
    let numbers =
      [(0, 8), (priming, 8), (total - priming - count, 8), (count, 16)] + Array(repeating: (0, 8), count: 8)
    return numbers.map { " " + Self.hexadecimal($0.0, digits: $0.1) }.joined()
  }

  private static func hexadecimal(_ number: Int64, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  // MARK: - Boxes

  private static func saysPriming(_ box: [UInt8]) -> Bool {
    box.count > 8 && box[4..<8].elementsEqual("----".utf8)
      && children(Array(box.dropFirst(8))).contains { type, box in
        type == "name" && box.dropFirst(12).elementsEqual("iTunSMPB".utf8)
      }
  }

  /// The boxes one after the other; a rest that is none is the last one's.
  private static func children(_ bytes: [UInt8]) -> [(type: BoxType, box: [UInt8])] {
    var found: [(BoxType, [UInt8])] = []
    var position = 0
    while position + 8 <= bytes.count {
      func word(_ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
      let size = Int(word(position))
      let end = size >= 8 && position + size <= bytes.count ? position + size : bytes.count
      found.append((BoxType(rawValue: word(position + 4)), Array(bytes[position..<end])))
      position = end
    }
    return found
  }

  /// Returns the boxes with the payload of those of a type replaced.
  private static func replacing(
    _ type: BoxType, in bytes: [UInt8], _ change: ([UInt8]) -> [UInt8]
  ) -> [UInt8] {
    let boxes = children(bytes)
    let rest = bytes.dropFirst(boxes.reduce(0) { $0 + $1.box.count })
    return boxes.flatMap { found, box in
      guard found == type else { return box }
      var writer = BoxWriter()
      writer.box(type) { $0.append(change(Array(box.dropFirst(8)))) }
      return writer.contents
    } + rest
  }
}
