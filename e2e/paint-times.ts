import type { Page } from '@playwright/test'
import { getFilterData } from '@gensvar/contract/filters'
import type { Filter, FilterSet } from '@gensvar/contract/entities/survey'
import { getSurveyStart } from '@gensvar/contract/surveys'
import type { RankingResponse } from '@gensvar/contract/entities/ranking'

/** Times recorded in the page while it is measured, in ms since it was opened. */
interface Notes {
  /** When the first rows were painted. */
  rows?: Promise<number>
  /** When the last key or mouse press happened. */
  pressed: number
}

declare global {
  interface Window {
    notes: Notes
    afterPaint: () => Promise<number>
  }
}

const row = 'tbody tr[data-index]'

/** Makes the page record when its rows are painted; call once per window, before a page is opened. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript((wanted) => {
    // The second frame begins after the first one was painted.
    window.afterPaint = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))
    window.notes = { pressed: 0 }
    window.notes.rows = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(wanted) === null) return
        observer.disconnect()
        void window.afterPaint().then(resolve)
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, (event) => (window.notes.pressed = event.timeStamp), true)
  }, row)
}

/** Opens a ranking; ms from the end of the server's answer to its rows being painted. */
export async function paintOfRows(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.locator(row).first().waitFor()
  return page.evaluate(async () => {
    const painted = (await window.notes.rows) ?? Number.NaN
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes('/rest/widgets/data/'))
    return painted - (answers.at(-1) as PerformanceResourceTiming).responseEnd
  })
}

/** The server's answer for a ranking. */
export async function answerOf(page: Page, address: string): Promise<RankingResponse> {
  const answer = page.waitForResponse((response) => response.url().includes('/rest/widgets/data/'))
  await page.goto(address)
  return (await (await answer).json()) as RankingResponse
}

/**
 * The reference: ms until a bare table of the same texts, written as one piece of HTML, is painted on the same page.
 */
export async function paintOfPlainTable(page: Page, { rankingData }: RankingResponse): Promise<number> {
  const lines = rankingData.rows.map((one) => one.cells.map((cell) => cell.text))
  return page.evaluate(async (texts) => {
    const place = document.createElement('div')
    document.body.prepend(place)
    const began = performance.now()
    const rows = texts.map((cells) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`)
    place.innerHTML = `<table><tbody>${rows.join('')}</tbody></table>`
    const painted = await window.afterPaint()
    place.remove()
    return painted - began
  }, lines)
}

/** Sorts by another column, whose answer may be cached; ms from the click to the new order being painted. */
export async function paintOfSort(page: Page, column: number): Promise<number> {
  return page.evaluate(async (at) => {
    const order = () => document.querySelector('tbody')?.textContent
    const before = order()
    const began = performance.now()
    document.querySelectorAll<HTMLElement>('thead th > span > button:first-child')[at]?.click()
    while (order() === before) {
      if (performance.now() - began > 10_000) throw new Error('The rows did not change their order')
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return (await window.afterPaint()) - began
  }, column)
}

/** Types a text into the focused box; ms from each key to the next paint. */
export async function keysToPaint(page: Page, text: string): Promise<number[]> {
  const times: number[] = []
  for (const key of text) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    times.push(await page.evaluate(async () => (await window.afterPaint()) - window.notes.pressed))
  }
  return times
}

/** Changes the server's answer so that the page's first filter has `count` options and is named `Many options`. */
export async function swellFilter(page: Page, count: number): Promise<void> {
  const options = Array.from({ length: count }, (_, at) => ({ extName: `o${at}`, title: `Option ${at} of ${at % 97}` }))
  const swell = (set: FilterSet): FilterSet => {
    const [filter] = set.filterGroups.flatMap((group) => group.filters)
    if (filter === undefined) throw new Error('The survey has no filter')
    const none = { range: false, serverSide: false, dropdown: false, submatch: false, exclude: false, campaign: false }
    const many: Filter = {
      ...filter,
      ...none,
      kind: 'choice',
      title: 'Many options',
      options,
      multipleSelections: true,
    }
    const [group] = set.filterGroups
    if (group === undefined) throw new Error('The survey has no filters')
    return { ...set, filterGroups: [{ ...group, flatten: true, expanded: true, filters: [many] }] }
  }
  const address = (path: string) => new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?.*)?$`)
  await page.route(address(getSurveyStart.path), async (route) => {
    const response = await route.fetch()
    const start = (await response.json()) as { survey: { standardFilterSet: FilterSet } }
    start.survey.standardFilterSet = swell(start.survey.standardFilterSet)
    await route.fulfill({ response, json: start })
  })
  await page.route(address(getFilterData.path), async (route) => {
    const response = await route.fetch()
    const set = (await response.json()) as FilterSet
    await route.fulfill({ response, json: set.type === 'standard' ? swell(set) : set })
  })
}
