// Module CoreFoundation: the names of Core Foundation that Reel has, as Foundation's classes. Without it, the import
// finds the C module of Linux' Foundation, whose types are others under the same names.

@_exported import CoreGraphics
