// Written by constants.py.

extension ConstantValues {
  mutating func readAll() {
    readAVFoundationGlobals()
    readAVFoundationMembers()
    readAccelerateGlobals()
    readAccelerateMembers()
    readAudioToolboxGlobals()
    readCoreAudioTypesGlobals()
    readCoreAudioTypesMembers()
    readCoreGraphicsGlobals()
    readCoreGraphicsMembers()
    readCoreMediaGlobals()
    readCoreMediaMembers()
    readCoreServicesGlobals()
    readCoreVideoGlobals()
    readCoreVideoMembers()
    readFormatDescriptionMembers()
    readImageIOGlobals()
    readImageIOMembers()
    readMetadataIdentifiers()
    readMetadataKeys()
    readUniformTypeIdentifiersMembers()
    readVideoToolboxGlobals()
    readosMembers()
  }
}
