/// The templates built into Reel: whole operations, which files use like nodes.
enum StandardTemplates {
  static let all: [any Node.Type] = [
    ExportPreset.self, AssetExport.self, AssetRemux.self, AssetReader.self, ImageGenerate.self, Player.self,
    Capture.self, HLSPackage.self,
  ]
}
