// Written by constants.py.

extension ConstantValues {
  mutating func readAll() {
    readAVFoundationGlobals()
    readAVFoundationMembers()
    readCoreAudioTypesGlobals()
    readCoreAudioTypesMembers()
    readCoreGraphicsGlobals()
    readCoreGraphicsMembers()
    readCoreMediaGlobals()
    readCoreMediaMembers()
    readCoreVideoGlobals()
    readCoreVideoMembers()
    readFormatDescriptionMembers()
    readImageIOGlobals()
    readImageIOMembers()
    readMetadataIdentifiers()
    readMetadataKeys()
  }
}
