/// The message of supplemental information that decoding may begin at a picture.
enum RecoveryPoint {
  /// True if one of the messages is a recovery point without frames in between (ITU-T H.264, D.1.8; H.265, D.2.8).
  ///
  /// - Parameter messages: A NAL unit without its header, or its beginning.
  static func isIn(_ messages: some Sequence<UInt8>) -> Bool {
    guard let message = SupplementalMessages(messages).first(where: { $0.type == 6 }) else { return false }
    // A count of zero frames is a single bit; it is signed in HEVC.
    return message.payload.first.map { $0 & 0x80 != 0 } ?? false
  }
}
