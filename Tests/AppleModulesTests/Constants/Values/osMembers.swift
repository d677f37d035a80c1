// Written by constants.py.

import AVFoundation
import os

extension ConstantValues {
  mutating func readosMembers() {
    module = "os"
    add("OSLog.Category.dynamicStackTracing", OSLog.Category.dynamicStackTracing)
    add("OSLog.Category.dynamicTracing", OSLog.Category.dynamicTracing)
    add("OSLog.Category.pointsOfInterest", OSLog.Category.pointsOfInterest)
    add("OSLogBoolFormat.answer", OSLogBoolFormat.answer)
    add("OSLogBoolFormat.truth", OSLogBoolFormat.truth)
    add("OSLogPrivacy.Mask.hash", OSLogPrivacy.Mask.hash)
    add("OSLogPrivacy.Mask.none", OSLogPrivacy.Mask.none)
    add("OSLogType.debug", OSLogType.debug)
    add("OSLogType.default", OSLogType.`default`)
    add("OSLogType.error", OSLogType.error)
    add("OSLogType.fault", OSLogType.fault)
    add("OSLogType.info", OSLogType.info)
    add("OSSignpostID.exclusive", OSSignpostID.exclusive)
    add("OSSignpostID.invalid", OSSignpostID.invalid)
    add("OSSignpostID.null", OSSignpostID.null)
    add("OSSignpostType.begin", OSSignpostType.begin)
    add("OSSignpostType.end", OSSignpostType.end)
    add("OSSignpostType.event", OSSignpostType.event)
  }
}
