/// What `--help` prints.
enum HelpText {
    static let version = "0.1.0"

    static let fetch = """
        fetch URL [flags]        one HTTP request; the body goes to standard output
        fetch compare [flags]    runs every scenario on every backend; fetch compare --help

        A URL without a scheme gets http://. Redirects are refused. Any status, 404 too, is a reply.

          --backend NAME       \(BackendName.list); curl by default
          --budget BYTES       largest body after decoding: N, 64KiB, 1MiB, 1GiB, 10kB, 1MB; 64MiB by default
          --idle SECONDS       longest silence; 15 by default
          --deadline SECONDS   longest whole exchange; 300 by default
          -X, --request METHOD the method; GET by default, POST with -d
          -H, --header LINE    'Name: value'; 'Name;' has an empty value; 'Name:' leaves out what -d would add
          -d, --data TEXT      request body; @FILE or @- reads it, without line breaks; several are joined with &
          -T, --upload-file FILE
                               sends FILE, or standard input for -, as it is; PUT by default
          -o, --output FILE    the body goes to FILE, which is replaced only by a complete reply
          --continue           with -o: goes on with what an interrupted --continue left beside FILE, in .FILE.part;
                               only a status of 2xx becomes FILE
          --lines              prints each line of the body as it comes, ended by LF; 64 KiB is the longest
          --events             prints each server-sent event as it comes, as one line of JSON
          --reconnect          with --events: connects again where the stream ends, until --deadline
          --json               one line of JSON on standard output instead of the body
          -v, --verbose        heads and receipt on standard error; credentials are left out
          -h, --help           this text
          -V, --version        the version, and that of the libcurl in use

        Exit codes:
        \(ExitCode.allCases.map { "  \(pad($0.rawValue))  \($0.meaning)" }.joined(separator: "\n"))
        """

    static let compare = """
        fetch compare [flags]    starts its own loopback servers and runs every scenario on every backend

          --backend NAME       \(BackendName.list); may be repeated; all by default
          --filter TEXT        only scenarios whose family or name holds TEXT
          --json FILE          the results as JSON
          --markdown FILE      the results as a Markdown table
          --html FILE          the results as one page that needs no network
          --contender NAME='COMMAND {url}'
                               a column of any program, for context; nothing is asserted of it. Words are split as a
                               shell would, but by no shell; {url}, {budget}, {idle}, {deadline} and {idle-whole}
                               stand for the URL, bytes and seconds. The program prints the line of fetch --json, or
                               is read as curl: its exit code, the body on standard output, and the status as a line
                               of three digits on standard error (-w '%{stderr}%{http_code}\\n'). May be repeated
          --contender curl     the same for the curl program, with the flags it has for such limits
          --describe NAME      explains one scenario and runs none
          --list               names the scenarios and runs none
          -h, --help           this text

        Exit codes:
            0  every result matches, or differs as declared
            1  a result is unexpected
            2  usage
           23  FILE could not be written
        """

    private static func pad(_ code: Int32) -> String {
        let digits = String(code)
        return String(repeating: " ", count: max(0, 3 - digits.count)) + digits
    }
}
