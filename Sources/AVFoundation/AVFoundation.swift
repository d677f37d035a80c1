// Module AVFoundation: Apple's API for media, on Linux. It exports the modules of media values, as on Apple's systems;
// ImageIO is imported separately.

@_exported import CoreAudioTypes
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
