internal import GStreamer
internal import CGStreamer
internal import MediaSource
import MovieFile
import Synchronization

/// The way an encoder says which speakers its channels are for.
enum SpeakerNaming {
  /// It has one set of speakers for each number of channels; audio for others is mixed.
  case fixed
  /// Streams name others in a comment, as FLAC's do: no channel is changed.
  case comment
}

extension NodeBin {
  /// Puts in an element that fits the channels of audio to those that an encoder takes, and notes what changes.
  ///
  ///     in ▷ capssetter ─▷ audioconvert ─▷ audioresample ─▷ capsfilter ─▷ queue ─▷ encoder
  ///          the speakers   mixes if need be                 the number of channels
  ///
  /// Left to itself, audioconvert mixes six channels to one for an encoder that takes two.
  ///
  /// - Parameters:
  ///   - filter: The filter before the encoder.
  ///   - caps: The caps of the filter without channels.
  ///   - masks: The speakers that the encoder takes, where its caps do not say; empty if they do.
  func addSpeakerFit(
    to encoder: Element, filter: Element, caps: String, naming: SpeakerNaming, masks: [UInt64]
  ) throws -> Element {
    let setter = try add("capssetter")
    let fit = SpeakerFit(filter: filter, caps: caps, naming: naming, masks: masks)
    let input = try encoder.pad("sink")
    try setter.pad("sink").addProbe(.events) { info in
      guard let format = info.caps?.first, let setter = info.pad.parent else { return .pass }
      fit.fit(format, info.caps?.channelMask ?? 0, input.possibleCaps, setter, encoder)
      return .pass
    }
    if case .comment = naming {
      FLACChannelOrder.change(at: input)
    }
    note { fit.notes }
    return setter
  }
}

/// Called on the streaming thread, but for its notes.
private final class SpeakerFit: Sendable {
  private let filter: Element
  private let caps: String
  private let naming: SpeakerNaming
  private let masks: [UInt64]
  private let text = Mutex<String?>(nil)

  init(filter: Element, caps: String, naming: SpeakerNaming, masks: [UInt64]) {
    (self.filter, self.caps, self.naming, self.masks) = (filter, caps, naming, masks)
  }

  var notes: [String] { text.withLock { $0.map { [$0] } ?? [] } }

  /// Sets the speakers of the input and the channels of the encoder.
  func fit(_ format: Structure, _ mask: UInt64, _ accepted: Caps, _ setter: Element, _ encoder: Element) {
    // One or two channels need no places.
    guard let channels = format["channels"]?.int, channels > 2, channels <= 64, !accepted.isAny else { return }
    let usual = Self.usualMask(channels)
    // Audio without places is taken for what this number of channels usually is.
    let known = mask == 0 ? usual : mask
    func takes(_ count: Int, _ mask: UInt64? = nil) -> UInt64? {
      if !masks.isEmpty, count > 2, mask != 0 {
        guard let mask else { return nearest(to: known, of: count) }
        return masks.contains(mask) ? mask : nil
      }
      let places = mask.map { ",channel-mask=(bitmask)0x\(String($0, radix: 16))" } ?? ""
      guard let wanted = try? Caps("audio/x-raw,channels=\(count)\(places)") else { return nil }
      let both = accepted.intersected(with: wanted)
      return both.isEmpty ? nil : both.channelMask
    }
    if case .comment = naming, ChannelMask.microsoft(mask) != 0 {
      // For some numbers, readers do not agree which speakers are the usual ones.
      encoder.addComment(FLACSpeakers.name, "0x\(String(ChannelMask.microsoft(mask), radix: 16))")
    }
    if takes(channels, mask) != nil, mask != 0 || usual == 0 || takes(channels, usual) != nil {
      // Encoders that name no places refuse audio without any.
      if mask == 0, usual != 0 { place(usual, setter) }
      return
    }
    if let own = takes(channels) {
      if case .comment = naming { return place(own, setter) }
      if mask == 0 || Self.surround(mask) == Self.surround(own) { place(own, setter) }
      pin(channels, own)
      note("the \(channels) channels (\(names(mask))) become \(names(own)), which the encoder has for this number")
      return
    }
    guard let count = (1..<channels).last(where: { takes($0) != nil }) else { return }
    if known == 0 {
      return setter.postUnsupported(
        "the \(channels) channels are for unknown speakers, so they cannot be mixed to \(count): the encoder takes no more"
      )
    }
    if mask == 0, known != 0 { place(known, setter) }
    let own = takes(count) ?? 0
    let places = own == 0 && count > 1 ? Self.usualMask(count) : own
    pin(count, places)
    note("the \(channels) channels (\(names(mask))) are mixed to \(count): the encoder takes no more")
  }

  /// Returns those of the encoder's speakers for a number of channels that have most in common with others.
  private func nearest(to mask: UInt64, of count: Int) -> UInt64? {
    masks.filter { $0.nonzeroBitCount == count }.max { first, second in
      let shared = [first, second].map { (Self.surround($0) & Self.surround(mask)).nonzeroBitCount }
      return shared[0] < shared[1]
    }
  }

  /// Returns speakers with the pair at the sides in the back, if nothing lies between these in the order of channels: the same
  /// channels by another name.
  private static func surround(_ mask: UInt64) -> UInt64 {
    let (back, between, side): (UInt64, UInt64, UInt64) = (0x30, 0x3c0, 0xc00)
    return mask & (back | between) == 0 && mask & side == side ? mask & ~side | back : mask
  }

  /// Makes audioconvert mix to channels and no others.
  private func pin(_ count: Int, _ mask: UInt64) {
    let places = mask == 0 ? "" : ",channel-mask=(bitmask)0x\(String(mask, radix: 16))"
    try? filter.set("caps", to: caps + ",channels=\(count)" + places)
  }

  private static func usualMask(_ channels: Int) -> UInt64 {
    UInt64(gst_audio_channel_get_fallback_mask(gint(clamping: channels)))
  }

  private func place(_ mask: UInt64, _ setter: Element) {
    try? setter.set("caps", to: "audio/x-raw,channel-mask=(bitmask)0x\(String(mask, radix: 16))")
  }

  private func note(_ text: String) { self.text.withLock { $0 = text } }

  private static let names = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "LFE2", "SL", "SR", "TFL", "TFR", "TFC", "TC", "TBL",
    "TBR",
  ]

  private func names(_ mask: UInt64) -> String {
    if mask == 0 { return "for unknown speakers" }
    let names = (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map {
      Self.names.indices.contains($0) ? Self.names[$0] : "\($0)"
    }
    return names.joined(separator: " ")
  }
}

extension Element {
  /// Adds a comment of any name to the headers that an encoder writes.
  fileprivate func addComment(_ name: String, _ text: String) {
    let list = gst_tag_list_new_from_string("taglist, extended-comment=(string)\"\(name)=\(text)\"")
    guard let list else { return }
    gst_tag_setter_merge_tags(OpaquePointer(raw), list, GST_TAG_MERGE_REPLACE)
    gst_tag_list_unref(list)
  }
}
