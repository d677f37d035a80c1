// Module AVKit: exports AVFoundation, as on Apple's systems. It has no views: Linux has no framework for them.

@_exported import AVFoundation
