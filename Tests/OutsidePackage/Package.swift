// swift-tools-version: 6.2
import PackageDescription

// A package as a user would write one: it depends on the kit by path, and on the libcurl backend alone.
let package = Package(
    name: "outside",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fetch-kit", path: "../..")],
    targets: [
        .executableTarget(
            name: "Outside",
            dependencies: [
                .product(name: "FetchKit", package: "fetch-kit"),
                .product(name: "FetchCurl", package: "fetch-kit"),
            ])
    ]
)
