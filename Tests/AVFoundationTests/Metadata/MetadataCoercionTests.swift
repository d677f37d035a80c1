import AVFoundation
import Testing

private func item(
  _ keySpace: AVMetadataKeySpace = .common, _ key: String = "title", _ value: any NSCopying & NSObjectProtocol
) -> AVMetadataItem {
  let item = AVMutableMetadataItem()
  (item.keySpace, item.key, item.value) = (keySpace, key as NSString, value)
  return item
}

private func data(_ bytes: UInt8...) -> NSData { Data(bytes) as NSData }

private func date(_ text: String) -> Date? {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS Z"
  return formatter.date(from: text)
}

@Suite struct MetadataCoercionTests {
  @Test func text_isText_andMaybeANumberOrADate() {
    let text = item(.common, "title", "Spring" as NSString)
    #expect(text.stringValue == "Spring" && text.numberValue == nil && text.dateValue == nil)
    #expect(text.dataValue == Data("Spring".utf8))
    #expect(item(.common, "title", " 42 " as NSString).numberValue == 42)
    #expect(item(.common, "title", "-2.5e3" as NSString).numberValue == -2500)
    #expect(item(.common, "title", "2004" as NSString).dateValue == date("2004-01-01 00:00:00.000 +0000"))
    for none in ["", "0x10", "nan", "inf", "1e999", "12 monkeys", "4."] {
      #expect(item(.common, "title", none as NSString).numberValue?.doubleValue == (none == "4." ? 4 : nil), "\(none)")
    }
  }

  @Test(arguments: [
    ("2004", "2004-01-01 00:00:00.000 +0000"), ("2004-03", "2004-03-01 00:00:00.000 +0000"),
    ("2004-02-29", "2004-02-29 00:00:00.000 +0000"), ("2004-03-01T12", "2004-03-01 12:00:00.000 +0000"),
    ("2004-03-01T12:30", "2004-03-01 12:30:00.000 +0000"), ("2004-03-01T12:30:15", "2004-03-01 12:30:15.000 +0000"),
    ("2004-03-01T12:30:15Z", "2004-03-01 12:30:15.000 +0000"),
    ("2014-07-28T11:50:39+0700", "2014-07-28 11:50:39.000 +0700"),
    ("2014-07-28T11:50:39.250-03:30", "2014-07-28 11:50:39.250 -0330"),
    ("2014:07:28 11:50:39", "2014-07-28 11:50:39.000 +0000"), ("20140728", "2014-07-28 00:00:00.000 +0000"),
    ("20140728T115039Z", "2014-07-28 11:50:39.000 +0000"), ("2010/01/02", "2010-01-02 00:00:00.000 +0000"),
    ("1900-03-01", "1900-03-01 00:00:00.000 +0000"), ("2000-12-31T23:59:59Z", "2000-12-31 23:59:59.000 +0000"),
  ])
  func dates_mayBePartial(text: String, instant: String) {
    #expect(item(.iTunes, "©day", text as NSString).dateValue == date(instant))
  }

  @Test(arguments: [
    "Summer of 69", "2004-13", "2003-02-29", "2004-03-01T24:00", "2004-03-01T12:61", "0000", "04-03-01", "2004-3-1-1",
    "2004-03-01T12:30:15+99:00", "", String(repeating: "2", count: 100),
  ])
  func whatIsNoDate_hasItsTextOnly(text: String) {
    let creation = item(.quickTimeMetadata, "com.apple.quicktime.creationdate", text as NSString)
    #expect(creation.dateValue == nil && creation.stringValue == text)
  }

  @Test func dates_areText() {
    let instant = date("2004-03-01 12:30:15.000 +0000")!
    let made = item(.common, "creationDate", instant as NSDate)
    #expect(made.dateValue == instant && made.stringValue == "2004-03-01T12:30:15Z" && made.numberValue == nil)
    #expect(made.dataValue == Data("2004-03-01T12:30:15Z".utf8))
  }

  @Test func numbers_areTextAndBytes() {
    let small = item(.common, "title", 7 as NSNumber)
    #expect(small.stringValue == "7" && small.numberValue == 7 && small.dateValue == nil)
    #expect(small.dataValue == Data([7]))
    #expect(item(.common, "title", -300 as NSNumber).dataValue == Data([0xfe, 0xd4]))
    #expect(item(.common, "title", 1.5 as NSNumber).dataValue == Data([0x3f, 0xf8, 0, 0, 0, 0, 0, 0]))
    #expect(item(.isoUserData, "yrrc", 2004 as NSNumber).dateValue == date("2004-01-01 00:00:00.000 +0000"))
  }

  @Test func tracksAndDiscs_areTheirNumber_andOutOfHowMany() {
    let track = item(.iTunes, "trkn", data(0, 0, 0, 3, 0, 12, 0, 0))
    #expect(track.numberValue == 3 && track.stringValue == "3/12")
    #expect((track.value as? NSData).map { $0 as Data } == Data([0, 0, 0, 3, 0, 12, 0, 0]))
    let disc = item(.iTunes, "disk", data(0, 0, 0, 2, 0, 0))
    #expect(disc.numberValue == 2 && disc.stringValue == "2")
    let frame = item(.id3, "TRCK", "3/12" as NSString)
    #expect(frame.numberValue == 3 && frame.stringValue == "3/12")
    #expect(item(.id3, "TIT2", "3/12" as NSString).numberValue == nil)
    #expect(item(.iTunes, "trkn", data(1)).numberValue == nil)
  }

  @Test func genres_areNames_andTheirNumbers() {
    let list = item(.iTunes, "gnre", data(0, 18))
    #expect(list.stringValue == "Rock" && list.numberValue == 18)
    #expect(item(.id3, "TCON", "(17)" as NSString).stringValue == "Rock")
    #expect(item(.id3, "TCON", "(4)Eurodisco" as NSString).stringValue == "Eurodisco")
    #expect(item(.id3, "TCON", 17 as NSNumber).stringValue == "Rock")
    #expect(item(.id3, "TCON", "Bollywood" as NSString).stringValue == "Bollywood")
    #expect(item(.iTunes, "gnre", data(9, 9)).stringValue == nil)
  }

  @Test func flagsAndCounters_areNumbers_whateverTheirSize() {
    #expect(item(.iTunes, "cpil", data(1)).numberValue == 1)
    #expect(item(.iTunes, "tmpo", data(0, 120)).numberValue == 120)
    #expect(item(.iTunes, "plID", data(0, 0, 0, 0, 1, 0, 0, 0)).numberValue == 0x100_0000)
    // It is unknown if these bytes are a number.
    #expect(item(.iTunes, "covr", data(1)).numberValue == nil)
    #expect(item(.iTunes, "tmpo", NSData()).numberValue == nil)
  }

  @Test func bytes_areNothingElse() {
    let raw = item(.id3, "PRIV", data(1, 2, 3))
    #expect(
      raw.dataValue == Data([1, 2, 3]) && raw.stringValue == nil && raw.numberValue == nil && raw.dateValue == nil)
  }

  @Test func daysAndMinutesWithoutAYear_areNoDates() {
    #expect(item(.id3, "TDAT", "0103" as NSString).dateValue == nil)
    #expect(item(.id3, "TYER", "2004" as NSString).dateValue != nil)
  }

  @Test func places_areISO6709() {
    // Language and name, role, longitude, latitude, altitude, body, notes.
    var bytes: [UInt8] = [0, 0, 0, 0, 0x15, 0xc7, 0, 0]
    for degrees in [16.5, -48.25, 171] {
      let fixed = UInt32(bitPattern: Int32(degrees * 65536))
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: fixed >> (24 - 8 * $0)) }
    }
    let place = item(.isoUserData, "loci", Data(bytes + Array("earth".utf8) + [0, 0]) as NSData)
    #expect(place.stringValue == "-48.2500+016.5000+171.000/" && place.commonKey == .commonKeyLocation)
  }
}
