// Editors in a browser: how soon one with 2,000 lines can be edited, and the frames drawn while somebody types and scrolls,
// beside a bare CodeMirror; and how soon a published configuration is felt in open browsers, without a lost click.
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { framesDuring, openBareEditor, timeToEditable, typeAndScroll, watchFrames } from '../../e2e/editor-frames.ts'
import { startProduct } from '../../e2e/product.ts'
import type { Product } from '../../e2e/product.ts'
import { buildWeb } from '../build-web.mjs'
import { chromiumArguments, findChromium } from '../find-chromium.mjs'
import { spreadOf } from './measure.ts'
import { ms, seconds, verdict } from './printing.ts'

/** Longest time to an editor that can be edited, and to a published configuration, in ms. */
const openGoal = 1000
const feltGoal = 5000
/** Longest time between frames, in ms, for 95 of 100: sixty a second, and what clocks differ by. */
const frameGoal = 1000 / 60 + 1
/** A time is met as well where it is at most so many times that of the bare editor beside it. */
const besideBare = 1.5

const lines = 2000
const runs = 6
const survey = 'visits'

/** Measures both in a product of its own. */
export async function measureEditors(): Promise<void> {
  await buildWeb(process.execPath)
  const product = await startProduct()
  try {
    await product.demoReady
    const executablePath = findChromium()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArguments] })
    try {
      await measureEditor(browser, product)
      await measurePublishing(browser, product)
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}

async function windowOf(browser: Browser, { url }: Product, user: string): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: url, locale: 'en-GB', viewport: { width: 1440, height: 900 } },
  })
  const page = await context.newPage()
  await watchFrames(page)
  await page.goto(`/?universe=retail&survey=${survey}`)
  await page.locator(`button[name=demo][value=${user}]`).click()
  await page.getByRole('button', { name: 'Home', exact: true }).waitFor()
  return page
}

/** A configuration of the survey as it is, with so many more indicators that it has 2,000 lines. */
function longText(text: string): string {
  const missing = lines - text.split('\n').length
  const more = Array.from({ length: missing }, (_, at) => `  more${at}: { title: More ${at}, expression: "count()" }`)
  return text.replace(/^indicators:\n/m, (line) => `${line}${more.join('\n')}\n`)
}

async function measureEditor(browser: Browser, product: Product): Promise<void> {
  const page = await windowOf(browser, product, 'root')
  await page.goto(`/dashboard/${survey}`)
  const published = page.waitForResponse((answer) => answer.url().includes(`/rest/dashboard/draft/${survey}`))
  await page.reload()
  const { text } = (await (await published).json()) as { text: string }
  const long = longText(text)
  if (long.split('\n').length !== lines) throw new Error(`The text has ${long.split('\n').length} lines`)
  const first = long.split('\n')[0] ?? ''

  await page.getByRole('tab', { name: 'YAML' }).click()
  await page.getByRole('textbox', { name: 'Configuration' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(long)
  await page.getByText(/^Draft saved/).waitFor()

  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    await page.goto(`/dashboard/${survey}`)
    await page.getByRole('button', { name: 'Add page' }).waitFor()
    await page.waitForTimeout(3000)
    times.push(await timeToEditable(page, () => page.getByRole('tab', { name: 'YAML' }).click(), first))
  }
  const frames = await framesDuring(page, () => typeAndScroll(page))

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText(/^As published/).waitFor()

  const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await watchFrames(bare)
  const bareTimes: number[] = []
  for (let run = 0; run < runs; run++) bareTimes.push(await openBareEditor(bare, long))
  const bareFrames = await framesDuring(bare, () => typeAndScroll(bare))
  await bare.close()
  await page.context().close()

  const [opened, reference] = [spreadOf(times), spreadOf(bareTimes)]
  const isOpened = opened.p95 <= openGoal || opened.p95 <= besideBare * reference.p95
  console.log(
    `editor opens   ${lines} lines: p50 ${ms(opened.p50)} ms, slowest ${ms(opened.p95)} ms of ${runs} from click to editable (bare ${ms(reference.p50)} ms); goal ${openGoal} ms   ${verdict(isOpened)}`,
  )
  const [drawn, bareDrawn] = [spreadOf(frames), spreadOf(bareFrames)]
  const isSmooth = drawn.p95 <= Math.max(frameGoal, besideBare * bareDrawn.p95)
  console.log(
    `editor frames  typing and scrolling ${lines} lines: ${perSecond(frames)} a second, p95 ${ms(drawn.p95)} ms apart (bare ${perSecond(bareFrames)}, ${ms(bareDrawn.p95)} ms); goal 60 a second   ${verdict(isSmooth)}`,
  )
}

function perSecond(frames: readonly number[]): string {
  return ((frames.length * 1000) / frames.reduce((sum, one) => sum + one, 0)).toFixed(1)
}

/** What readers click meanwhile: the periods of the chart. */
const periods = ['Weeks', 'Months', 'Quarters']

/** The button of a chart's period. */
const periodButton = (page: Page, period: string) => page.getByRole('button', { name: period, exact: true }).first()

/** Publishes some configurations while three readers click. */
async function measurePublishing(browser: Browser, product: Product): Promise<void> {
  const readers = await Promise.all(['root', 'deputy', 'region'].map((user) => windowOf(browser, product, user)))
  for (const reader of readers) {
    await reader.goto(`/page/overview/${survey}/root`)
    await periodButton(reader, 'Weeks').scrollIntoViewIfNeeded()
  }
  const editor = await windowOf(browser, product, 'root')
  await editor.goto(`/dashboard/${survey}`)
  const clicks = { done: 0, lost: 0 }
  const stopped = new AbortController()
  const clicking = Promise.all(
    readers.map((reader, at) => keepClicking(reader, 550 + 170 * at, clicks, stopped.signal)),
  )
  // What goes wrong there is told below, after what was measured meanwhile.
  clicking.catch(() => stopped.abort())
  const felt: number[] = []
  try {
    for (let run = 0; run < runs; run++) felt.push(...(await publishOnce(editor, readers, `Overview ${run}`)))
  } finally {
    stopped.abort()
  }
  await clicking
  const { p50, p95 } = spreadOf(felt)
  console.log(
    `publishing     felt by ${readers.length} browsers after p50 ${seconds(p50)}, slowest ${seconds(p95)}; goal ${seconds(feltGoal)}   ${verdict(p95 <= feltGoal)}`,
  )
  console.log(
    `               ${clicks.done} clicks meanwhile, ${clicks.lost} lost; goal 0   ${verdict(clicks.done > 0 && clicks.lost === 0)}`,
  )
}

/** Publishes the page under another title; ms until each reader sees it. */
async function publishOnce(editor: Page, readers: readonly Page[], title: string): Promise<number[]> {
  await editor.getByRole('textbox', { name: 'Title of the page' }).fill(title)
  await editor.keyboard.press('Tab')
  await editor.getByText(/^Draft saved/).waitFor()
  await editor.getByRole('button', { name: 'Publish' }).click()
  const dialog = editor.getByRole('dialog', { name: 'Publish the draft' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const began = performance.now()
  const felt = await Promise.all(
    readers.map(async (reader) => {
      await reader.getByRole('link', { name: title, exact: true }).first().waitFor()
      return performance.now() - began
    }),
  )
  await dialog.waitFor({ state: 'hidden' })
  return felt
}

/** Presses the periods of a chart by the mouse, one after the other, and counts presses that chose nothing. */
async function keepClicking(
  page: Page,
  pause: number,
  clicks: { done: number; lost: number },
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    const period = periods[at % periods.length] ?? ''
    const button = periodButton(page, period)
    // While a page is drawn anew there is nothing to press.
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    if (box === null) continue
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 60 })
    clicks.done += 1
    const isChosen = await page
      .getByRole('button', { name: period, exact: true, pressed: true })
      .first()
      .waitFor({ timeout: 2000 })
      .then(
        () => true,
        () => false,
      )
    if (!isChosen) clicks.lost += 1
    await page.waitForTimeout(pause)
  }
}
