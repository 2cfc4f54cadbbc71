// swift-tools-version: 6.2
import PackageDescription

// A separate package, because coverage counters and libFuzzer need flags that no manifest may hold. scripts/fuzz builds
// it; see CONTRIBUTING.md.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CLibFuzzer",
        .product(name: "GalleryEngine", package: "scrollsim"),
        .product(name: "GalleryImages", package: "scrollsim"),
        .product(name: "GalleryKit", package: "scrollsim"),
        .product(name: "GalleryRequests", package: "scrollsim"),
        .product(name: "ScrollSim", package: "scrollsim"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ]
    ),
  ]
)
