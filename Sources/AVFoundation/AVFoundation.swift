// Module AVFoundation: Apple's API for media, on Linux. It exports the modules of media values, as on Apple's systems.

@_exported import CoreAudioTypes
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import ImageIO
@_exported import QuartzCore
