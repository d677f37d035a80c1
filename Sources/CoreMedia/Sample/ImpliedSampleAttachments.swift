/// The attachments of a sample as its file has them, without a dictionary: most programs hand samples on, and look at none.
package struct ImpliedSampleAttachments: Equatable, Sendable {
  package var isNotSync = false
  package var isPartialSync = false
  package var hasRedundantCoding = false
  package var allowsEarlierDisplayTimes = false
  /// Nil if it is not known.
  package var dependsOnOthers: Bool?
  package var isDependedOnByOthers: Bool?
  /// The packets to decode before audio is correct; nil if it is not known.
  package var refreshCount: Int?

  package init() {}

  /// True if the dictionary has no entries.
  var isEmpty: Bool { self == ImpliedSampleAttachments() }

  func put(into attachments: CMSampleBuffer.PerSampleAttachmentsDictionary) {
    if isNotSync { attachments[.notSync] = true }
    if isPartialSync { attachments[.partialSync] = true }
    if hasRedundantCoding { attachments[.hasRedundantCoding] = true }
    if allowsEarlierDisplayTimes { attachments[.earlierDisplayTimesAllowed] = true }
    if let dependsOnOthers { attachments[.dependsOnOthers] = dependsOnOthers }
    if let isDependedOnByOthers { attachments[.isDependedOnByOthers] = isDependedOnByOthers }
    if let refreshCount { attachments[.audioIndependentSampleDecoderRefreshCount] = refreshCount }
  }
}

extension CMSampleBuffer {
  /// The attachments of a single sample whose dictionary was not asked for; nil once it was, and without any.
  package var impliedAttachments: ImpliedSampleAttachments? { withState { $0.impliedAttachments } }

  /// Gives a new buffer of a single sample its attachments; before any other thread has it.
  package func imply(_ attachments: ImpliedSampleAttachments) {
    guard !attachments.isEmpty else { return }
    withState { $0.impliedAttachments = attachments }
  }
}
