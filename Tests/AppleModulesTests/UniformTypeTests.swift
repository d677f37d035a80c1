import AVFoundation
import CoreServices
import Testing
import UniformTypeIdentifiers

@Suite struct UniformTypeTests {
  @Test(arguments: ["no.such.type", "", "dyn.nonsense", "dyn.ah62d4rv4ge81g6xÿ", "dyn.a", "public.", "png"])
  func unknownIdentifiers_areNoTypes(identifier: String) {
    #expect(UTType(identifier) == nil)
  }

  @Test func knownIdentifiers_areTypes_inAnyCase() {
    #expect(UTType("public.png") == .png && UTType("PUBLIC.PNG") == .png)
    #expect(UTType("PUBLIC.PNG")?.identifier == "public.png")
    #expect(UTType("com.apple.quicktime-movie") == .quickTimeMovie && UTType("public.mpeg-4") == .mpeg4Movie)
  }

  @Test func allFileTypes_areKnown() {
    let types: [AVFileType] = [
      .mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2, .caf, .wav, .aiff, .aifc, .amr, .mp3, .ac3, .eac3, .au, .jpg,
      .dng, .heic, .heif, .avci, .tif, .appleiTT, .SCC,
    ]
    for type in types + AVURLAsset.audiovisualTypes() {
      let known = UTType(type.rawValue)
      #expect(known?.isDeclared == true, "\(type.rawValue)")
      let name = known?.preferredFilenameExtension
      #expect(name != nil && UTType(filenameExtension: name ?? "")?.isDeclared == true, "\(type.rawValue)")
    }
  }

  /// Identifiers that Apple's systems gave to files of these extensions.
  @Test(arguments: [
    ("srt", "dyn.ah62d4rv4ge81g6xy"), ("mcpb", "dyn.ah62d4rv4ge80425uqk"), ("livp", "dyn.ah62d4rv4ge8024p0sa"),
    ("conf", "dyn.ah62d4rv4ge80g55sq2"), ("gpx", "dyn.ah62d4rv4ge80s6d2"), ("s16", "dyn.ah62d4rv4ge81gqm0"),
    ("rmd", "dyn.ah62d4rv4ge81e5pe"), ("btsnoop", "dyn.ah62d4rv4ge80e7dxr31086a"),
  ])
  func unknownExtensions_areDynamicTypesAsOnApplesSystems(name: String, identifier: String) throws {
    let type = try #require(UTType(filenameExtension: name.uppercased()))
    #expect(type.identifier == identifier && type.isDynamic && !type.isDeclared && !type.isPublic)
    #expect(UTType(identifier) == type && type.preferredFilenameExtension == name && type.conforms(to: .data))
  }

  @Test func dynamicTypes_sayWhatTheyConformTo() throws {
    // Those of Apple's systems: a movie that is to be an image, a MIME type, one of each kind.
    #expect(UTType(filenameExtension: "mov", conformingTo: .image)?.identifier == "dyn.ah62d4uv4ge804550")
    #expect(UTType(mimeType: "application/x-foo")?.identifier == "dyn.ah62d4rv4gq80c6durvy0g2pyrf106p52fzxg852")
    #expect(UTType(mimeType: "image/x-foo", conformingTo: .image)?.identifier == "dyn.ah62d4uv4gq80w5pbq7ww88brq3108")
    let mp4 = try #require(UTType("dyn.agq80c6durvy0g2pyrf106p5rsa4a"))
    #expect(mp4.preferredMIMEType == "application/mp4")
    #expect(UTType(tag: "application/mp4", tagClass: .mimeType, conformingTo: nil)?.isDynamic == true)
    let own = try #require(UTType(filenameExtension: "x:y,z", conformingTo: .movie))
    #expect(UTType(own.identifier)?.preferredFilenameExtension == "x:y,z" && own.conforms(to: .audiovisualContent))
    #expect(UTType(filenameExtension: "") == nil && UTType(mimeType: "") == nil)
  }

  @Test func otherTypes_areKnownToSharedMIMEInfo() throws {
    let blend = try #require(UTType(filenameExtension: "blend"))
    #expect(blend.preferredMIMEType == "application/x-blender" && blend.isDynamic)
    #expect(UTType(filenameExtension: "xpm")?.conforms(to: .image) == true)
    #expect(UTType(mimeType: "application/x-blender")?.preferredFilenameExtension == "blend")
  }

  @Test func tags_findTypes() {
    #expect(UTType(filenameExtension: "jpg") == .jpeg && UTType(mimeType: "image/jpeg") == .jpeg)
    #expect(UTType(filenameExtension: "mp4") == .mpeg4Movie)
    #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
    let types = UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil)
    #expect(types == [.mpeg4Movie, .mpeg4Audio])
    #expect(UTType.jpeg.tags == [.filenameExtension: ["jpeg", "jpg", "jpe"], .mimeType: ["image/jpeg", "image/jpg"]])
    #expect(UTType.movie.tags.isEmpty && UTType.movie.preferredMIMEType == nil)
  }

  @Test func conformance_goesUpTheTree() {
    #expect(UTType.mpeg4Audio.conforms(to: .audio) && UTType.mpeg4Audio.conforms(to: .movie))
    #expect(UTType.png.conforms(to: .png) && !UTType.png.isSubtype(of: .png) && UTType.image.isSupertype(of: .png))
    #expect(UTType.png.supertypes == [.image, .data, .content, .item])
    #expect(!UTType.png.conforms(to: .movie) && UTType.png.isPublic && !UTType.gif.isPublic && UTType.gif.isDeclared)
  }

  @Test func programsDeclareTypes() throws {
    #expect(UTType("org.example.reel-test") == nil)
    let type = UTType(exportedAs: "org.example.reel-test", conformingTo: .movie)
    #expect(type.identifier == "org.example.reel-test" && type.conforms(to: .movie) && type.isDeclared)
    #expect(UTType("org.example.Reel-Test") == type)
    #expect(UTType(importedAs: "public.png", conformingTo: .movie).supertypes == UTType.png.supertypes)
  }

  @Test func urls_getExtensions() {
    let folder = URL(fileURLWithPath: "/tmp")
    #expect(folder.appendingPathComponent("a", conformingTo: .jpeg).lastPathComponent == "a.jpeg")
    #expect(folder.appendingPathComponent("a.JPG", conformingTo: .jpeg).lastPathComponent == "a.JPG")
    #expect(folder.appendingPathComponent("a.b").appendingPathExtension(for: .png).lastPathComponent == "a.b.png")
  }

  @Test func functionsOfCoreServices_giveTheSame() {
    let jpeg = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "jpg" as CFString, nil)
    #expect(jpeg?.takeRetainedValue() as String? == "public.jpeg")
    let other = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "srt" as CFString, kUTTypeData)
    #expect(other?.takeRetainedValue() as String? == "dyn.ah62d4rv4ge81g6xy")
    let free = UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "application/mp4" as CFString, nil)
    #expect(free?.takeRetainedValue() as String? == "dyn.agq80c6durvy0g2pyrf106p5rsa4a")
    let type = UTTypeCopyPreferredTagWithClass(kUTTypeMP3, kUTTagClassMIMEType)
    #expect(type?.takeRetainedValue() as String? == "audio/mpeg")
    #expect(UTTypeCopyPreferredTagWithClass("no.such.type" as CFString, kUTTagClassMIMEType) == nil)
    #expect(UTTypeConformsTo(kUTTypeMPEG4, kUTTypeMovie) && !UTTypeConformsTo("no.such" as CFString, kUTTypeMovie))
    #expect(UTTypeEqual("Public.Jpeg" as CFString, kUTTypeJPEG) && !UTTypeEqual(kUTTypePNG, kUTTypeJPEG))
    let all = UTTypeCreateAllIdentifiersForTag(kUTTagClassFilenameExtension, "mp4" as CFString, nil)
    #expect((all?.takeRetainedValue() as? [String])?.first == "public.mpeg-4")
    #expect(UTTypeCreateAllIdentifiersForTag(kUTTagClassFilenameExtension, "" as CFString, nil) == nil)
    let names = UTTypeCopyAllTagsWithClass(kUTTypeJPEG, kUTTagClassFilenameExtension)?.takeRetainedValue() as? [String]
    #expect(names?.contains("jpg") == true && names == UTType.jpeg.tags[.filenameExtension])
    #expect(UTTypeIsDeclared(kUTTypePNG) && !UTTypeIsDynamic(kUTTypePNG) && !UTTypeIsDeclared("no.such" as CFString))
    let dynamic = "dyn.ah62d4rv4ge81g6xy" as CFString
    #expect(UTTypeIsDynamic(dynamic) && !UTTypeIsDeclared(dynamic))
  }

  @Test func types_areStoredAsTheirIdentifiers() throws {
    let data = try JSONEncoder().encode([UTType.png, .mpeg4Movie])
    #expect(String(decoding: data, as: UTF8.self) == #"["public.png","public.mpeg-4"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [.png, .mpeg4Movie])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: Data(#"["no.such"]"#.utf8)) }
  }
}
