/// The page's style sheet. It holds no character that must be escaped, so that HTML and XML read it alike.
enum PageStyle {
    static let sheet = base + summary + matrix + story

    private static let base = """
        :root {
          color-scheme: light dark;
          --paper: #fbfbfa; --ink: #1c1f23; --quiet: #5c646e; --line: #dcdfe3; --raised: #ffffff;
          --match: #14693a; --match-tint: #e4f3ea; --divergence: #7a5200; --divergence-tint: #fbf0d6;
          --unexpected: #a3161c; --unexpected-tint: #fde5e5; --crashed: #6f2a9a; --crashed-tint: #f2e6fa;
          --differs: #0b5a8f; --differs-tint: #e2f0fa; --none: #5c646e; --none-tint: #eceef0;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #15181b; --ink: #e7e9ec; --quiet: #9aa4af; --line: #30363d; --raised: #1d2125;
            --match: #7fd6a2; --match-tint: #16301f; --divergence: #f0c674; --divergence-tint: #362a10;
            --unexpected: #ff9a9a; --unexpected-tint: #43191b; --crashed: #d5a6f2; --crashed-tint: #321c41;
            --differs: #8cc8f2; --differs-tint: #142d40; --none: #9aa4af; --none-tint: #262b30;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif;
        }
        h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
        h2 { font-size: 1.15rem; margin: 0; }
        h3 { font-size: .95rem; margin: 0 0 .25rem; }
        p { margin: .25rem 0; }
        a { color: inherit; }
        code, pre, .outcome, .expected, dd { font-family: ui-monospace, DejaVu Sans Mono, monospace; }
        .quiet { color: var(--quiet); font-size: .9rem; }
        summary { cursor: pointer; }
        :focus-visible { outline: 2px solid var(--differs); outline-offset: 2px; }

        .match { --tone: var(--match); --tint: var(--match-tint); }
        .divergence { --tone: var(--divergence); --tint: var(--divergence-tint); }
        .unexpected { --tone: var(--unexpected); --tint: var(--unexpected-tint); }
        .crashed { --tone: var(--crashed); --tint: var(--crashed-tint); }
        .differs { --tone: var(--differs); --tint: var(--differs-tint); }
        .notApplicable { --tone: var(--none); --tint: var(--none-tint); }
        .badge { color: var(--tone); font-weight: 600; white-space: nowrap; }

        """

    private static let summary = """
        .verdict { font-size: 1.1rem; font-weight: 600; color: var(--tone); }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem; margin: 1rem 0; }
        .tile { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
        .tile ul { list-style: none; margin: .5rem 0 0; padding: 0; }
        .tile b { display: inline-block; min-width: 2.5em; text-align: right; font-variant-numeric: tabular-nums; }
        .bar { display: flex; gap: 2px; height: .5rem; margin-top: .5rem; border-radius: .25rem; overflow: hidden; }
        .bar span { background: var(--tone); min-width: 3px; }
        .wide { overflow-x: auto; }
        .families { border-collapse: collapse; margin-top: .5rem; font-size: .9rem; }
        .families th, .families td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
        .families th { text-align: left; font-weight: 400; }
        .families thead th { color: var(--quiet); }
        .families td { font-variant-numeric: tabular-nums; }
        .filter {
          display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .4rem; border: 0; margin: 1.25rem 0 0;
          padding: 0; font-size: .9rem;
        }
        .filter legend { float: left; padding: 0; margin-right: .5rem; color: var(--quiet); }
        .filter span { margin-right: .75rem; white-space: nowrap; }
        body:has(#show-differing:checked) .alike, body:has(#show-unexpected:checked) .alike,
        body:has(#show-unexpected:checked) .differing { display: none; }
        body:has(#show-differing:checked) .family:not(:has(.differing, .has-unexpected)),
        body:has(#show-unexpected:checked) .family:not(:has(.has-unexpected)) { display: none; }

        """

    private static let matrix = """
        .family { margin-top: 2rem; scroll-margin-top: 1rem; }
        .family table { display: block; margin-top: .5rem; border-top: 1px solid var(--line); }
        .family thead, .family tbody { display: block; }
        .family tr {
          display: grid; grid-template-columns: minmax(0, 1.3fr) repeat(var(--columns), minmax(0, 1fr));
          gap: .25rem .5rem; padding: .3rem 0; border-bottom: 1px solid var(--line); align-items: stretch;
        }
        .family thead tr { padding: .25rem 0; color: var(--quiet); font-size: .85rem; }
        .family th { text-align: left; font-weight: 400; min-width: 0; }
        .family td {
          grid-column: var(--place); min-width: 0; background: var(--tint); border-left: 3px solid var(--tone);
          border-radius: .25rem;
        }
        tbody th code { font-weight: 600; font-size: .9rem; overflow-wrap: anywhere; }
        .expected { display: block; color: var(--quiet); font-size: .8rem; overflow-wrap: anywhere; }
        td summary { padding: .25rem .5rem; font-size: .9rem; }
        .outcome { display: block; font-size: .8rem; overflow-wrap: anywhere; }
        .cost { color: var(--quiet); font-size: .8rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .column { display: none; font-weight: 600; }
        .family td:has(details[open]) { grid-column: 1 / -1; order: 1; }
        td:has(details[open]) .column { display: inline; }
        @media (max-width: 40rem) {
          body { padding: 1rem .75rem 3rem; }
          .family thead { display: none; }
          .family tr { grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); padding: .6rem 0; }
          tbody th { grid-column: 1 / -1; }
          .family td { grid-column: auto; }
          .column { display: inline; }
          td .badge { display: block; white-space: normal; }
          .families th, .families td { padding-right: .4rem; }
        }
        @media print { .filter { display: none; } }

        """

    private static let story = """
        .story { background: var(--raised); border-top: 1px solid var(--line); padding: .5rem .75rem 1rem; }
        .story dl { display: grid; gap: .5rem 1.5rem; margin: .5rem 0; }
        .story .outcomes { grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); }
        .story .figures { grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); }
        dt { color: var(--quiet); font-size: .8rem; }
        dd { margin: 0; font-size: .9rem; overflow-wrap: anywhere; }
        .note { border-left: 3px solid var(--tone); padding-left: .75rem; overflow-wrap: anywhere; }
        .sections { columns: 26rem; column-gap: 2rem; }
        .sections section { break-inside: avoid; padding-top: 1rem; }
        .story ul { margin: 0; padding-left: 1.1rem; }
        .story li { overflow-wrap: anywhere; }
        pre {
          margin: .25rem 0; padding: .5rem .75rem; background: var(--paper); border: 1px solid var(--line);
          border-radius: .25rem; overflow-x: auto; font-size: .8rem; line-height: 1.4;
        }

        """
}
