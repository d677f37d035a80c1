import CoreGraphics
import Foundation

/// The key of a time's value, a 64-bit number.
public nonisolated(unsafe) let kCMTimeValueKey: CFString = "value"
/// The key of a time's timescale, a 32-bit number.
public nonisolated(unsafe) let kCMTimeScaleKey: CFString = "timescale"
/// The key of a time's epoch, a 64-bit number.
public nonisolated(unsafe) let kCMTimeEpochKey: CFString = "epoch"
/// The key of a time's flags, a 32-bit number.
public nonisolated(unsafe) let kCMTimeFlagsKey: CFString = "flags"
/// The key of a range's start, a dictionary of a time.
public nonisolated(unsafe) let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration, a dictionary of a time.
public nonisolated(unsafe) let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of a mapping's source, a dictionary of a range.
public nonisolated(unsafe) let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target, a dictionary of a range.
public nonisolated(unsafe) let kCMTimeMappingTargetKey: CFString = "target"

/// A time as a dictionary of four numbers, for containers and property lists.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  time.dictionary
}

/// The time of a dictionary that `CMTimeCopyAsDictionary` made; invalid if one of its numbers is missing or too large.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  CMTime(dictionary: dictionaryRepresentation) ?? .invalid
}

/// A range as a dictionary of two times.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
  range.dictionary
}

/// The range of a dictionary that `CMTimeRangeCopyAsDictionary` made; invalid if something is missing.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
  CMTimeRange(dictionary: dictionaryRepresentation) ?? .invalid
}

/// A mapping as a dictionary of two ranges.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
  mapping.dictionary
}

/// The mapping of a dictionary that `CMTimeMappingCopyAsDictionary` made; invalid if something is missing.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
  CMTimeMapping(dictionary: dictionaryRepresentation) ?? .invalid
}

/// A time as `CMTimeShow` prints it.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  NSString(string: time.text)
}

/// A range as `CMTimeRangeShow` prints it.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  NSString(string: range.text)
}

/// A mapping as `CMTimeMappingShow` prints it.
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
  NSString(string: mapping.text)
}

extension CMTime {
  var dictionary: NSDictionary {
    [
      kCMTimeValueKey: NSNumber(value: value), kCMTimeScaleKey: NSNumber(value: timescale),
      kCMTimeEpochKey: NSNumber(value: epoch), kCMTimeFlagsKey: NSNumber(value: flags.rawValue),
    ]
  }

  init?(dictionary: NSDictionary?) {
    guard let dictionary,
      let value = dictionary.integer(of: CMTimeValue.self, forKey: kCMTimeValueKey),
      let timescale = dictionary.integer(of: CMTimeScale.self, forKey: kCMTimeScaleKey),
      let epoch = dictionary.integer(of: CMTimeEpoch.self, forKey: kCMTimeEpochKey),
      let flags = dictionary.integer(of: UInt32.self, forKey: kCMTimeFlagsKey)
    else { return nil }
    self.init(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
  }
}

extension CMTimeRange {
  var dictionary: NSDictionary {
    [kCMTimeRangeStartKey: start.dictionary, kCMTimeRangeDurationKey: duration.dictionary]
  }

  init?(dictionary: NSDictionary?) {
    guard let dictionary, let start = CMTime(dictionary: dictionary.dictionary(forKey: kCMTimeRangeStartKey)),
      let duration = CMTime(dictionary: dictionary.dictionary(forKey: kCMTimeRangeDurationKey))
    else { return nil }
    self.init()
    self.start = start
    self.duration = duration
  }
}

extension CMTimeMapping {
  var dictionary: NSDictionary {
    [kCMTimeMappingSourceKey: source.dictionary, kCMTimeMappingTargetKey: target.dictionary]
  }

  init?(dictionary: NSDictionary?) {
    guard let dictionary, let source = CMTimeRange(dictionary: dictionary.dictionary(forKey: kCMTimeMappingSourceKey)),
      let target = CMTimeRange(dictionary: dictionary.dictionary(forKey: kCMTimeMappingTargetKey))
    else { return nil }
    self.init(source: source, target: target)
  }
}

extension NSDictionary {
  /// Returns a number, stored as any Swift integer or as an object.
  fileprivate func integer<Number: FixedWidthInteger>(of type: Number.Type, forKey key: CFString) -> Number? {
    switch object(forKey: key) {
    case let number as NSNumber where number.isWhole: Number(exactly: number.int64Value)
    case let number as any BinaryInteger: Number(exactly: number)
    default: nil
    }
  }

  fileprivate func dictionary(forKey key: CFString) -> NSDictionary? {
    let value = object(forKey: key)
    return value as? NSDictionary ?? (value as? [AnyHashable: Any]).map { $0 as NSDictionary }
  }
}

extension NSNumber {
  /// True if the number fits a 64-bit integer without loss.
  fileprivate var isWhole: Bool { NSNumber(value: int64Value).compare(self) == .orderedSame }
}
