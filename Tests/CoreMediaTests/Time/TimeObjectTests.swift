import CoreMedia
import Testing

private let samples: [CMTime] = [
  .zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity, CMTime(value: 1, timescale: 30),
  CMTime(value: 1, timescale: 3, flags: [.valid, .hasBeenRounded], epoch: 0),
  CMTime(value: -5, timescale: 600, flags: .valid, epoch: 7), CMTime(value: .min, timescale: .max),
  CMTime(value: .max, timescale: 1), CMTime(value: 9, timescale: 8, flags: CMTimeFlags(rawValue: .max), epoch: .min),
]

@Suite struct TimeDescriptions {
  @Test func times_printAsCoreMediaDoes() {
    #expect(text(CMTime(value: 1, timescale: 30)) == "{1/30 = 0.033}")
    #expect(
      text(CMTime(value: 1, timescale: 3, flags: [.valid, .hasBeenRounded], epoch: 0)) == "{1/3 = 0.333, rounded}")
    #expect(text(.invalid) == "{INVALID}" && text(.indefinite) == "{INDEFINITE}")
    #expect(text(.positiveInfinity) == "{+INFINITY}" && text(.negativeInfinity) == "{-INFINITY}")
    #expect(text(CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 3)) == "{1/2 = 0.500, epoch 3}")
  }

  @Test func rangesAndMappings_nestTheirTimes() {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1))
    let nested = "{{0/1 = 0.000}, {5/1 = 5.000}}"
    #expect(CMTimeRangeCopyDescription(allocator: nil, range: range)! as String == nested)
    let mapping = CMTimeMappingMake(source: range, target: range)
    #expect(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping)! as String == "{\(nested), \(nested)}")
    let empty = CMTimeMappingMakeEmpty(target: range)
    #expect(CMTimeMappingCopyDescription(allocator: nil, mapping: empty)! as String == "{{EMPTY}, \(nested)}")
  }

  private func text(_ time: CMTime) -> String {
    CMTimeCopyDescription(allocator: nil, time: time)! as String
  }
}

@Suite struct TimeDictionaries {
  @Test(arguments: samples) func times_comeBackBitForBit(time: CMTime) {
    #expect(fields(CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time, allocator: nil))) == fields(time))
  }

  @Test func keysAndNumbers_areApples() throws {
    let dictionary =
      try #require(CMTimeCopyAsDictionary(CMTime(value: 9, timescale: 30), allocator: nil)) as NSDictionary
    #expect(dictionary.count == 4)
    #expect((dictionary["value"] as? NSNumber)?.int64Value == 9)
    #expect((dictionary["timescale"] as? NSNumber)?.int32Value == 30)
    #expect((dictionary["flags"] as? NSNumber)?.uint32Value == 1)
    #expect((dictionary["epoch"] as? NSNumber)?.int64Value == 0)
  }

  @Test func swiftIntegers_areAccepted() {
    let dictionary = ["value": 9, "timescale": 30, "flags": 1, "epoch": 0] as [String: Any]
    #expect(CMTimeMakeFromDictionary(dictionary as NSDictionary) == CMTime(value: 9, timescale: 30))
  }

  @Test func incompleteOrUnfitDictionaries_areInvalid() {
    #expect(!CMTimeMakeFromDictionary(nil).isValid)
    #expect(!CMTimeMakeFromDictionary(["value": 1] as NSDictionary).isValid)
    let wide = ["value": 9, "timescale": 1 << 40, "flags": 1, "epoch": 0] as [String: Any]
    #expect(!CMTimeMakeFromDictionary(wide as NSDictionary).isValid)
    let text = ["value": "9", "timescale": 30, "flags": 1, "epoch": 0] as [String: Any]
    #expect(!CMTimeMakeFromDictionary(text as NSDictionary).isValid)
    let fractional = ["value": 9.5, "timescale": 30, "flags": 1, "epoch": 0] as [String: Any]
    #expect(!CMTimeMakeFromDictionary(fractional as NSDictionary).isValid)
    #expect(!CMTimeRangeMakeFromDictionary(NSDictionary()).isValid)
    #expect(!CMTimeMappingMakeFromDictionary(NSDictionary()).isValid)
  }

  @Test func rangesAndMappings_comeBack() {
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 5, timescale: 1))
    #expect(CMTimeRangeMakeFromDictionary(CMTimeRangeCopyAsDictionary(range, allocator: nil)!) == range)
    let empty = CMTimeMappingMakeEmpty(target: range)
    let back = CMTimeMappingMakeFromDictionary(CMTimeMappingCopyAsDictionary(empty, allocator: nil)!)
    #expect(back.isEmpty && back.target == range)
  }
}

@Suite struct TimeBoxes {
  @Test(arguments: samples) func values_keepEveryField(time: CMTime) {
    #expect(fields(NSValue(time: time).timeValue) == fields(time))
  }

  @Test func rangesAndMappings_areKeptToo() {
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 5, timescale: 1))
    let mapping = CMTimeMapping(source: range, target: .zero)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
  }

  @Test func boxes_areEqualWhenTheirContentsAre() {
    let time = CMTime(value: 1, timescale: 30)
    #expect(NSValue(time: time).isEqual(NSValue(time: time)))
    #expect(NSValue(time: time) == NSValue(time: time))
    #expect(NSValue(time: time).hash == NSValue(time: time).hash)
    #expect(!NSValue(time: time).isEqual(NSValue(time: .zero)))
    #expect(!NSValue(time: .zero).isEqual(NSValue(timeRange: .zero)))
    #expect(Set([NSValue(time: time), NSValue(time: time)]).count == 1)
  }

  @Test func foreignValues_giveInvalidTimes() {
    #expect(!NSNumber(value: 5).timeValue.isValid)
    #expect(!NSValue(range: NSRange(location: 1, length: 2)).timeValue.isValid)
    #expect(!NSValue(timeRange: .zero).timeValue.isValid)
    #expect(!NSValue(time: .zero).timeRangeValue.isValid)
    #expect(!NSValue(timeRange: .zero).timeMappingValue.isValid)
  }

  @Test func boxes_travelInCollections() throws {
    let array = [NSValue(time: CMTime(value: 1, timescale: 2)), NSValue(time: .indefinite)] as NSArray
    let first = try #require(array[0] as? NSValue)
    #expect(first.timeValue == CMTime(value: 1, timescale: 2))
    #expect((array.copy() as? [NSValue])?[1].timeValue.isIndefinite == true)
  }
}

/// Casts between the values and their boxes, as programs write them.
@Suite struct TimeCasts {
  @Test(arguments: samples) func times_becomeBoxesAndComeBack(time: CMTime) throws {
    let box = time as NSValue
    #expect(fields(box.timeValue) == fields(time))
    #expect(fields(try #require(box as? CMTime)) == fields(time))
    #expect(box == NSValue(time: time))
  }

  @Test func arrays_areCastWhole() {
    let times = [CMTime.zero, CMTime(value: 1, timescale: 2)]
    let boxes = times as [NSValue]
    #expect(boxes.map(\.timeValue) == times)
    #expect(boxes as? [CMTime] == times)
    #expect((boxes + [NSValue(timeRange: .zero)]) as? [CMTime] == nil)
  }

  @Test func rangesAndMappings_areCastToo() {
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 5, timescale: 1))
    let mapping = CMTimeMapping(source: range, target: .zero)
    #expect((range as NSValue).timeRangeValue == range && (range as NSValue) as? CMTimeRange == range)
    #expect((mapping as NSValue).timeMappingValue == mapping && (mapping as NSValue) as? CMTimeMapping == mapping)
    #expect([range] as [NSValue] as? [CMTimeRange] == [range])
  }

  @Test func valuesInCollections_areBoxes() {
    let time = CMTime(value: 1, timescale: 2)
    let dictionary = ["time": time, "range": CMTimeRange.zero] as [String: Any] as NSDictionary
    #expect((dictionary["time"] as? NSValue)?.timeValue == time && dictionary["time"] as? CMTime == time)
    #expect(dictionary["range"] as? CMTimeRange == .zero)
    let any: Any = NSValue(time: time)
    #expect(any as? CMTime == time)
  }

  @Test func boxesOfOtherTypes_areNoTimes() {
    let others: [Any] = [
      NSNumber(value: 5), NSValue(range: NSRange(location: 1, length: 2)), NSValue(timeRange: .zero), NSString("1/2"),
    ]
    for other in others { #expect(other as? CMTime == nil && other as? CMTimeMapping == nil) }
    #expect(NSValue(time: .zero) as? CMTimeRange == nil)
  }
}

@Suite struct TimeArchives {
  @Test(arguments: samples) func times_roundTripThroughKeyedArchives(time: CMTime) throws {
    let decoder = try archived { $0.encode(time, forKey: "time") }
    #expect(fields(decoder.decodeTime(forKey: "time")) == fields(time))
  }

  @Test func rangesAndMappings_roundTrip() throws {
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: .indefinite)
    let mapping = CMTimeMappingMakeEmpty(target: range)
    let decoder = try archived {
      $0.encode(range, forKey: "range")
      $0.encode(mapping, forKey: "mapping")
    }
    #expect(decoder.decodeTimeRange(forKey: "range") == range)
    #expect(decoder.decodeTimeMapping(forKey: "mapping") == mapping)
  }

  @Test func missingKeys_giveInvalid() throws {
    let decoder = try archived { $0.encode(1, forKey: "other") }
    #expect(!decoder.decodeTime(forKey: "time").isValid)
    #expect(!decoder.decodeTimeRange(forKey: "range").isValid)
    #expect(!decoder.decodeTimeMapping(forKey: "mapping").isValid)
  }

  @Test func otherObjects_giveInvalid() throws {
    let decoder = try archived {
      $0.encode(NSString(string: "noon"), forKey: "time")
      $0.encode(NSString(string: "noon"), forKey: "other.flags")
    }
    #expect(!decoder.decodeTime(forKey: "time").isValid)
    #expect(!decoder.decodeTime(forKey: "other").isValid)
  }

  private func archived(_ encode: (NSKeyedArchiver) -> Void) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    encode(archiver)
    archiver.finishEncoding()
    return try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  }
}
