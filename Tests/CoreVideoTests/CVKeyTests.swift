import CoreVideo
import Foundation
import Testing

/// The strings behind keys, which programs and archives look up by text: those that dumps of Apple's attachments show.
@Suite struct CVKeyTests {
  @Test func attachments_areCalledAsOnApplesSystems() {
    let names: [(CFString, String)] = [
      (kCVImageBufferCGColorSpaceKey, "CGColorSpace"), (kCVImageBufferCleanApertureKey, "CVCleanAperture"),
      (kCVImageBufferPreferredCleanApertureKey, "CVPreferredCleanAperture"),
      (kCVImageBufferFieldCountKey, "CVFieldCount"), (kCVImageBufferFieldDetailKey, "CVFieldDetail"),
      (kCVImageBufferPixelAspectRatioKey, "CVPixelAspectRatio"),
      (kCVImageBufferDisplayDimensionsKey, "CVDisplayDimensions"),
      (kCVImageBufferGammaLevelKey, "CVImageBufferGammaLevel"),
      (kCVImageBufferICCProfileKey, "CVImageBufferICCProfile"),
      (kCVImageBufferYCbCrMatrixKey, "CVImageBufferYCbCrMatrix"),
      (kCVImageBufferColorPrimariesKey, "CVImageBufferColorPrimaries"),
      (kCVImageBufferTransferFunctionKey, "CVImageBufferTransferFunction"),
      (kCVImageBufferChromaLocationTopFieldKey, "CVImageBufferChromaLocationTopField"),
      (kCVImageBufferChromaLocationBottomFieldKey, "CVImageBufferChromaLocationBottomField"),
      (kCVImageBufferChromaSubsamplingKey, "CVImageBufferChromaSubsampling"),
      (kCVBufferPropagatedAttachmentsKey, "PropagatedAttachments"),
      (kCVBufferNonPropagatedAttachmentsKey, "NonPropagatedAttachments"),
      (kCVPixelBufferPoolAllocationThresholdKey, "BufferPoolAllocationThreshold"),
    ]
    for (key, name) in names { #expect("\(key)" == name) }
  }
}
