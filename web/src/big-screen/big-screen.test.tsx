import { screen as page } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bigScreen } from '@gensvar/contract/entities/big-screen'
import { screenRefetch, slideTime } from '@gensvar/contract/public-screens'
import type { Screen } from './fetch-screen.ts'
import { startScreen } from './start-screen.ts'

const texts = {
  ...{ comments: 'What customers say', pause: 'Pause comments', play: 'Go on', stars: '{value} of {most}' },
  ...{ previous: 'Previous comment', next: 'Next comment', since: 'No connection since {time}.' },
  ...{ waiting: 'The server cannot be reached.', ended: 'This screen is not open any more.', noComments: 'None' },
}

const logo = 'data:image/png;base64,iVBORw0KGgo='

const shown: Screen = bigScreen.parse({
  ...{ logoURL: logo, pathName: 'Sweden', ratingTitle: { en: 'Our customers say' }, avgRating: 8.4 },
  ...{ avgRatingText: { en: '8.4 out of 10' }, evaluationsText: { en: '1,204 reviews' } },
  ...{
    deliveredByText: { en: 'Delivered by Gensvar' },
    goalColor: '#00C896',
    goalValueText: 'CSI 76: goal 75 reached',
  },
  ...{ colors: ['#2457D6'], legacy: false, ratingRange: { min: 1, max: 10 }, locale: 'en' },
  slides: Array.from({ length: 23 }, (_, at) => ({
    ...{ starRating: 9, comment: `Comment ${at + 1}`, evaluation: `${at + 1} May 2026` },
    expressionResults: [{ label: { en: 'CSI' }, value: '76' }],
  })),
})

/** What the server answers: a screen, a status, or nothing. */
let answer: Screen | number | null
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  localStorage.clear()
  asked = []
  answer = shown
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (answer === null) throw new TypeError('no network')
    return typeof answer === 'number'
      ? { ok: false, status: answer }
      : { ok: true, status: 200, json: () => Promise.resolve(answer) }
  })
  document.body.innerHTML = `<main id="screen"><p id="message" role="status">Loading</p></main>
    <script type="application/json" id="texts">${JSON.stringify(texts)}</script>`
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

/** Lets time pass, and what follows from it happen. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const main = () => document.querySelector<HTMLElement>('#screen')!
const comment = () => document.querySelector('blockquote')?.textContent

async function start(): Promise<void> {
  startScreen()
  await pass(0)
}

test('shows logo and place (BIG-01a), title and average (BIG-01b), how many and by whom (BIG-01c), and the goal in its colour (BIG-01d)', async () => {
  await start()
  expect(document.querySelector<HTMLImageElement>('img')?.src).toBe(logo)
  expect(page.getByRole('heading', { name: 'Sweden' })).toBeVisible()
  for (const text of ['Our customers say', '8.4', '8.4 out of 10', '1,204 reviews', 'Delivered by Gensvar'])
    expect(page.getByText(text)).toBeVisible()
  expect(getComputedStyle(page.getByText('CSI 76: goal 75 reached')).backgroundColor).toBe('rgb(0, 200, 150)')
})

test('a slide has stars, comment, when it was, and figures by name (BIG-03)', async () => {
  await start()
  const slides = page.getByRole('region', { name: 'What customers say' })
  expect(slides.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('9 of 10')
  expect(comment()).toBe('Comment 1')
  expect(page.getByText('1 May 2026')).toBeVisible()
  expect([slides.querySelector('dt')?.textContent, slides.querySelector('dd')?.textContent]).toEqual(['CSI', '76'])
})

test('of more slides than twenty, twenty are shown (BIG-02a), and after the last the first follows (BIG-02b)', async () => {
  await start()
  const seen = [comment()]
  for (let at = 1; at <= 20; at += 1) {
    await pass(slideTime)
    seen.push(comment())
  }
  expect(seen).toEqual([...Array.from({ length: 20 }, (_, at) => `Comment ${at + 1}`), 'Comment 1'])
})

test('stands still while it is paused, and is turned by hand', async () => {
  await start()
  page.getByRole('button', { name: 'Pause comments' }).click()
  await pass(10 * slideTime)
  expect(comment()).toBe('Comment 1')
  page.getByRole('button', { name: 'Previous comment' }).click()
  expect(comment()).toBe('Comment 20')
  page.getByRole('button', { name: 'Go on' }).click()
  await pass(slideTime)
  expect(comment()).toBe('Comment 1')
})

test('has the older layout of one column where it is asked for (BIG-04)', async () => {
  answer = { ...shown, legacy: true }
  await start()
  expect(main().classList.contains('legacy')).toBe(true)
  answer = shown
  await pass(screenRefetch)
  expect(main().classList.contains('legacy')).toBe(false)
})

test('keeps what it had for a day without a network, says since when, and is new again by itself', async () => {
  answer = { ...shown, slides: shown.slides.slice(0, 1) }
  await start()
  for (const gone of [null, 503, 429, 500]) {
    answer = gone
    await pass(6 * 60 * 60_000)
    expect(comment()).toBe('Comment 1')
    expect(page.getByText(/^No connection since .+\.$/)).toBeVisible()
  }
  const before = asked.length
  answer = { ...shown, pathName: 'Norway' }
  await pass(screenRefetch)
  expect(asked.length).toBeGreaterThan(before)
  expect(page.getByRole('heading', { name: 'Norway' })).toBeVisible()
  expect(page.queryByText(/^No connection/)).toBeNull()
})

test('asks again with growing pauses', async () => {
  answer = null
  await start()
  const times = () => asked.length
  const counts = [times()]
  for (const wait of [5_000, 10_000, 20_000, 40_000]) {
    await pass(wait - 1)
    counts.push(times())
    await pass(1)
    counts.push(times())
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5])
  expect(document.querySelector('#message')?.textContent).toBe('The server cannot be reached.')
})

test('loaded again without a network it shows what this browser had; a key that has ended empties it', async () => {
  await start()
  document.body.innerHTML = `<main id="screen"><p id="message"></p></main>
    <script type="application/json" id="texts">${JSON.stringify(texts)}</script>`
  vi.clearAllTimers()
  answer = null
  await start()
  expect(page.getByRole('heading', { name: 'Sweden' })).toBeVisible()
  answer = 401
  await pass(5_000)
  expect(main().dataset['state']).toBe('ended')
  expect(document.querySelector('#message')?.textContent).toBe('This screen is not open any more.')
  expect(localStorage).toHaveLength(0)
})

test('hundreds of rounds leave no more in the page than the first', async () => {
  await start()
  const elements = document.querySelectorAll('*').length
  for (let round = 0; round < 200; round += 1) {
    await pass(slideTime)
    if (round % 40 === 0) await pass(screenRefetch)
  }
  expect(document.querySelectorAll('*')).toHaveLength(elements)
})
