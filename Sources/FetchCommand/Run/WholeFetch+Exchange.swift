internal import FetchKit
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension WholeFetch {
    /// Performs the exchange that the arguments ask for.
    func exchange(_ progress: FetchProgressHandler?) async -> Result<FetchEnd, FileFault> {
        let observed = ObservedFetch(arguments)
        do throws(FileFault) {
            if let upload = arguments.upload {
                return .success(try await send(upload, observed, progress))
            } else if let file, arguments.resumes || !file.isSpecial {
                return .success(try await download(to: file, observed, progress))
            } else {
                return .success(await collect(observed, progress))
            }
        } catch {
            return .failure(error)
        }
    }

    private func collect(_ observed: ObservedFetch, _ progress: FetchProgressHandler?) async -> FetchEnd {
        do throws(FetchFailure) {
            return observed.end(.success(try await observed.fetch.run(request, progress: progress)))
        } catch {
            return observed.end(.failure(error))
        }
    }

    private func send(
        _ upload: UploadArgument, _ observed: ObservedFetch, _ progress: FetchProgressHandler?
    ) async throws(FileFault) -> FetchEnd {
        let source = try upload.source()
        do throws(FileTransferFailure) {
            return observed.end(.success(try await observed.fetch.upload(request, from: source, progress: progress)))
        } catch {
            switch error {
            case .exchange(let failure): return observed.end(.failure(failure))
            case .file(let fault): throw FileFault(.read, fault.description)
            }
        }
    }

    /// Any complete reply's body becomes the file, whatever its status, but for one that is to be gone on with: there
    /// an error's text would stand where the rest of the file is wanted.
    private func download(
        to file: OutputFile, _ observed: ObservedFetch, _ progress: FetchProgressHandler?
    ) async throws(FileFault) -> FetchEnd {
        let resumes = arguments.resumes
        do throws(FileTransferFailure) {
            let download = try await observed.fetch.download(
                request, to: file.url, resuming: resumes,
                accepting: { !resumes || (200..<300).contains($0) }, progress: progress)
            let reply = FetchReply(
                status: download.status, body: Data(), headers: download.headers, url: download.url,
                receipt: download.receipt)
            let place = BodyPlace.file(bytes: download.fileBytes, resumed: download.resumedBytes)
            return observed.end(.success(reply), body: download.isWritten ? place : .nowhere)
        } catch {
            switch error {
            case .exchange(let failure): return observed.end(.failure(failure))
            case .file(let fault) where fault.code == EWOULDBLOCK:
                throw FileFault(.write, "cannot write \(file.name): another fetch goes on with it at the moment")
            case .file(let fault): throw FileFault(writing: file.name, error: fault.code)
            }
        }
    }
}
