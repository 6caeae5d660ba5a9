/** Styles of the page of a survey, besides those of all open pages. */
export const answerStyle = `
:root { --fill: var(--act); --on-fill: var(--on-act) }
body { place-items: start center; padding: 24px 0 }
main { width: min(640px, calc(100vw - 32px)) }
.quiet { color: var(--quiet) } .brand { display: flex; align-items: center; gap: 12px; margin: 0 0 16px } .brand img { max-height: 48px; max-width: 50% }
.text { white-space: pre-line }
.banner { border: 2px dashed var(--act); border-radius: 6px; padding: 12px 16px; font-weight: 600 }
.progress { color: var(--quiet); margin: 0 0 8px } .bar { height: 6px; border-radius: 3px; background: var(--line); overflow: hidden; margin: 0 0 24px } .bar span { display: block; height: 100%; background: var(--act) }
.field { border: 0; margin: 0 0 28px; padding: 0; min-width: 0 } [hidden] { display: none !important }
legend, .field > label:not(.choice) { display: block; font-weight: 600; padding: 0; margin: 0 0 8px } legend { width: 100% }
.mark { font-weight: 400; color: var(--quiet) } .help { color: var(--quiet); margin: 0 0 8px }
.choice { display: flex; gap: 10px; align-items: center; min-height: 44px; padding: 2px 0 }
.steps { display: grid; grid-template-columns: repeat(var(--wide), minmax(0, 1fr)); gap: 6px }
.steps label { position: relative; display: flex; align-items: center; justify-content: center; min-height: 48px; min-width: 44px; box-sizing: border-box; border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; font-variant-numeric: tabular-nums }
.steps input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer }
.steps label:has(:checked) { background: var(--fill); color: var(--on-fill); border-color: var(--act); font-weight: 700 }
.steps label:has(:focus-visible) { outline: 3px solid var(--act); outline-offset: 2px }
.ends { display: flex; justify-content: space-between; gap: 16px; margin: 6px 0 0; color: var(--quiet); font-size: 14px } .ends span:last-child { text-align: right }
.choice input { width: 22px; height: 22px; margin: 0; flex: none; accent-color: var(--act) }
textarea, select, .field > input, .other input { box-sizing: border-box; width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: 10px; min-height: 44px }
.other { margin: 4px 0 8px 32px } .other label { display: block; margin: 0 0 4px }
.wrong { color: var(--wrong); margin: 0 0 8px } .summary { border: 2px solid var(--wrong); border-radius: 6px; padding: 12px 16px; margin: 0 0 24px } .summary.news { border-color: var(--act) } .summary p { margin: 0 } .summary ul { margin: 8px 0 0; padding-left: 20px } .summary a { color: inherit }
a { color: var(--act) } .status:empty { display: none } .status { border-left: 4px solid var(--act); padding: 8px 12px }
.actions { display: flex; flex-wrap: wrap; gap: 12px } button { background: var(--fill); color: var(--on-fill); border-color: var(--act) } button.quiet { background: none; color: var(--act) } button[aria-disabled=true] { opacity: .6; cursor: progress }
.languages { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line) } .languages button { border-color: transparent; padding: 10px 12px } .languages [aria-current] { font-weight: 700; padding: 10px 12px }
.review { display: inline-block; padding: 10px 20px; border: 1px solid var(--act); border-radius: 6px; color: var(--act); text-decoration: none }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.kiosk { font-size: 20px } .kiosk .steps label { min-height: 72px } .kiosk button, .kiosk .choice { min-height: 64px } .kiosk main { width: min(880px, calc(100vw - 32px)) }
@media (max-width: 600px) { main { padding: 20px 16px } .steps { grid-template-columns: repeat(var(--narrow), minmax(0, 1fr)) } .actions button { flex: 1 } }
@media (max-width: 300px) { .steps { grid-template-columns: repeat(auto-fill, minmax(44px, 1fr)) } .other { margin-left: 0 } }
@media (forced-colors: active) { .steps label:has(:checked) { outline: 4px solid Highlight } }
`
