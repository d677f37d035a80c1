// Module CoreMedia: times, ranges and mappings; sample buffers, block buffers and format descriptions; clocks and
// queues. Apple's names and behaviour, no GStreamer.
//
//   Time/         CMTime, CMTimeRange, CMTimeMapping: exact, and never a trap
//   Block/        CMBlockBuffer: bytes in shared memory
//   Format/       CMFormatDescription: the format of samples
//   Sample/       CMSampleBuffer: samples with times, format and attachments
//   Attachments/  attachments of buffers
//   Clock/        CMClock, CMTimebase: running time
//   Queue/        CMSimpleQueue, CMBufferQueue

@_exported import CoreAudioTypes
@_exported import CoreVideo
@_exported import Foundation
