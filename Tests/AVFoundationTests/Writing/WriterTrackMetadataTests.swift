import AVFoundation
import Foundation
import Testing

/// What inputs say of their tracks: values of all kinds, in several languages.
@Suite struct WriterTrackMetadataTests {
  private func item(
    _ identifier: String, _ value: any NSCopying & NSObjectProtocol, _ language: String? = nil
  ) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: identifier)
    item.value = value
    item.extendedLanguageTag = language
    return item
  }

  /// Writes a track of audio that says some items, and reads them.
  private func read(_ items: [AVMetadataItem], _ type: AVFileType) async throws -> [AVMetadataItem] {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    input.metadata = items
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let asset = AVURLAsset(url: folder.url("out"))
    return try await asset.loadTracks(withMediaType: .audio)[0].load(.metadata)
  }

  @Test(arguments: [AVFileType.mov, .mp4]) func items_comeBackWithValuesAndLanguages(_ type: AVFileType) async throws {
    let note = "mdta/com.example.note"
    let found = try await read(
      [
        item(note, "Salut" as NSString, "fr-CA"), item(note, "Grüezi" as NSString, "de-CH"),
        item(note, "Hi" as NSString),
        item("mdta/com.example.speed", NSNumber(value: -7)), item("mdta/com.example.ratio", NSNumber(value: 1.5)),
        item("mdta/com.example.bytes", Data([0, 1, 0xff]) as NSData), item("udta/name", "Angle 2" as NSString),
        item("udta/tnam", "Plain" as NSString),
      ], type)
    func items(_ identifier: String) -> [AVMetadataItem] {
      found.filter { $0.identifier == AVMetadataIdentifier(rawValue: identifier) }
    }
    #expect(found.count == 8)
    #expect(items(note).map(\.stringValue) == ["Salut", "Grüezi", "Hi"])
    #expect(items(note).map(\.extendedLanguageTag) == ["fr-CA", "de-CH", nil])
    #expect(items("mdta/com.example.speed").map(\.numberValue) == [NSNumber(value: -7)])
    #expect(items("mdta/com.example.ratio").map(\.numberValue) == [NSNumber(value: 1.5)])
    #expect(items("mdta/com.example.bytes").map(\.dataValue) == [Data([0, 1, 0xff])])
    #expect(items("udta/name").map(\.stringValue) == ["Angle 2"])
    #expect(items("udta/tnam").map(\.stringValue) == ["Plain"])
  }

  /// The box is Apple's: its movies and video files have it, and MP4 files of others do not.
  @Test(arguments: [AVFileType.mov, .m4v]) func taggedCharacteristics_areInApplesFiles(_ type: AVFileType) async throws
  {
    let tags = [AVMediaCharacteristic.describesVideoForAccessibility.rawValue, "com.example.mine"]
    let items = tags.map { item("udta/tagc", $0 as NSString) }
    let found = try await read(items, type).filter { $0.identifier == .quickTimeUserDataTaggedCharacteristic }
    #expect(found.map(\.stringValue) == tags)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    input.metadata = items
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: .mp4)
    writer.add(input)
    #expect(!writer.startWriting())
  }

  @Test func commonKeys_areTheFilesOwn() async throws {
    for (type, identifier) in [(AVFileType.mov, "mdta/com.apple.quicktime.title"), (.mp4, "itsk/%A9nam")] {
      let title = try #require(try await read([item("comn/title", "Größe" as NSString)], type).first)
      #expect(title.identifier?.rawValue == identifier && title.stringValue == "Größe")
    }
  }

  @Test func theGraph_hasTheItems() throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    input.metadata = [item("mdta/com.example.note", "Salut" as NSString, "fr")]
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    let text = try writer.graph.yaml()
    #expect(text.contains("items:") && text.contains("mdta:com.example.note") && text.contains("Salut"), "\(text)")
  }
}
