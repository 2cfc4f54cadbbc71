// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built under the same law: Swift 6, explicit imports, unsafe code marked, no warnings.
let law: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// One of the modules in `Sources/GalleryKit`, made of some of its folders.
func gallery(_ name: String, folders: [String], dependencies: [Target.Dependency]) -> Target {
  let all = [
    "Model", "Pixels", "Windowing", "Engine", "Codecs", "Requests", "Library", "Picker", "GalleryKit.swift",
  ]
  return .target(
    name: name, dependencies: dependencies, path: "Sources/GalleryKit",
    exclude: all.filter { !folders.contains($0) } + (name == "GalleryKit" ? [] : ["GalleryKit.docc"]),
    sources: folders, swiftSettings: law)
}

let package = Package(
  name: "scrollsim",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "GalleryEngine", targets: ["GalleryEngine"]),
    .library(name: "GalleryRequests", targets: ["GalleryRequests"]),
    .library(name: "GalleryApple", targets: ["GalleryApple"]),
    .library(name: "GalleryImages", targets: ["GalleryImages"]),
    .library(name: "GalleryKit", targets: ["GalleryKit"]),
    .library(name: "BenchReport", targets: ["BenchReport"]),
    .library(name: "ScrollSim", targets: ["ScrollSim"]),
    .library(name: "ScrollSimCLI", targets: ["ScrollSimCLI"]),
    .executable(name: "scrollsim", targets: ["ScrollSimMain"]),
  ],
  traits: [
    .trait(name: "WebP", description: "Reads and writes WebP, by libwebp."),
    .trait(name: "HEIF", description: "Reads HEIC, HEIF and AVIF, and writes AVIF, by libheif."),
    .default(enabledTraits: ["WebP", "HEIF"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    // The C libraries, as the system installs them, and the one shim over them.
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .target(
      name: "CImageIO",
      dependencies: [
        "CJPEG", "CPNG", "CLCMS",
        .target(name: "CWebP", condition: .when(traits: ["WebP"])),
        .target(name: "CHEIF", condition: .when(traits: ["HEIF"])),
      ],
      cSettings: [
        .define("CIS_HAS_WEBP", .when(traits: ["WebP"])),
        .define("CIS_HAS_HEIF", .when(traits: ["HEIF"])),
        .enableWarning("all"), .treatAllWarnings(as: .error),
      ]
    ),

    // What is below the house: locks and threads, a module of its own so that locks can be inlined, the system's calls, and the
    // grid that apps scroll and reports draw.
    .target(
      name: "Threading",
      dependencies: ["SystemCalls", .product(name: "DequeModule", package: "swift-collections")],
      swiftSettings: law),
    .target(name: "GridGeometry", swiftSettings: law),
    .target(name: "SystemCalls", swiftSettings: law),

    // The house. Arrows run one way: GalleryKit, ScrollSim, BenchReport, ScrollSimCLI; each knows only those before it.
    //
    // GalleryKit is four modules in one folder. GalleryEngine (model, windowing, engine) and GalleryRequests (the image manager)
    // are Swift alone, GalleryImages adds the C libraries, and GalleryKit adds SQLite and exports the other three. A strategy
    // needs GalleryEngine only.
    gallery(
      "GalleryEngine", folders: ["Model", "Pixels", "Windowing", "Engine"],
      dependencies: [
        "GridGeometry", "SystemCalls", "Threading",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    gallery(
      "GalleryRequests", folders: ["Requests"], dependencies: ["GalleryEngine", "SystemCalls", "Threading"]),
    gallery(
      "GalleryImages", folders: ["Codecs"],
      dependencies: ["GalleryEngine", "GalleryRequests", "CExpat", "CImageIO", "SystemCalls", "Threading"]),
    gallery(
      "GalleryKit", folders: ["Library", "Picker", "GalleryKit.swift"],
      dependencies: [
        "GalleryEngine", "GalleryRequests", "GalleryImages", "SystemCalls", "Threading",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    // Of the example PhotoGrid, for apps on iOS: Apple's decoders and views. It is declared here, since it fills in what is
    // `package`, and empty on Linux.
    .target(
      name: "GalleryApple", dependencies: ["GalleryEngine", "GalleryRequests", "SystemCalls"],
      path: "Examples/PhotoGrid/Sources/GalleryApple", swiftSettings: law),
    .target(
      name: "ScrollSim",
      dependencies: [
        "GalleryKit",
        "GridGeometry",
        "SystemCalls",
        "Threading",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      resources: [
        .embedInCode("Clocks/Costs/epyc-2core.json"), .embedInCode("Clocks/Costs/devices.json"),
        .embedInCode("Selftest/selftest.json"),
      ]
        // Links to the files in `scenarios`.
        + [
          "browse", "changes", "fling", "growth", "libraries", "orders", "remote", "resize-modes",
          "scrub", "session", "settle", "turn", "visits", "scenario.schema",
        ]
        .map { .embedInCode("Scenarios/Shipped/\($0).json") },
      swiftSettings: law
    ),
    .target(
      name: "BenchReport",
      dependencies: ["ScrollSim", "GalleryKit", "GridGeometry", "SystemCalls", "Threading"],
      resources: [
        "report.css", "sort.js", "note.js", "lines.js", "values.js", "reasons.js", "playback.js", "screen.js",
        "timeline.js", "film.js", "player.js", "link.js", "index.js", "start.js",
      ]
      .map { .embedInCode("Rendering/Resources/\($0)") },
      swiftSettings: law
    ),
    .target(
      name: "ScrollSimCLI",
      dependencies: [
        "ScrollSim",
        "GalleryKit",
        "BenchReport",
        "SystemCalls",
        "Threading",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: law
    ),
    .executableTarget(name: "ScrollSimMain", dependencies: ["ScrollSimCLI"], swiftSettings: law),

    // A benchmark that replays the image manager's cache beside cache simulators.
    .executableTarget(
      name: "CacheReplay", dependencies: ["ScrollSim", "GalleryKit"],
      path: "Benchmarks/CacheReplay",
      swiftSettings: law),

    // What the tests share, and the tests: one target a library, and one that runs the built executable.
    .target(
      name: "TestSupport", dependencies: ["GalleryKit", "Threading"], path: "Tests/TestSupport",
      swiftSettings: law),
    .target(
      name: "PlainDecoders", dependencies: ["CJPEG", "CPNG"], path: "Tests/PlainDecoders",
      cSettings: [.enableWarning("all"), .treatAllWarnings(as: .error)]),
    .testTarget(
      name: "GalleryKitTests",
      dependencies: [
        "GalleryEngine", "GalleryRequests", "GalleryImages", "GalleryKit", "SystemCalls", "Threading",
        "PlainDecoders", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: law),
    .testTarget(
      name: "BenchReportTests",
      dependencies: ["BenchReport", "ScrollSim", "GalleryKit", "GridGeometry", "SystemCalls", "TestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: law),
    .testTarget(
      name: "ScrollSimTests",
      dependencies: [
        "ScrollSim", "BenchReport", "GalleryKit", "GridGeometry", "SystemCalls", "Threading", "TestSupport",
      ],
      exclude: ["Model/Golden"],
      swiftSettings: law
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ScrollSimMain",
        "ScrollSimCLI",
        "ScrollSim",
        "GalleryKit",
        "BenchReport",
        "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Scenarios", "clean-root.sh", "slurm-here.sh"],
      swiftSettings: law
    ),
  ]
)

// What scripts/sanitize builds for the tests in scripts/sanitized-tests.txt: those, but neither the program nor what reports
// are made of, and for the address sanitizer GalleryKit alone, which has the C and the memory of its own.
if let sanitizer = Context.environment["SCROLLSIM_SANITIZED"] {
  var unused: Set = ["ScrollSimCLI", "ScrollSimMain", "CacheReplay", "BenchReportTests", "CommandTests"]
  if sanitizer == "address" { unused.formUnion(["ScrollSim", "ScrollSimTests", "BenchReport"]) }
  package.targets.removeAll { unused.contains($0.name) }
  let leftOut = Context.environment["SCROLLSIM_LEFT_OUT"]?.split(separator: ",") ?? []
  for target in package.targets where target.isTest {
    let folder = "\(target.path ?? "Tests/\(target.name)")/"
    target.exclude += leftOut.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
  }
  package.products.removeAll { ["scrollsim", "BenchReport", "ScrollSim", "ScrollSimCLI"].contains($0.name) }
}

// What scripts/run-tests asks for. No other module waits for those of tests, so that they are made with the code, and not also
// by a compiler of their own. In release, tests themselves are not optimised: that takes longer than it gains.
let isRelease = Context.environment["SCROLLSIM_TESTS"] != nil
let isSanitized = Context.environment["SCROLLSIM_OPTIMISED"] != nil
for target in package.targets where target.isTest && (isRelease || isSanitized) {
  target.swiftSettings?.append(
    .unsafeFlags(["-no-emit-module-separately-wmo"] + (isRelease ? ["-Onone"] : [])))
}

// What scripts/sanitize asks for: what tests compute is compiled as for use, the rest as for debugging. Optimising ScrollSim
// takes longer than it gains where few of its tests run.
if isSanitized {
  for target in package.targets {
    switch target.name {
    case "Threading", "GridGeometry", "GalleryEngine", "GalleryRequests", "GalleryImages", "GalleryKit":
      target.swiftSettings?.append(.unsafeFlags(["-O"]))
    case "ScrollSim" where Context.environment["SCROLLSIM_SANITIZED"] == nil:
      target.swiftSettings?.append(.unsafeFlags(["-O"]))
    case "CImageIO": target.cSettings?.append(.unsafeFlags(["-O2"]))
    default: break
    }
  }
}
