module cgo

go 1.25.0

require git.example/urlsift/urlsift/go v0.1.0

require (
	github.com/tetratelabs/wazero v1.12.0 // indirect
	golang.org/x/sys v0.44.0 // indirect
)

replace git.example/urlsift/urlsift/go => ../../go
