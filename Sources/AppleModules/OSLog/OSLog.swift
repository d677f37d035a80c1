// Module OSLog: exports os, which has the loggers and signposts. It has no stores of messages.

@_exported import os
