//go:build !((linux || darwin) && (amd64 || arm64))

package urlsift

// withMemory leaves the memory of instances to Go.
var withMemory = background
