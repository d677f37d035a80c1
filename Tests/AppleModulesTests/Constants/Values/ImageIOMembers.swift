// Written by constants.py.

import AVFoundation
import ImageIO

extension ConstantValues {
  mutating func readImageIOMembers() {
    module = "ImageIO"
    add("CGImageMetadataErrors.badArgument", CGImageMetadataErrors.badArgument)
    add("CGImageMetadataErrors.conflictingArgument", CGImageMetadataErrors.conflictingArgument)
    add("CGImageMetadataErrors.prefixConflict", CGImageMetadataErrors.prefixConflict)
    add("CGImageMetadataErrors.unknown", CGImageMetadataErrors.unknown)
    add("CGImageMetadataErrors.unsupportedFormat", CGImageMetadataErrors.unsupportedFormat)
    add("CGImageMetadataType.alternateArray", CGImageMetadataType.alternateArray)
    add("CGImageMetadataType.alternateText", CGImageMetadataType.alternateText)
    add("CGImageMetadataType.arrayOrdered", CGImageMetadataType.arrayOrdered)
    add("CGImageMetadataType.arrayUnordered", CGImageMetadataType.arrayUnordered)
    add("CGImageMetadataType.default", CGImageMetadataType.`default`)
    add("CGImageMetadataType.invalid", CGImageMetadataType.invalid)
    add("CGImageMetadataType.string", CGImageMetadataType.string)
    add("CGImageMetadataType.structure", CGImageMetadataType.structure)
    add("CGImagePropertyOrientation.down", CGImagePropertyOrientation.down)
    add("CGImagePropertyOrientation.downMirrored", CGImagePropertyOrientation.downMirrored)
    add("CGImagePropertyOrientation.left", CGImagePropertyOrientation.left)
    add("CGImagePropertyOrientation.leftMirrored", CGImagePropertyOrientation.leftMirrored)
    add("CGImagePropertyOrientation.right", CGImagePropertyOrientation.right)
    add("CGImagePropertyOrientation.rightMirrored", CGImagePropertyOrientation.rightMirrored)
    add("CGImagePropertyOrientation.up", CGImagePropertyOrientation.up)
    add("CGImagePropertyOrientation.upMirrored", CGImagePropertyOrientation.upMirrored)
    add("CGImageSourceStatus.statusComplete", CGImageSourceStatus.statusComplete)
    add("CGImageSourceStatus.statusIncomplete", CGImageSourceStatus.statusIncomplete)
    add("CGImageSourceStatus.statusInvalidData", CGImageSourceStatus.statusInvalidData)
    add("CGImageSourceStatus.statusReadingHeader", CGImageSourceStatus.statusReadingHeader)
    add("CGImageSourceStatus.statusUnexpectedEOF", CGImageSourceStatus.statusUnexpectedEOF)
    add("CGImageSourceStatus.statusUnknownType", CGImageSourceStatus.statusUnknownType)
  }
}
