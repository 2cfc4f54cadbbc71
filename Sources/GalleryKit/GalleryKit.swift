// `import GalleryKit` is all that an app needs: this module, the library and the picker, shows the other three as its own, as
// `GalleryEngine` shows `GridGeometry`. `@_exported` has no official successor yet; it stands nowhere else but for the system.
@_exported public import GalleryEngine
@_exported public import GalleryImages
@_exported public import GalleryRequests
