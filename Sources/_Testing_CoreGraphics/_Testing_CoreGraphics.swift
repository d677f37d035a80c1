// Stands in for an overlay that Apple systems have: without a module of this name, `import Testing` fails in a package
// that has a module CoreGraphics.
