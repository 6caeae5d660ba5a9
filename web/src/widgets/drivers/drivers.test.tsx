import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Locale } from '@gensvar/contract/local-text'
import { driverBasisExample, effectRow, priorityPointsExample } from '@gensvar/contract/widgets/drivers'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type Effects = WidgetAnswer<'effect', 'data'>
type Priorities = WidgetAnswer<'priority', 'data'>

const left = [{ variable: 'parking', title: 'Parking', why: 'It does not go with CSI, or only by chance.' }]

function openEffects(change: Partial<Effects> = {}, { locale = 'en' }: { locale?: Locale } = {}) {
  const rows = priorityPointsExample.map((point) => effectRow.parse(point))
  const chart = component('effect', { id: 'eff', score: 'csi' })
  return renderApp(
    '/page/overview/visits/root',
    [
      serveWidget('effect', () => ({ ...driverBasisExample, rows, left, ...change })),
      ...signedInServer(identityFixture({ locale }), startWith({ overview: [chart] })),
    ],
    { locale },
  )
}

function openPriorities(change: Partial<Priorities> = {}, width?: number) {
  const chart = component('priority', { id: 'prio', score: 'csi' })
  const answer: Priorities = {
    ...driverBasisExample,
    ...{ points: priorityPointsExample, cutScore: 7.9, cutEffect: 1.6, decimals: 1, unit: null },
    ...change,
  }
  return renderApp(
    '/page/overview/visits/root',
    [serveWidget('priority', () => answer), ...signedInServer(identityFixture(), startWith({ overview: [chart] }))],
    width === undefined ? {} : { width },
  )
}

/** The words of a drawing, once it is drawn. */
async function drawnWords(name: RegExp): Promise<(string | null)[]> {
  const place = await screen.findByRole('img', { name })
  const words = () => [...place.querySelectorAll('svg text')].map(({ textContent }) => textContent)
  await waitFor(() => expect(words().length).toBeGreaterThan(0))
  return words()
}

/** Presses a place of a drawing, which only knows the pointer by its position. */
function press(element: Element | undefined): void {
  const { left: x = 0, top: y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }
  for (const kind of ['mousemove', 'mousedown', 'mouseup', 'click']) element?.dispatchEvent(new MouseEvent(kind, at))
}

describe('an effect chart', () => {
  test('is rendered as bars, the largest effect first, with a sentence and what it is computed from (COMP-03)', async () => {
    const app = await openEffects()
    const answer = 'Helpful staff moves CSI most: 2.7 for each point better'
    expect(await screen.findByRole('heading', { name: 'What moves CSI' })).toBeVisible()
    const words = await drawnWords(/^What moves CSI: Helpful staff moves CSI most/)
    expect(words).toEqual(
      expect.arrayContaining(['Helpful staff', 'Range of goods', 'Tidiness', '2.7', '2.2', '0.9', '0.6']),
    )
    expect(words.indexOf('Helpful staff')).toBeLessThan(words.indexOf('Tidiness'))
    expect(screen.getByText(answer)).toBeVisible()
    const notes = screen.getByText(/^Computed from 310 answers, as of /)
    expect(notes.textContent).toMatch(
      /Together the questions explain 61\.0\u00a0% of how CSI differs\. What goes together/,
    )
    await userEvent.click(screen.getByText('1 question left out'))
    expect(screen.getByText('Parking').closest('li')?.textContent).toBe(
      'Parking: It does not go with CSI, or only by chance.',
    )
    expect(await accessibilityProblems()).toEqual([])
    // The same figures as a table; a question leads to the interviews behind it.
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const row = within(screen.getByRole('table', { name: 'What moves CSI' })).getByRole('row', {
      name: /^Helpful staff/,
    })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['2.7', '2.1 to 3.4'])
    const together = screen.getByRole('row', { name: /^Checkout \+ Value/ })
    expect(within(together).queryByRole('link')).toBeNull()
    const link = within(row).getByRole('link', { name: 'Helpful staff' })
    expect(link).toHaveAttribute('href', '/ranking/visits/date=last_3m?cases=helpful')
    await userEvent.click(link)
    await waitFor(() => expect(app.address()).toMatch(/cases=helpful/))
  })

  test('says that correlations of few answers are a hint, that effects were set by hand, and of how many answers a part was read', async () => {
    await openEffects({ indicative: true, r2: null, n: 40 })
    expect(
      await screen.findByText('Helpful staff goes with CSI most: correlation 2.70, a hint from few answers'),
    ).toBeVisible()
    endApp()
    await openEffects({ source: 'block', n: null, r2: null, asOf: null })
    expect(await screen.findByText('Helpful staff moves CSI most: 2.7, as set by hand')).toBeVisible()
    expect(screen.getByText('These effects are set by hand.')).toBeVisible()
    endApp()
    await openEffects({ step: 'tenth', n: 400_000, of: 1_200_000 })
    expect(
      await screen.findByText('Helpful staff moves CSI most: 2.7 for each tenth of its scale better'),
    ).toBeVisible()
    expect(screen.getByText(/^Computed from a random 400,000 of 1,200,000 answers/)).toBeVisible()
  })

  test('says why there are no effects, and which questions were left out, in the reader’s language', async () => {
    await openEffects({ rows: [], why: { en: 'Too few', sv: 'Det finns för få svar här.' } }, { locale: 'sv' })
    expect(await screen.findByText('Det finns för få svar här.')).toBeVisible()
    expect(screen.getByText('Inga drivkrafter att visa')).toBeVisible()
    expect(screen.getByText('1 fråga utelämnad')).toBeVisible()
    expect(screen.queryByRole('img', { name: /CSI:/ })).toBeNull()
  })
})

describe('a priority chart', () => {
  test('says where it is not certain that what comes first matters so much, and names what does for certain', async () => {
    const [first] = priorityPointsExample
    await openPriorities({ points: [{ ...first!, low: 1.4 }, ...priorityPointsExample.slice(1)] })
    await drawnWords(
      /Begin with Helpful staff: .* low\. That it matters so much is not certain: its effect may be as small as 1\.4/,
    )
    endApp()
    const sure = { ...first!, variable: 'sure', title: { en: 'Opening hours' } }
    await openPriorities({ points: [{ ...first!, low: 1.4 }, sure, ...priorityPointsExample.slice(1)] })
    await drawnWords(/Begin with Opening hours and 1 more: they matter much and score low$/)
  })

  test('is rendered with numbered points in four named fields, and the questions of each (COMP-02)', async () => {
    const app = await openPriorities()
    const words = await drawnWords(/^What to improve for CSI: Begin with Helpful staff: it matters much and scores low/)
    expect(words).toEqual(
      expect.arrayContaining([
        '1',
        '2',
        '3',
        '4',
        'Prioritise',
        'Improve if possible',
        'Keep',
        'Lower priority',
        'Score',
      ]),
    )
    const fields = ['Prioritise', 'Improve if possible', 'Keep', 'Lower priority'].map(
      (name) => screen.getByRole('heading', { name }).parentElement?.querySelector('li')?.textContent,
    )
    expect(fields).toEqual(['1Helpful staff', '2Range of goods', '3Tidiness', '4Checkout + Value'])
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const row = screen.getByRole('row', { name: /^Helpful staff/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Prioritise', '7.4', '2.7', '2.1 to 3.4', '310'])
    await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
    // A point leads to its interviews, as its name does.
    await drawnWords(/^What to improve for CSI/)
    const one = [...document.querySelectorAll('svg text')].find(({ textContent }) => textContent === '1')
    press(one)
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/date=last_3m?cases=helpful'))
  })

  test('is read on a phone and in the dark, and says when nothing comes first', async () => {
    useScheme('dark')
    await openPriorities({ points: priorityPointsExample.slice(1), cutScore: null }, 390)
    const words = await drawnWords(/Nothing comes first: no question matters much and scores low$/)
    // Without one line for all scores there are no fields to be drawn, only to be listed.
    expect(words).not.toContain('Keep')
    expect(screen.getByRole('heading', { name: 'Keep' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems()).toEqual([])
  })
})
