// Module AudioToolbox: exports the types of Core Audio. It has no files, converters and units: AVFoundation's readers
// and writers are what Reel has for these.

@_exported import CoreAudio
@_exported import CoreMedia
