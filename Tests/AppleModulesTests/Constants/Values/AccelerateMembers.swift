// Written by constants.py.

import AVFoundation
import Accelerate

extension ConstantValues {
  mutating func readAccelerateMembers() {
    module = "Accelerate"
    add("vDSP.FourierTransformDirection.forward", vDSP.FourierTransformDirection.forward)
    add("vDSP.FourierTransformDirection.inverse", vDSP.FourierTransformDirection.inverse)
    add("vDSP.Radix.radix2", vDSP.Radix.radix2)
    add("vDSP.SortOrder.ascending", vDSP.SortOrder.ascending)
    add("vDSP.SortOrder.descending", vDSP.SortOrder.descending)
    add("vDSP.WindowSequence.blackman", vDSP.WindowSequence.blackman)
    add("vDSP.WindowSequence.hamming", vDSP.WindowSequence.hamming)
    add("vDSP.WindowSequence.hanningDenormalized", vDSP.WindowSequence.hanningDenormalized)
    add("vDSP.WindowSequence.hanningNormalized", vDSP.WindowSequence.hanningNormalized)
    add("vDSP_DFT_Direction.FORWARD", vDSP_DFT_Direction.FORWARD)
    add("vDSP_DFT_Direction.INVERSE", vDSP_DFT_Direction.INVERSE)
    add("vImage.Error.bufferSizeMismatch", vImage.Error.bufferSizeMismatch)
    add("vImage.Error.internalError", vImage.Error.internalError)
    add("vImage.Error.invalidEdgeStyle", vImage.Error.invalidEdgeStyle)
    add("vImage.Error.invalidImageFormat", vImage.Error.invalidImageFormat)
    add("vImage.Error.invalidImageObject", vImage.Error.invalidImageObject)
    add("vImage.Error.invalidKernelSize", vImage.Error.invalidKernelSize)
    add("vImage.Error.invalidOffset_X", vImage.Error.invalidOffset_X)
    add("vImage.Error.invalidOffset_Y", vImage.Error.invalidOffset_Y)
    add("vImage.Error.invalidParameter", vImage.Error.invalidParameter)
    add("vImage.Error.invalidRowBytes", vImage.Error.invalidRowBytes)
    add("vImage.Error.memoryAllocationError", vImage.Error.memoryAllocationError)
    add("vImage.Error.noError", vImage.Error.noError)
    add("vImage.Error.nullPointerArgument", vImage.Error.nullPointerArgument)
    add("vImage.Error.outOfPlaceOperationRequired", vImage.Error.outOfPlaceOperationRequired)
    add("vImage.Error.roiLargerThanInputBuffer", vImage.Error.roiLargerThanInputBuffer)
    add("vImage.Error.unknownFlagsBit", vImage.Error.unknownFlagsBit)
    add("vImage.Error.unsupportedConversion", vImage.Error.unsupportedConversion)
    add("vImage.Options.backgroundColorFill", vImage.Options.backgroundColorFill)
    add("vImage.Options.copyInPlace", vImage.Options.copyInPlace)
    add("vImage.Options.doNotTile", vImage.Options.doNotTile)
    add("vImage.Options.highQualityResampling", vImage.Options.highQualityResampling)
    add("vImage.Options.imageExtend", vImage.Options.imageExtend)
    add("vImage.Options.leaveAlphaUnchanged", vImage.Options.leaveAlphaUnchanged)
    add("vImage.Options.noAllocate", vImage.Options.noAllocate)
    add("vImage.Options.noFlags", vImage.Options.noFlags)
    add("vImage.Options.printDiagnosticsToConsole", vImage.Options.printDiagnosticsToConsole)
    add("vImage.Options.truncateKernel", vImage.Options.truncateKernel)
  }
}
