// Module CoreGraphics: transforms, colours, images and drawing with Apple's names. `CGFloat`, `CGPoint`, `CGSize` and
// `CGRect` come from Foundation, which is re-exported.

@_exported import Foundation
