import type { APIResponse, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const place = 'country=SE;region=se-south;store=malmo-triangeln'

/** The page of the open link of one of the lowest places, or of a trial. */
async function addressOf(title: string): Promise<string> {
  const lines = (await gensvar('answer:links', '--survey', 'visits')).split('\n')
  const at = lines.findIndex((line) => (title === 'trial' ? line.startsWith('to try it') : line.includes(title)))
  // The server of the tests listens at a port that its settings do not name.
  return /\/(?:open|try)\/\S+/.exec(lines[at + 1] ?? '')?.[0] ?? ''
}

const store = () => addressOf('Malmö Triangeln / ')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const scale = (page: Page, name: RegExp) => page.getByRole('group', { name })
const step = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

/** Chooses a step of a scale; the first and the last also say what they mean. */
const choose = (page: Page, question: RegExp, value: string) =>
  scale(page, question)
    .getByRole('radio', { name: new RegExp(`^${value}( |$)`) })
    .click()

interface Tile {
  name: string
  nInterviews: number
  extraVariables: Tile[]
}

/** The number of the tile that counts all interviews: other figures count those alone that answered their question. */
function interviewsIn({ variables }: { variables: Tile[] }): number {
  const tiles = variables.flatMap((tile) => [tile, ...tile.extraVariables])
  return tiles.find(({ name }) => name === 'interviews')?.nInterviews ?? 0
}

/** Notes from now on whether a window is loaded again, and how often its figures look as if others were awaited. */
async function watchFigures(page: Page): Promise<() => Promise<{ wasReloaded: boolean; flickers: number }>> {
  await page.evaluate(() => {
    document.body.dataset['flickers'] = '0'
    new MutationObserver(() => {
      const { dataset } = document.body
      if (document.querySelector('[data-pending]')) dataset['flickers'] = String(Number(dataset['flickers']) + 1)
    }).observe(document.querySelector('main') ?? document.body, { subtree: true, attributes: true, childList: true })
  })
  return () =>
    page.evaluate(() => {
      const { flickers } = document.body.dataset
      return { wasReloaded: flickers === undefined, flickers: Number(flickers ?? 0) }
    })
}

test('somebody answers on a phone: rules at once, another language, no connection, and it is an interview within seconds, also in a window that is open', async ({
  openWindow,
  openAs,
}) => {
  const root = await openAs('root')
  const head = root.waitForResponse((response) => response.url().includes('/rest/widgets/data/visits/head/'))
  const voices = root.waitForResponse((response) => response.url().includes('/rest/widgets/data/visits/voices/'))
  await root.goto(`/page/overview/visits/${place};date=rel_-30d_0d`)
  const again = async (first: typeof head): Promise<APIResponse> => {
    const asked = (await first).request()
    const { authorization = '' } = await asked.allHeaders()
    const answer = await root.request.get(asked.url(), { headers: { authorization } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer
  }
  const count = async () => interviewsIn((await (await again(head)).json()) as { variables: Tile[] })
  const before = await count()
  expect(before).toBeGreaterThan(0)
  const tile = root.getByRole('article').filter({ hasText: 'Interviews' })
  await expect(tile).toBeVisible()
  const shown = await tile.textContent()
  const steady = await watchFigures(root)

  const page = await openWindow(phone)
  await page.goto(await store())
  await step(page, 'Page 1 of 3')
  await expectGoodLooks(page)
  await expect(page.getByText('We read every answer.')).toBeHidden()
  // Content enough that no alert is raised, of which others would be told.
  await choose(page, /How satisfied are you overall/, '5')
  await expect(page.getByText('We read every answer.')).toBeVisible()
  await page.getByRole('textbox').fill('Shorter queues')
  await button(page, 'Next').click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Tick this box to send your answers.')
  await expectGoodLooks(page)
  await page.getByRole('checkbox', { name: 'I agree that Nordic Retail stores my answers.' }).check()

  await page.context().setOffline(true)
  await button(page, 'Next').click()
  await expect(page.getByRole('status')).toContainText(
    'The server cannot be reached. What you have entered is still here',
  )
  await expect(page.getByRole('textbox')).toHaveValue('Shorter queues')
  await page.context().setOffline(false)
  await button(page, 'Next').click()
  await step(page, 'Page 2 of 3')
  await button(page, 'Svenska').click()
  await step(page, 'Sida 2 av 3')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv-SE')
  await button(page, 'English').click()
  await step(page, 'Page 2 of 3')

  const words = page.getByRole('textbox', { name: 'What did you come for?' })
  await expect(words).toBeHidden()
  await page.getByRole('checkbox', { name: 'Something else' }).check()
  await words.fill('A key')
  await expectGoodLooks(page)
  // The browser's own button goes a page back, and nothing is lost.
  await page.goBack()
  await step(page, 'Page 1 of 3')
  await expect(page.getByRole('textbox')).toHaveValue('Shorter queues')
  await button(page, 'Next').click()
  await expect(words).toHaveValue('A key')
  await button(page, 'Next').click()
  await step(page, 'Page 3 of 3')
  await page.getByRole('textbox').fill('Thank you')
  await button(page, 'Send my answers').dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('You help us make the next visit a better one.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write a review as well' })).toBeVisible()
  // Others may answer at this store meanwhile, but not in these words.
  const soon = { timeout: 2000, intervals: [100] }
  await expect.poll(async () => (await again(voices)).text(), soon).toContain('Shorter queues')
  await expect.poll(count, soon).toBeGreaterThan(before)
  // The window that was open all the time shows the same by itself.
  await expect(root.getByText('Shorter queues')).toBeVisible()
  await expect(tile).not.toHaveText(shown ?? '')
  expect(await steady()).toEqual({ wasReloaded: false, flickers: 0 })
  await expectGoodLooks(root)
  await expectGoodLooks(page)
})

test('without scripts the same is asked, page by page', async ({ openWindow }) => {
  const page = await openWindow({ ...phone, javaScriptEnabled: false })
  await page.goto(await store())
  await choose(page, /How satisfied are you overall/, '2')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await button(page, 'Next').click()
  await expect(page.getByText('There is one more thing to ask on this page')).toBeVisible()
  await page.getByRole('textbox').fill('More staff')
  await button(page, 'Next').click()
  await step(page, 'Page 2 of 3')
  await page.getByRole('checkbox', { name: 'Something else' }).check()
  await button(page, 'Next').click()
  await expect(page.getByText('What did you come for? Fill this in')).toBeVisible()
  await page.getByRole('textbox', { name: 'What did you come for?' }).fill('A key')
  await button(page, 'Next').click()
  await button(page, 'Back').click()
  await expect(page.getByRole('textbox', { name: 'What did you come for?' })).toHaveValue('A key')
  await button(page, 'Next').click()
  // Nobody else answers within three seconds, which is asked about once.
  await expect(async () => {
    await button(page, 'Send my answers').click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('the keyboard alone is enough, and at 400 % nothing has to be scrolled sideways', async ({ openWindow }) => {
  const page = await openWindow({ viewport: { width: 320, height: 256 } })
  await page.goto(await addressOf('trial'))
  await expect(page.getByText('You are trying this survey.')).toBeVisible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBe(0)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await scale(page, /How satisfied are you overall/)
    .getByRole('radio')
    .first()
    .focus()
  await press('Space', ...Array.from({ length: 8 }, () => 'ArrowRight'))
  await expect(scale(page, /How satisfied/).getByRole('radio', { name: '9' })).toBeChecked()
  await press('Tab', 'Space', 'Tab', 'Space')
  await expect(page.getByRole('checkbox', { name: /I agree/ })).toBeChecked()
  await press('Tab', 'Enter')
  await step(page, 'Page 2 of 3')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await overflow()).toBe(0)
  await press('Tab', 'Space')
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await button(page, 'Next').focus()
  await press('Enter')
  await step(page, 'Page 3 of 3')
  await button(page, 'Send my answers').focus()
  await press('Enter')
  await expect(page.getByText('This was a trial: nothing was stored or counted.')).toBeVisible()
  expect(await overflow()).toBe(0)
})

test('a public screen forgets who was there, and leads nowhere else', async ({ openWindow }) => {
  const page = await openWindow({ viewport: { width: 1024, height: 768 } })
  await page.clock.install()
  await page.goto(`${await store()}?kiosk`)
  await choose(page, /How satisfied are you overall/, '8')
  await expect(page.getByRole('link')).toHaveCount(0)
  await expectGoodLooks(page)
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('an administrator prints the codes of stores', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/answerlinks/visits')
  await page.getByRole('combobox', { name: 'Level' }).selectOption('store')
  await page.getByRole('textbox', { name: 'Search for a place' }).fill('Malmö')
  await expect(page.getByRole('img', { name: 'QR code of Malmö Triangeln' })).toBeVisible()
  await expectGoodLooks(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: 'QR code of Malmö Triangeln' })).toBeVisible()
  await expect(button(page, 'Print')).toBeHidden()
})
