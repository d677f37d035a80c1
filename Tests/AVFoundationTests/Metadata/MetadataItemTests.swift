import AVFoundation
import Synchronization
import Testing

@Suite struct MetadataItemTests {
  @Test func newItem_hasNoValues() {
    let item = AVMutableMetadataItem()
    #expect(item.key == nil && item.keySpace == nil && item.identifier == nil && item.commonKey == nil)
    #expect(item.value == nil && item.stringValue == nil && item.dataValue == nil && item.locale == nil)
    #expect(!item.time.isValid && !item.duration.isValid && item.extraAttributes == nil)
  }

  @Test func everyProperty_isKept() {
    let item = AVMutableMetadataItem()
    item.keySpace = .quickTimeUserData
    item.key = AVMetadataKey.quickTimeUserDataKeyTaggedCharacteristic as (NSCopying & NSObjectProtocol)?
    item.value = "public.auxiliary-content" as NSString
    item.locale = Locale(identifier: "de_AT")
    item.time = CMTime(value: 1, timescale: 3)
    item.duration = CMTime(value: 2, timescale: 3)
    item.dataType = kCMMetadataBaseDataType_UTF8 as String
    item.extraAttributes = [.info: "a tag"]
    #expect(item.identifier?.rawValue == "udta/tagc" && item.stringValue == "public.auxiliary-content")
    #expect(item.locale == Locale(identifier: "de_AT") && item.extendedLanguageTag == "de-AT")
    #expect(item.time == CMTime(value: 1, timescale: 3) && item.duration == CMTime(value: 2, timescale: 3))
    #expect(item.dataType == "com.apple.metadata.datatype.UTF-8")
    #expect(item.extraAttributes?[.info] as? String == "a tag")
    item.extendedLanguageTag = "fr"
    #expect(item.locale == Locale(identifier: "fr"))
  }

  @Test func copies_doNotChangeWithTheItem_norTheItemWithThem() throws {
    let item = AVMutableMetadataItem()
    (item.keySpace, item.key, item.value) = (.common, "title" as NSString, "one" as NSString)
    let copy = try #require(item.copy() as? AVMetadataItem)
    #expect(!(copy is AVMutableMetadataItem))
    #expect(copy.copy() as? AVMetadataItem === copy)
    let mutable = try #require(copy.mutableCopy() as? AVMutableMetadataItem)
    item.value = "two" as NSString
    mutable.value = "three" as NSString
    mutable.time = .zero
    #expect(copy.stringValue == "one" && item.stringValue == "two" && mutable.stringValue == "three")
    #expect(!copy.time.isValid && mutable.commonKey == .commonKeyTitle)
  }

  @Test func values_areCopiedWhenTheyAreGiven() {
    let (text, item) = (NSMutableString(string: "one"), AVMutableMetadataItem())
    item.value = text
    item.key = text
    text.append(" and more")
    #expect(item.stringValue == "one" && plainText(item.key) == "one")
  }

  @Test func value_isMadeWhenItIsAskedFor_onceForAllCopies() throws {
    let properties = AVMutableMetadataItem()
    (properties.keySpace, properties.key) = (.common, "title" as NSString)
    let calls = Mutex(0)
    let item = AVMetadataItem(propertiesOf: properties) { request in
      calls.withLock { $0 += 1 }
      request.respond(value: "late" as NSString)
    }
    let copy = try #require(item.mutableCopy() as? AVMutableMetadataItem)
    #expect(item.commonKey == .commonKeyTitle && calls.withLock { $0 } == 0)
    #expect(item.statusOfValue(forKey: "commonKey", error: nil) == .loaded)
    #expect(item.statusOfValue(forKey: "stringValue", error: nil) == .unknown)
    #expect(item.stringValue == "late" && copy.stringValue == "late")
    #expect(item.statusOfValue(forKey: "stringValue", error: nil) == .loaded)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func value_isLoadedWithoutWaiting_andAnswersLater() async throws {
    let requests = Mutex<[AVMetadataItemValueRequest]>([])
    let (asked, notify) = AsyncStream<Void>.makeStream()
    let item = AVMetadataItem(propertiesOf: AVMutableMetadataItem()) { request in
      requests.withLock { $0.append(request) }
      notify.yield()
    }
    async let value = item.load(.stringValue)
    for await _ in asked { break }
    #expect(item.statusOfValue(forKey: "stringValue", error: nil) == .loading)
    for request in requests.withLock({ $0 }) { request.respond(value: "at last" as NSString) }
    #expect(try await value == "at last")
    #expect(item.status(of: .stringValue) == .loaded("at last"))
  }

  @Test func valueThatCannotBeMade_isNil_andTheReasonIsKept() async throws {
    struct Broken: Error {}
    let item = AVMetadataItem(propertiesOf: AVMutableMetadataItem()) { $0.respond(error: Broken()) }
    #expect(item.value == nil && item.stringValue == nil)
    var error: NSError?
    await withCheckedContinuation { continuation in
      item.loadValuesAsynchronously(forKeys: ["value", "keySpace"]) { continuation.resume() }
    }
    #expect(item.statusOfValue(forKey: "value", error: &error) == .failed)
    #expect(error?.domain == AVFoundationErrorDomain && error?.localizedFailureReason?.contains("Broken") == true)
    #expect(item.statusOfValue(forKey: "keySpace", error: nil) == .loaded)
    await #expect(throws: AVError.self) { try await item.load(.stringValue) }
  }

  @Test func unansweredRequest_fails() {
    let item = AVMetadataItem(propertiesOf: AVMutableMetadataItem()) { _ in }
    #expect(item.value == nil)
    var error: NSError?
    #expect(item.statusOfValue(forKey: "value", error: &error) == .unknown)
    item.loadValuesAsynchronously(forKeys: ["value"])
    #expect(item.statusOfValue(forKey: "value", error: &error) == .failed)
    #expect(error?.localizedFailureReason?.contains("nobody answered") == true)
  }

  @Test func propertiesThatAreNone_fail() {
    let item = AVMutableMetadataItem()
    var error: NSError?
    item.loadValuesAsynchronously(forKeys: ["colour"])
    #expect(item.statusOfValue(forKey: "colour", error: &error) == .failed)
    #expect(error?.localizedFailureReason == "AVMetadataItem has no property 'colour' that can be loaded")
  }
}

@Suite struct TimedMetadataGroupTests {
  private let range = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))

  @Test func group_keepsItsItemsAsTheyWere() {
    let item = AVMutableMetadataItem()
    item.value = "one" as NSString
    let group = AVTimedMetadataGroup(items: [item], timeRange: range)
    item.value = "two" as NSString
    #expect(group.items.map(\.stringValue) == ["one"] && group.timeRange == range)
  }

  @Test func copies_areApart() throws {
    let group = AVTimedMetadataGroup(items: [AVMutableMetadataItem()], timeRange: range)
    let mutable = try #require(group.mutableCopy() as? AVMutableTimedMetadataGroup)
    mutable.items = []
    mutable.timeRange = .zero
    #expect(group.items.count == 1 && group.timeRange == range)
    let copy = try #require(mutable.copy() as? AVTimedMetadataGroup)
    #expect(!(copy is AVMutableTimedMetadataGroup) && copy.items.isEmpty && copy.timeRange == .zero)
    #expect(group.copy() as? AVTimedMetadataGroup === group)
  }
}
