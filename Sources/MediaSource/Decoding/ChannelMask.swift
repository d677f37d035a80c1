/// Conversion between speaker masks: a bit for each channel, in Microsoft's and Core Audio's numbering, and in
/// GStreamer's.
package enum ChannelMask {
  /// Microsoft's bit for each of GStreamer's, both from 0; 9 is a second LFE channel, which Microsoft does not have.
  private static let bits: [UInt32?] = [0, 1, 2, 3, 4, 5, 6, 7, 8, nil, 9, 10, 12, 14, 13, 11, 15, 17]

  /// Returns Microsoft's mask for GStreamer's; 0 if there is none, or channels would be in another order.
  package static func microsoft(_ mask: UInt64) -> UInt32 {
    var result: UInt32 = 0
    for position in 0..<64 where mask >> UInt64(position) & 1 != 0 {
      guard position < bits.count, let bit = bits[position], result >> bit == 0 else { return 0 }
      result |= 1 << bit
    }
    return result
  }

  /// Returns GStreamer's mask for Microsoft's; 0 if there is none, or channels would be in another order.
  package static func gstreamer(_ mask: UInt32) -> UInt64 {
    var result: UInt64 = 0
    for bit in 0..<32 as Range<UInt32> where mask >> bit & 1 != 0 {
      guard let position = bits.firstIndex(of: bit), result >> UInt64(position) == 0 else { return 0 }
      result |= 1 << UInt64(position)
    }
    return result
  }
}
