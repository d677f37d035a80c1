// Module CoreMedia: times, ranges and mappings; sample buffers, block buffers and format descriptions; clocks and
// queues. Apple's names and behaviour, no GStreamer.
//
//   Time/         CMTime, CMTimeRange, CMTimeMapping: exact, and never a trap
//   Block/        CMBlockBuffer: bytes in shared memory
//   Format/       CMFormatDescription: what samples are
//   Sample/       CMSampleBuffer: samples with times, format and attachments
//   Attachments/  what buffers carry along
//   Clock/        CMClock, CMTimebase: time that passes
//   Queue/        CMSimpleQueue, CMBufferQueue

@_exported import CoreAudioTypes
@_exported import CoreVideo
@_exported import Foundation
