import CoreGraphics
import Foundation

extension CMSampleBuffer {
  /// What is attached to one sample; writing changes the sample's own dictionary.
  ///
  /// Not synchronised: one thread at a time.
  public struct PerSampleAttachmentsDictionary: Sequence {
    let dictionary: NSMutableDictionary

    /// A key of what is attached to a sample.
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
      /// Decoding may start here, but the pictures before it in presentation order are missing.
      public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
      /// The sample is also coded in a second way.
      public static let hasRedundantCoding = Key(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
      /// Others need this sample; false means it may be dropped.
      public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// The sample needs others; false means an independent picture.
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// Later samples may be shown earlier.
      public static let earlierDisplayTimesAllowed = Key(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
      /// Show the sample at once, whatever its time.
      public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// Decode the sample but do not show it.
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
      /// The temporal level of an HEVC picture.
      public static let hevcTemporalLevelInfo = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
      /// Decoding may switch to a higher sub-layer here.
      public static let hevcTemporalSubLayerAccess = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
      /// Decoding may switch up by one sub-layer here.
      public static let hevcStepwiseTemporalSubLayerAccess = Key(
        rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
      /// The NAL unit type of a sync sample.
      public static let hevcSyncSampleNALUnitType = Key(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
      /// Packets to decode before the sound is right.
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

  /// What is attached to the samples of a buffer, one dictionary each.
  public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
    fileprivate var dictionaries: [NSMutableDictionary]

    /// The position of the first sample, 0.
    public var startIndex: Int { 0 }
    /// The number of samples.
    public var endIndex: Int { dictionaries.count }

    /// What is attached to the sample at a position below `endIndex`; a position outside reads as nothing attached.
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

  /// What is attached to the samples, one dictionary each; they are made when first asked for.
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(dictionaries: sampleAttachmentDictionaries(create: true) ?? []) }
    set {
      for (own, new) in zip(sampleAttachments.dictionaries, newValue.dictionaries) where own !== new {
        own.setDictionary(new.entries)
      }
    }
  }

  /// The dictionaries, or nil if nobody has asked for them and they are not to be made.
  func sampleAttachmentDictionaries(create: Bool) -> [NSMutableDictionary]? {
    withState { state in
      if state.sampleAttachments == nil, create {
        state.sampleAttachments = (0..<numSamples).map { _ in NSMutableDictionary() }
      }
      return state.sampleAttachments
    }
  }
}

/// What is attached to the samples of a buffer: an array with a mutable dictionary each; nil if it was never asked for
/// and is not to be made now.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
  sbuf.sampleAttachmentDictionaries(create: createIfNecessary).map { ObjectArray(of: $0) }
}
