// Module ImageIO: PNG and JPEG files, and the properties that cameras and applications store in them.

@_exported import CoreGraphics
