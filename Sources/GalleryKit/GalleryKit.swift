// `import GalleryKit` is all that an app needs: this module, the library and the picker, shows the other three as its own.
// `@_exported` has no official successor yet; it stands here and nowhere else.
@_exported public import GalleryEngine
@_exported public import GalleryImages
@_exported public import GalleryRequests
