import { chromium } from '@playwright/test'
import type { CDPSession, Page } from '@playwright/test'
import { slideTime } from '../../../contract/src/public-screens.ts'
import { chromiumArguments, findChromium } from '../../find-chromium.mjs'
import type { MeasuredServer } from '../measured-server.ts'
import { verdict } from '../printing.ts'
import { makePublicSurvey } from './public-survey.ts'

/** Slides shown before the first and the last measurement. */
const slides = { first: 1000, last: 10_000 }
/** What the page may grow by between them: bytes of the heap, and nodes of the document. */
const goal = { bytes: 1024 * 1024, nodes: 50 }

/**
 * Measures the memory of a big screen after many slides. The page's clock is put forward, so that its own timers turn the
 * slides and fetch what is new, as they do over a day.
 */
export async function measureScreen(server: MeasuredServer, share: number): Promise<void> {
  const token = await makePublicSurvey(server, 4)
  const port = await server.listen()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArguments] })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.clock.install()
    await page.goto(`http://127.0.0.1:${port}/bigscreen/${token}`)
    await page.locator('[data-state="shown"] .count').waitFor()
    const session = await page.context().newCDPSession(page)
    let fetched = 0
    page.on('response', (response) => {
      if (response.url().includes('/rest/bigscreen/') && response.ok()) fetched += 1
    })
    let shown = 0
    const showUntil = async (count: number): Promise<Memory> => {
      for (; shown < count; shown += 1) await page.clock.runFor(slideTime)
      return memoryOf(session)
    }
    const first = await showUntil(Math.round(slides.first * share))
    const last = await showUntil(Math.round(slides.last * share))
    const turned = await turnedSlides(page)
    const grown = { bytes: last.bytes - first.bytes, nodes: last.nodes - first.nodes }
    const isReached = turned && grown.bytes <= goal.bytes && grown.nodes <= goal.nodes
    console.log(
      `big screen: ${kilobytes(first.bytes)} kB and ${first.nodes} nodes after ${Math.round(slides.first * share)} slides, ${kilobytes(last.bytes)} kB and ${last.nodes} nodes after ${shown}, fetched ${fetched} times; goal ${kilobytes(goal.bytes)} kB more at most   ${verdict(isReached)}`,
    )
  } finally {
    await browser.close()
  }
}

interface Memory {
  bytes: number
  nodes: number
}

/** What the page holds after everything that nobody needs is collected. */
async function memoryOf(session: CDPSession): Promise<Memory> {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize: bytes } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { bytes, nodes }
}

/** Whether the clock turns the slides: the next one has another number. */
async function turnedSlides(page: Page): Promise<boolean> {
  const count = page.locator('.count')
  const before = await count.textContent()
  await page.clock.runFor(slideTime)
  return (await count.textContent()) !== before
}

function kilobytes(bytes: number): string {
  return Math.round(bytes / 1024).toString()
}
