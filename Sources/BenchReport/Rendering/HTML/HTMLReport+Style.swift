extension HTMLReport {
  /// What the page looks like.
  static let style = """
    :root{color-scheme:light dark;--ink:#1d2329;--faint:#5b6570;--paper:#fff;--rule:#dfe3e8;--wash:#f5f7f9;\
    --good:#0b6b3a;--good-wash:#e7f5ec;--bad:#a3211a;--bad-wash:#fdecea;--warn:#7a4d00;--warn-wash:#fdf3e0}
    @media (prefers-color-scheme:dark){:root{--ink:#e4e7eb;--faint:#a0a9b4;--paper:#14171a;--rule:#31373e;\
    --wash:#1d2125;--good:#7ddba3;--good-wash:#12301f;--bad:#ff9b92;--bad-wash:#3a1715;--warn:#f0c36d;\
    --warn-wash:#33260d}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:70rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);\
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
    h1{margin:0;font-size:2rem;line-height:1.2;font-weight:650}
    h2{margin:2.5rem 0 .75rem;font-size:1.15rem;font-weight:650}
    p{margin:.5rem 0}
    .kind{margin:0;color:var(--faint);font-size:.875rem}
    .about{max-width:44rem;font-size:1.1rem;color:var(--faint)}
    .hint,.notes{color:var(--faint);font-size:.875rem}
    .notes{margin:.5rem 0;padding-left:1.1rem}
    .verdict{margin:1.25rem 0 0;padding:.6rem 1rem;border-left:4px solid var(--good);background:var(--good-wash);\
    color:var(--good)}
    .verdict p{margin:0;font-weight:600}
    .verdict ul{margin:.4rem 0 0;padding-left:1.1rem;font-size:.9rem}
    .verdict.limitBroken{border-color:var(--bad);background:var(--bad-wash);color:var(--bad)}
    .verdict.notMeasured{border-color:var(--warn);background:var(--warn-wash);color:var(--warn)}
    .recommendation{margin:1rem 0;font-size:1.05rem;font-weight:600}
    .scroll{overflow-x:auto;position:relative}
    table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
    th,td{padding:.45rem .65rem;text-align:left;white-space:nowrap;border-bottom:1px solid var(--rule)}
    thead th{font-weight:600;color:var(--faint);border-bottom-width:2px;vertical-align:bottom;white-space:normal;\
    overflow-wrap:normal}
    tbody th{font-weight:600}
    .figure{text-align:right}
    .best{background:var(--good-wash);color:var(--good);font-weight:650}
    .bound th,.bound td{color:var(--faint);font-weight:400}
    .failure{color:var(--bad);white-space:normal}
    .aside{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .timelines{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:1.5rem 2rem}
    figure{margin:0}
    figcaption{font-weight:600;border-bottom:1px solid var(--rule);padding-bottom:.25rem;margin-bottom:.35rem}
    .parameters{color:var(--faint);font-weight:400;font-size:.875rem}
    .chart{display:block;width:100%;height:auto}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:0;font-size:.9rem}
    dt{font-weight:600}
    dd{margin:0;color:var(--faint)}
    code{font:.85em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    details{margin:1.5rem 0 0}
    summary{cursor:pointer;font-weight:600}
    details ul{font-size:.875rem;color:var(--faint)}
    @media (max-width:40rem){body{padding:1.25rem 1rem 3rem}dl{grid-template-columns:1fr;gap:.1rem}\
    dd{margin-bottom:.5rem}}
    @media print{:root{--ink:#000;--faint:#444;--paper:#fff;--rule:#bbb;--wash:#fff;--good:#0b6b3a;--good-wash:#fff;\
    --bad:#a3211a;--bad-wash:#fff;--warn:#7a4d00;--warn-wash:#fff}body{max-width:none;padding:0;font-size:10pt}\
    .scroll{overflow:visible}th,td{white-space:normal;padding:.3rem .4rem}\
    figure,tr,.verdict{break-inside:avoid}h2{break-after:avoid}}

    """
}
