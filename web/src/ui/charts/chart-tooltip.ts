import { noValueText } from '../no-value.tsx'
import { isFew } from './chart-answer.ts'
import { periodName } from './chart-view.ts'
import type { ChartView } from './chart-view.ts'
import { seriesColour } from './palette.ts'
import type { ChartPalette } from './palette.ts'
import type { ChartTexts } from './texts.ts'
import classes from './chart-tooltip.module.css'

function element(tag: string, name: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(tag)
  if (name !== undefined) made.className = name
  made.textContent = text
  return made
}

/** What the pointer shows at a period: every series' value with the answers behind it. */
export function tooltipOf(view: ChartView, index: number, palette: ChartPalette, t: ChartTexts): HTMLElement {
  const box = element('div', classes['box'])
  box.append(element('div', classes['period'], periodName(view, index)))
  view.series.forEach((one, at) => {
    const value = one.values[index] ?? null
    const n = one.n[index] ?? null
    const line = element('div', classes['line'])
    const mark = element('span', classes['mark'])
    mark.style.background = seriesColour(at, one, palette)
    const words = [value === null ? noValueText : view.number(value)]
    const why = one.why?.[index] ?? ''
    const notes =
      value === null
        ? why === ''
          ? []
          : [why]
        : n === null
          ? []
          : [view.answers(n), ...(isFew(n, one.lowBase) ? [t('fewAnswers')] : [])]
    line.append(
      mark,
      element('span', classes['name'], one.name),
      element('b', classes['value'], words.join('')),
      element('span', classes['note'], notes.join(', ')),
    )
    box.append(line)
    const change = one.changes?.find((found) => found.at === index)
    if (change) box.append(element('div', classes['note'], change.words))
  })
  const interviews = view.interviews?.[index] ?? null
  if (interviews !== null)
    box.append(element('div', classes['note'], `${view.words.interviews}: ${view.count(interviews)}`))
  if (view.goal !== null) box.append(element('div', classes['note'], `${view.words.goal}: ${view.number(view.goal)}`))
  return box
}
