import CoreGraphics
import Foundation

extension CMSampleBuffer {
  /// The attachments of one sample; writing changes the sample's own dictionary.
  ///
  /// Not synchronised: one thread at a time.
  public struct PerSampleAttachmentsDictionary: Sequence {
    let dictionary: NSMutableDictionary

    /// The key of a sample's attachment.
    public struct Key: StringKey {
      /// The key as a string.
      public var rawValue: CFString { name as NSString }
      let name: String

      /// Creates a key from its string.
      public init(rawValue: CFString) {
        name = rawValue as String
      }

      /// Not a sync sample: decoding cannot start here. Absent means sync.
      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
      /// Decoding may start here, but leading frames cannot be decoded.
      public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
      /// The sample is also coded in a second way.
      public static let hasRedundantCoding = Key(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
      /// Others need this sample; false means it may be dropped.
      public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// The sample depends on others; false for an intra frame.
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// Later samples may be shown earlier.
      public static let earlierDisplayTimesAllowed = Key(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
      /// Display the sample immediately, regardless of its time.
      public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// Decode the sample but do not show it.
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
      /// The temporal level of an HEVC frame.
      public static let hevcTemporalLevelInfo = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
      /// Decoding may switch to a higher sub-layer here.
      public static let hevcTemporalSubLayerAccess = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
      /// Decoding may switch up by one sub-layer here.
      public static let hevcStepwiseTemporalSubLayerAccess = Key(
        rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
      /// The NAL unit type of a sync sample.
      public static let hevcSyncSampleNALUnitType = Key(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
      /// The number of packets to decode before the audio is correct.
      public static let audioIndependentSampleDecoderRefreshCount = Key(
        rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
    }

    /// Creates an empty dictionary, to be put into an array.
    public init() {
      dictionary = NSMutableDictionary()
    }

    init(_ dictionary: NSMutableDictionary) {
      self.dictionary = dictionary
    }

    /// The value of a key; nil removes it.
    public subscript(key: Key) -> Any? {
      get { dictionary.object(forKey: key.rawValue) }
      nonmutating set {
        if let newValue {
          dictionary.setObject(newValue as AnyObject, forKey: key.rawValue)
        } else {
          dictionary.removeObject(forKey: key.rawValue)
        }
      }
    }

    /// Keys and values in no particular order.
    public func makeIterator() -> AnyIterator<(key: Key, value: Any)> {
      var entries = dictionary.compactMap { entry in
        (entry.key as? String).map { (key: Key(rawValue: $0 as NSString), value: entry.value) }
      }.makeIterator()
      return AnyIterator { entries.next() }
    }
  }

  /// The attachments of a buffer's samples, one dictionary each.
  public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
    fileprivate var dictionaries: [NSMutableDictionary]

    /// The position of the first sample, 0.
    public var startIndex: Int { 0 }
    /// The number of samples.
    public var endIndex: Int { dictionaries.count }

    /// The attachments of the sample at a position below `endIndex`; none at a position outside.
    public subscript(position: Int) -> PerSampleAttachmentsDictionary {
      get {
        dictionaries.indices.contains(position) ? .init(dictionaries[position]) : .init()
      }
      set {
        guard dictionaries.indices.contains(position), dictionaries[position] !== newValue.dictionary else { return }
        dictionaries[position].setDictionary(newValue.dictionary.entries)
      }
    }
  }

  /// The attachments of the samples, one dictionary each; they are created on first use.
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(dictionaries: sampleAttachmentDictionaries(create: true) ?? []) }
    set {
      for (own, new) in zip(sampleAttachments.dictionaries, newValue.dictionaries) where own !== new {
        own.setDictionary(new.entries)
      }
    }
  }

  /// Returns the dictionaries, or nil if they do not exist and are not to be created.
  func sampleAttachmentDictionaries(create: Bool) -> [NSMutableDictionary]? {
    withState { state in
      if state.sampleAttachments == nil, create {
        state.sampleAttachments = (0..<numSamples).map { _ in NSMutableDictionary() }
      }
      if let implied = state.impliedAttachments {
        let dictionaries = state.sampleAttachments ?? (0..<numSamples).map { _ in NSMutableDictionary() }
        if let first = dictionaries.first { implied.put(into: PerSampleAttachmentsDictionary(first)) }
        (state.sampleAttachments, state.impliedAttachments) = (dictionaries, nil)
      }
      return state.sampleAttachments
    }
  }
}

/// Returns the attachments of a buffer's samples: an array with a mutable dictionary each; nil if they do not exist and
/// are not to be created.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
  sbuf.sampleAttachmentDictionaries(create: createIfNecessary).map { ObjectArray(of: $0) }
}
