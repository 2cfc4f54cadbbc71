// `import GalleryKit` is all that an app needs: this module, with the library and the picker, re-exports the other three.
// `@_exported` has no official successor yet.
@_exported public import GalleryEngine
@_exported public import GalleryImages
@_exported public import GalleryRequests
