// The first load of a ranking in the browser and its time to paint, against plain tables in the same run.
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { firstLoad, firstLoadBar, sumOf } from '../../e2e/first-load.ts'
import {
  answerOf,
  keysToPaint,
  paintOfPlainTable,
  paintOfRows,
  paintOfSort,
  swellFilter,
  watchPaint,
} from '../../e2e/paint-times.ts'
import { startProduct } from '../../e2e/product.ts'
import type { Product } from '../../e2e/product.ts'
import { importThousandUnits, thousand } from '../../e2e/thousand-units.ts'
import { buildWeb } from '../build-web.mjs'
import { chromiumArguments, findChromium } from '../find-chromium.mjs'
import { spreadOf } from './measure.ts'
import { ms, ratio, verdict } from './printing.ts'

/** A promised time in ms, at the median or the 95th percentile. */
interface Goal {
  of: 'p50' | 'p95'
  bar: number
}

/** With few runs the median counts: the slowest of eleven depends on the machine. */
const goals = {
  rows: { of: 'p50', bar: 150 },
  table: { of: 'p50', bar: 100 },
  options: { of: 'p95', bar: 100 },
} satisfies Record<string, Goal>
const runs = 11
const manyOptions = 50_000
const ranking = `/ranking/${thousand.survey}/root`

await buildWeb(process.execPath)
const product = await startProduct()
try {
  await product.demoReady
  await importThousandUnits(product.dataFolder)
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArguments] })
  try {
    await printFirstLoad(browser, product)
    await printPaint(browser, product)
    await printTypeahead(browser, product)
  } finally {
    await browser.close()
  }
} finally {
  await product.stop()
}

async function printFirstLoad(browser: Browser, { url }: Product): Promise<void> {
  const page = await signedIn(browser, url, '/')
  const files = await firstLoad(page, '/ranking/visits/root')
  console.log('first load of a ranking: scripts and style sheets fetched until the page is at rest, gzip')
  for (const { name, gzip } of files) console.log(`${String(gzip).padStart(9)}  ${name}`)
  const all = sumOf(files)
  console.log(`${String(all).padStart(9)}  bytes in all; goal ${firstLoadBar}   ${verdict(all <= firstLoadBar)}`)
  await page.context().close()
}

async function printPaint(browser: Browser, { url }: Product): Promise<void> {
  const page = await signedIn(browser, url, `/?universe=${thousand.universe}&survey=${thousand.survey}`)
  const answer = await answerOf(page, ranking)
  const { rows, headers } = answer.rankingData
  const rowTimes: number[] = []
  const plainTimes: number[] = []
  // The first run is a warm-up: later visits use cached compiled code.
  for (let run = -1; run < runs; run++) {
    const painted = await paintOfRows(page, ranking)
    const plain = await paintOfPlainTable(page, answer)
    if (run < 0) continue
    rowTimes.push(painted)
    plainTimes.push(plain)
  }
  const plain = spreadOf(plainTimes).p50
  console.log(`\nranking of ${rows.length} rows, ${headers.length} columns; a bare table of its texts: ${ms(plain)} ms`)
  printTimes('rows painted after the answer', rowTimes, plain, goals.rows)
  // Sort once by each column, so that the answers are cached.
  for (const column of [1, 2]) await paintOfSort(page, column)
  const sortTimes: number[] = []
  for (let run = 0; run < runs; run++) sortTimes.push(await paintOfSort(page, 1 + (run % 2)))
  printTimes('click to paint of a known order', sortTimes, plain, goals.table)
  await page.getByRole('textbox', { name: 'Filter the table' }).click()
  const keys = await keysToPaint(page, 'store 04 gamma')
  printTimes('key to paint in its filter', keys, plain, goals.table)
  await page.context().close()
}

async function printTypeahead(browser: Browser, { url }: Product): Promise<void> {
  const page = await signedIn(browser, url, `/?universe=${thousand.universe}&survey=${thousand.survey}`)
  const plain = await paintOfPlainTable(page, await answerOf(page, ranking))
  await swellFilter(page, manyOptions)
  await page.goto(ranking)
  const box = page.getByRole('combobox', { name: 'Many options' })
  await box.click()
  const times: number[] = []
  for (const text of ['option 7', 'of 13', '9 of 9', 'nothing']) {
    await box.fill('')
    times.push(...(await keysToPaint(page, text)))
  }
  console.log(`\nfilter of ${manyOptions} options`)
  printTimes('key to paint', times, plain, goals.options)
  await page.context().close()
}

/** A window in which root is signed in and that has loaded nothing since; it stays at the page `from` leads to. */
async function signedIn(browser: Browser, url: string, from: string): Promise<Page> {
  const options = { baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' }
  const first = await browser.newContext(options)
  const page = await first.newPage()
  await page.goto(from)
  await page.locator('button[name=demo][value=root]').click()
  await page.getByRole('button', { name: 'Home', exact: true }).waitFor()
  const storageState: Awaited<ReturnType<BrowserContext['storageState']>> = await first.storageState()
  await first.close()
  const second = await (await browser.newContext({ ...options, storageState })).newPage()
  await watchPaint(second)
  return second
}

function printTimes(name: string, times: readonly number[], reference: number, { of, bar }: Goal): void {
  const spread = spreadOf(times)
  const { p50, p95 } = spread
  const cells = [
    `p50 ${ms(p50)} ms`,
    `p95 ${ms(p95)} ms`,
    `p50/bare table ${ratio(p50, reference)}`,
    `${times.length} runs`,
  ]
  console.log(`${name.padEnd(30)}  ${cells.join('  ')}; goal ${of} ${bar} ms   ${verdict(spread[of] <= bar)}`)
}
