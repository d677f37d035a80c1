// Module AVFoundation: Apple's API for media, on Linux. Code that imports it sees the values of media too, as on Apple's
// systems; ImageIO is imported by itself.

@_exported import CoreAudioTypes
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
