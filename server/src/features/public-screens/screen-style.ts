/**
 * Styles of the big screen. Sizes follow the smaller side of the screen, so that 720p, 4K and an upright screen show the
 * same picture.
 */
export const screenStyle = `
:root { color-scheme: dark; --ink: #f3f5f9; --quiet: #aeb7c5; --ground: #12151b; --card: #1d212a; --line: #333a47; --accent: #6ea8ff; --star: #ffc857; --u: min(1vw, 1.7778vh) }
* { box-sizing: border-box }
html, body { height: 100%; margin: 0 }
body { background: var(--ground); color: var(--ink); font: calc(1.5 * var(--u)) / 1.35 system-ui, sans-serif; overflow: hidden }
main { display: grid; height: 100vh; height: 100dvh; padding: calc(3 * var(--u)); gap: calc(3 * var(--u)); grid-template: minmax(0, 1fr) / minmax(0, 5fr) minmax(0, 8fr); grid-auto-rows: auto }
.message { grid-column: 1 / -1; align-self: center; justify-self: center; max-width: 40em; margin: 0; padding: 1em; text-align: center; font-size: 1.4em; color: var(--quiet) }
main[data-state=shown] > .message { display: none }
main:not([data-state=shown]) > :not(.message) { display: none }
.summary { display: flex; flex-direction: column; justify-content: center; gap: calc(1.2 * var(--u)); min-width: 0; min-height: 0; overflow: hidden }
.logo { align-self: start; max-width: 70%; max-height: calc(8 * var(--u)); object-fit: contain; background: #fff; padding: calc(.8 * var(--u)); border-radius: calc(.6 * var(--u)) }
.logo[hidden], [hidden] { display: none !important }
h1 { margin: 0; font-size: 1.9em; line-height: 1.15; overflow-wrap: anywhere }
.title { margin: 0; color: var(--quiet); font-size: 1.25em }
.average { margin: 0; font-size: 6.4em; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; color: var(--ink) }
.average:empty { display: none }
.stars { display: flex; gap: .12em; font-size: 2.6em; line-height: 1; color: var(--star) }
.stars span { position: relative; display: inline-block; color: var(--line) }
.stars i { position: absolute; inset: 0; overflow: hidden; width: 0; color: var(--star); font-style: normal }
.note { margin: 0; font-size: 1.15em }
.goal { align-self: start; margin: 0; padding: .4em .8em; border-radius: .5em; font-weight: 600; font-size: 1.1em }
.delivered { margin: 0; color: var(--quiet); font-size: .85em }
.slides { display: grid; grid-template-rows: minmax(0, 1fr) auto; min-width: 0; min-height: 0; background: var(--card); border: 1px solid var(--line); border-radius: calc(1.2 * var(--u)); padding: calc(3 * var(--u)); border-top: calc(.5 * var(--u)) solid var(--accent) }
.slide { display: flex; flex-direction: column; justify-content: center; gap: calc(1.6 * var(--u)); min-height: 0; overflow: hidden }
.slide.enters { animation: enters .6s ease-out }
@keyframes enters { from { opacity: 0; transform: translateY(calc(1.5 * var(--u))) } }
main { --largest: 3em }
blockquote { margin: 0; font-size: var(--largest); line-height: 1.25; overflow-wrap: anywhere; min-height: 0; overflow: hidden }
.evaluation { margin: 0; color: var(--quiet) }
dl { display: flex; flex-wrap: wrap; gap: calc(1 * var(--u)) calc(3 * var(--u)); margin: 0 } dl div { min-width: 0 } dt { color: var(--quiet); font-size: .9em } dd { margin: 0; font-size: 1.7em; font-weight: 600; font-variant-numeric: tabular-nums }
.controls { display: flex; gap: calc(.8 * var(--u)); align-items: center; padding-top: calc(1.2 * var(--u)) }
button { min-width: 44px; min-height: 44px; padding: .3em .9em; font: inherit; color: var(--ink); background: none; border: 1px solid #7d8797; border-radius: .5em; cursor: pointer }
.controls button { color: var(--quiet); border-color: var(--line) } main:hover .controls button, main:focus-within .controls button { color: var(--ink); border-color: #7d8797 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
.count { margin-inline-start: auto; color: var(--quiet); font-variant-numeric: tabular-nums }
.state { grid-column: 1 / -1; margin: 0; color: #ffd479; font-size: 1em } .state:empty { display: none }
main.legacy { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) } main.legacy .summary { flex-flow: row wrap; align-items: center; justify-content: center; text-align: center; gap: calc(.5 * var(--u)) calc(2 * var(--u)) } main.legacy :is(h1, .title, .delivered) { flex-basis: 100% } main.legacy :is(.logo, .goal) { align-self: center } main.legacy .logo { max-height: calc(5 * var(--u)) } main.legacy .average { font-size: 3.4em } main.legacy .summary .stars { font-size: 2em } main.legacy .slides { padding: calc(2 * var(--u)) } main.legacy .slide { align-items: center; text-align: center } main.legacy { --largest: 2.2em } main.legacy dl { justify-content: center }
@media (max-aspect-ratio: 1/1) { :root { --u: min(1.7778vw, 1vh) } main, main.legacy { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) } .average { font-size: 5em } main.legacy .summary { flex-flow: column } main.legacy :is(h1, .title, .delivered) { flex-basis: auto } main.legacy .average { font-size: 4.4em } }
@media (max-width: 480px) { body { overflow: auto } main, main.legacy { height: auto; min-height: 100dvh } body { font-size: 14px } .average { font-size: 4em } main { --largest: 1.7em } blockquote { overflow: visible } }
@media (prefers-reduced-motion: reduce) { .slide.enters { animation: none } }
@media (forced-colors: active) { .stars i, .stars { color: Highlight } }
`
