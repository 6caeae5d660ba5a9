import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { Locale } from '@gensvar/contract/local-text'
import { i18n } from '#web/lib/i18n.ts'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { SeenCall } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const months = ['2026-01-01', '2026-02-01', '2026-03-01']

function figures(change: Partial<ChartData> = {}): ChartData {
  return {
    categories: months,
    series: [
      { name: { en: 'CSI', sv: 'NKI' }, data: [71.5, null, 74.1], n: [120, null, 133], lowBase: 30 },
      { name: 'NPS', data: [40, 48, 42], n: [120, 12, 133], lowBase: 30 },
    ],
    descriptors: [
      { title: 'CSI', variable: 'csi', color: null },
      { title: 'NPS', variable: 'nps', color: null },
    ],
    summary: {
      value: '74',
      few: false,
      change: null,
      arrow: 0,
      base: null,
      chance: null,
      at: 2,
      before: null,
      period: null,
      against: null,
      why: null,
    },
    goal: null,
    ...change,
  }
}

type Config = Partial<Parameters<typeof component<'development-chart'>>[1]>
type Answer = ChartData | ((seen: SeenCall) => ChartData)

async function open(
  config: Config = {},
  answer: Answer = figures(),
  { locale = 'en', width }: { locale?: Locale; width?: number } = {},
  start: Parameters<typeof startWith>[1] = {},
) {
  const trend = component('development-chart', {
    id: 'trend',
    title: 'Development',
    variables: ['csi', 'nps'],
    ...config,
  })
  const server = serveWidget('development-chart', (_, seen) => (typeof answer === 'function' ? answer(seen) : answer))
  const app = await renderApp(
    '/page/overview/visits/root',
    [server, ...signedInServer(identityFixture({ locale }), startWith({ overview: [trend] }, start))],
    { locale, ...(width !== undefined && { width }) },
  )
  return app
}

const drawing = () => screen.findByRole('img', { name: /^Development: / })

/** The drawing once it is drawn. */
async function drawn(): Promise<HTMLElement> {
  const place = await drawing()
  await waitFor(() => expect(place.querySelector('svg text')).not.toBeNull())
  return place
}

const words = (place: Element) => [...place.querySelectorAll('text')].map((text) => text.textContent)
const strokes = (place: Element) =>
  [...place.querySelectorAll('path')]
    .filter((path) => path.getAttribute('fill') === 'none')
    .map((path) => path.getAttribute('stroke'))
const fills = (place: Element) => [...place.querySelectorAll('path')].map((path) => path.getAttribute('fill'))

describe('period links', () => {
  test('are days, weeks, months, quarters and years (DEVCH-01)', async () => {
    const asked: (string | undefined)[] = []
    await open({ periods: ['days', 'weeks', 'months', 'quarters', 'years'] }, (seen) => {
      asked.push(seen.query['period'])
      return figures()
    })
    const links = within(await screen.findByRole('group', { name: 'Period' })).getAllByRole('button')
    expect(links.map((link) => link.textContent)).toEqual(['Days', 'Weeks', 'Months', 'Quarters', 'Years'])
    await drawn()
    await userEvent.click(screen.getByRole('button', { name: 'Quarters' }))
    await waitFor(async () => expect(words(await drawn())).toContain('Q1 2026'))
    expect(screen.getByRole('button', { name: 'Quarters' })).toHaveAttribute('aria-pressed', 'true')
    expect(asked).toEqual(['days', 'quarters'])
  })

  test('end with periods of the configuration’s own, in the reader’s language (DEVCH-02)', async () => {
    const customPeriods = [{ extname: 'season', title: { en: 'Seasons', sv: 'Säsonger' }, starts: ['02-01', '08-01'] }]
    const app = await open({ periods: ['years'], customPeriods }, figures(), { locale: 'sv' })
    const links = within(await screen.findByRole('group', { name: 'Period' })).getAllByRole('button')
    expect(links.map((link) => link.textContent)).toEqual(['År', 'Säsonger'])
    await userEvent.click(screen.getByRole('button', { name: 'Säsonger' }))
    await waitFor(() => expect(app.calls.at(-1)?.query).toEqual({ period: 'season' }))
    await waitFor(async () => expect(words(await drawn())).toContain('1 feb. 2026'))
  })

  test('stand in the selection block where one takes them over', async () => {
    const own = component('development-chart', {
      id: 'trend',
      title: 'Development',
      variables: ['csi'],
      periods: ['months', 'years'],
    })
    const block = component('selection-block', { id: 'selected', items: [own], periods: true })
    const server = serveWidget('development-chart', () => figures())
    const app = await renderApp('/page/overview/visits/root', [
      server,
      ...signedInServer(identityFixture(), startWith({ overview: [block] })),
    ])
    await drawn()
    expect(screen.queryByRole('group', { name: 'Period' })).toBeNull()
    await userEvent.click(await screen.findByRole('radio', { name: 'Years' }))
    await waitFor(() => expect(app.calls.at(-1)?.query).toEqual({ period: 'years' }))
  })
})

describe('in an anonymous survey', () => {
  const vocabulary = {
    anonymous: true,
    filters: [],
    most: 1,
    period: 'quarter' as const,
    closedTo: '2026-10-01',
    minimum: [10, 25],
  }
  const customPeriods = [{ extname: 'season', title: 'Seasons', starts: ['02-01', '08-01'] }]
  const openAnonymous = (config: Config, answer: Answer) => open(config, answer, {}, { vocabulary })

  test('there are links to the periods with figures alone', async () => {
    const asked: (string | undefined)[] = []
    await openAnonymous({ periods: ['days', 'months', 'quarters', 'years'], customPeriods }, (seen) => {
      asked.push(seen.query['period'])
      return figures()
    })
    const links = within(await screen.findByRole('group', { name: 'Period' })).getAllByRole('button')
    expect(links.map((link) => link.textContent)).toEqual(['Quarters', 'Years'])
    expect(asked).toEqual(['quarters'])
  })

  test('numbers of answers are about so many', async () => {
    await openAnonymous({}, figures())
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    expect((await screen.findAllByText('≈ 120 answers')).length).toBeGreaterThan(0)
  })

  test('a chart whose figures are withheld says why in its place', async () => {
    const series = figures().series.map((one) => ({ ...one, data: [null, null, null] }))
    await openAnonymous({}, figures({ series, withheld: { en: 'Fewer than 25 answers with this filter.' } }))
    expect(await screen.findByText('No figures to show here')).toBeVisible()
    expect(screen.getByText('Fewer than 25 answers with this filter.')).toBeVisible()
  })
})

describe('the drawing', () => {
  test('has lines in the colours of their order (DEVCH-03a), and says what they show', async () => {
    await open()
    const place = await drawn()
    expect(strokes(place)).toEqual(expect.arrayContaining(['#00c896', '#2f6bde']))
    expect(screen.getByText('CSI was 74 in March 2026')).toBeVisible()
  })

  test('crosses zero in red where it is green', async () => {
    await open({ variables: ['nps'] }, figures({ series: [{ name: 'NPS', data: [12, -8, -4] }] }))
    const place = await drawn()
    await waitFor(() => expect(fills(place)).toEqual(expect.arrayContaining(['#00c896', '#be0000'])))
    const stops = [...place.querySelectorAll('stop')].map((stop) => stop.getAttribute('stop-color'))
    expect(stops).toEqual(expect.arrayContaining(['#00c896', '#be0000']))
  })

  test('has columns (DEVCH-03b), below zero in red where they are green', async () => {
    await open({ chartType: 'column', variables: ['csi'] }, figures({ series: [{ name: 'CSI', data: [5, null, -4] }] }))
    const place = await drawn()
    await waitFor(() => expect(fills(place)).toEqual(expect.arrayContaining(['#00c896', '#be0000'])))
  })

  test('has areas on top of each other (DEVCH-03c)', async () => {
    await open(
      { chartType: 'area', stacked: true },
      figures({
        series: [
          { name: 'CSI', data: [10, 10, 10] },
          { name: 'NPS', data: [20, 20, 20] },
        ],
      }),
    )
    const place = await drawn()
    await waitFor(() => expect(fills(place)).toEqual(expect.arrayContaining(['#00c896', '#2f6bde'])))
    // The axis reaches the sum of the two.
    expect(words(place)).toContain('30.0')
  })

  test('has a second axis with numbers of interviews without decimals (DEVCH-04)', async () => {
    await open({ showInterviews: true }, figures({ interviews: [1000, 400, 1500] }))
    const place = await drawn()
    expect(words(place)).toEqual(expect.arrayContaining(['Interviews', '1,500', '0']))
  })

  test.each([
    ['below (DEVCH-05a)', { lowerY: 20 }, ['20.0'], ['0.0']],
    ['above (DEVCH-05b)', { upperY: 90 }, ['90.0'], ['100.0']],
    ['on both sides (DEVCH-05b)', { lowerY: 0, upperY: 100 }, ['0.0', '100.0'], []],
  ] as const)('is bounded %s', async (_, bounds, has, lacks) => {
    await open(bounds)
    const found = words(await drawn())
    expect(found).toEqual(expect.arrayContaining([...has]))
    for (const word of lacks) expect(found).not.toContain(word)
  })

  test('has its legend beside it when asked to (DEVCH-06)', async () => {
    const places = async () => {
      const place = await drawn()
      const at = (word: string) =>
        [...place.querySelectorAll('text')].find((text) => text.textContent === word)?.getBoundingClientRect()
      return { first: at('CSI'), second: at('NPS') }
    }
    await open({ verticalLegend: true })
    const beside = await places()
    expect(beside.first?.left).toBeCloseTo(beside.second?.left ?? 0, 0)
    expect(beside.first?.top).toBeLessThan(beside.second?.top ?? 0)
    endApp()
    await open()
    const below = await places()
    expect(below.first?.top).toBeCloseTo(below.second?.top ?? 0, 0)
    expect(below.first?.left).toBeLessThan(below.second?.left ?? 0)
  })

  test('writes numbers with the decimals of the standard number format (DEVCH-12), and the goal beside its line', async () => {
    for (const [format, goal, written] of [
      ['0.0', 'Goal 75.0', /^\d+\.\d$/],
      ['0.00', 'Goal 75.00', /^\d+\.\d\d$/],
    ] as const) {
      i18n.addResource('en', 'app', 'FORMAT_STD_NUMBER', format)
      await open({}, figures({ goal: 75 }))
      const found = words(await drawn())
      expect(found).toContain(goal)
      const numbers = found.filter((word) => /^\d/.test(word ?? '') && !word?.includes('2026'))
      expect(numbers.length).toBeGreaterThan(2)
      for (const number of numbers) expect(number).toMatch(written)
      endApp()
    }
    i18n.addResource('en', 'app', 'FORMAT_STD_NUMBER', '0.0')
  })

  test('says which marks are hollow, and takes the colours of the scheme', async () => {
    await open()
    expect(await screen.findByText('Hollow: fewer than 30 answers')).toBeVisible()
    const place = await drawn()
    expect(fills(place)).toContain('#ffffff')
    useScheme('dark')
    await waitFor(() => expect(fills(place)).toContain('#1f2229'))
  })

  test('follows the width it has', async () => {
    await open({}, figures(), { width: 1440 })
    const place = await drawn()
    const wide = place.querySelector('svg')?.getBoundingClientRect().width ?? 0
    place.style.width = '300px'
    await waitFor(() => expect(place.querySelector('svg')?.getBoundingClientRect().width).toBe(300))
    expect(wide).toBeGreaterThan(600)
  })
})

describe('the table', () => {
  test('shows the same figures with the answers behind them', async () => {
    await open()
    await drawn()
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('table')
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Period', 'CSI', 'NPS'],
      ['Jan 2026', '71.5120 answers', '40.0120 answers'],
      ['Feb 2026', '—', '48.012 answers, few answers'],
      ['Mar 2026', '74.1133 answers', '42.0133 answers'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
    expect(await drawing()).toBeVisible()
  })

  test('opens what each value is, with exactly its cases', async () => {
    const about = {
      name: 'csi',
      definition: { en: 'Satisfaction index of three questions' },
      cases: 'interviews' as const,
      expression: 'csi(a, b, c)',
      alertMode: null,
      decimals: 1,
    }
    const [csi] = figures().series
    await open(
      {},
      figures({
        series: [{ ...csi!, low: [70.2, null, 73], high: [72.8, null, 75.2] }],
        descriptors: [{ title: 'CSI', variable: 'csi', color: null, about }],
        dates: ['custom_10012026_31012026', 'custom_01022026_28022026', 'custom_01032026_31032026'],
        states: ['part', 'whole', 'whole'],
      }),
    )
    await drawn()
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    await userEvent.click(within(screen.getByRole('table')).getByRole('button', { name: '71.5' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('CSI · Jan 2026 (')
    expect(dialog.textContent).toContain('Satisfaction index of three questions')
    expect(dialog.textContent).toMatch(/70\.2.*72\.8/)
    expect(dialog.textContent).toContain('120 answers')
    expect(within(dialog).getByRole('link')).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/ranking\/visits\/date=custom_10012026_31012026.*cases=csi/),
    )
    expect(await accessibilityProblems()).toEqual([])
  })

  test('so does a click on a point of the drawing', async () => {
    const about = { name: 'csi', definition: null, cases: null, expression: 'count()', alertMode: null, decimals: 1 }
    await open({}, figures({ descriptors: [{ title: 'CSI', variable: 'csi', color: null, about }] }))
    const place = await drawn()
    // A point is a filled path, and the drawing asks where the pointer is.
    const points = [...place.querySelectorAll('path')].filter((path) => path.getAttribute('fill') === '#00c896')
    const { left, top, width, height } = points.at(-1)!.getBoundingClientRect()
    const at = { clientX: left + width / 2, clientY: top + height / 2 }
    const target = document.elementFromPoint(at.clientX, at.clientY)!
    for (const kind of ['mousemove', 'mousedown', 'mouseup', 'click'])
      target.dispatchEvent(new MouseEvent(kind, { ...at, bubbles: true, view: window }))
    expect((await screen.findByRole('dialog')).textContent).toMatch(/CSI · (Jan|Mar) 2026/)
  })

  test('marks where the level changed, and says it in the sentence and the table', async () => {
    const [csi] = figures().series
    const changes = [{ at: 2, before: 71.5, after: 74.1 }]
    await open({}, figures({ series: [{ ...csi!, changes }], descriptors: figures().descriptors.slice(0, 1) }))
    const place = await drawn()
    const said = 'Its level rose in March 2026, from 71.5 to 74.1, by more than chance'
    expect(screen.getByText(`CSI was 74 in March 2026. ${said}`)).toBeVisible()
    expect(screen.getByText(/Diamond: a new level begins/)).toBeVisible()
    // A diamond is a path of four straight lines, a point a circle.
    const diamonds = [...place.querySelectorAll('path')].filter((path) => {
      const d = path.getAttribute('d') ?? ''
      return path.getAttribute('fill') === '#00c896' && !/[AC]/i.test(d) && (d.match(/L/g) ?? []).length === 3
    })
    expect(diamonds).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(within(screen.getByRole('table')).getByRole('row', { name: /^Mar 2026/ }).textContent).toContain(said)
  })

  test('says in the sentence that the level of a further line changed', async () => {
    const [csi, second] = figures().series
    const changes = [{ at: 2, before: 7.8, after: 7.9 }]
    await open({}, figures({ series: [csi!, { ...second!, changes }] }))
    await drawn()
    const named =
      /^CSI was 74 in March 2026\. .+ rose to another level in March 2026, from 7\.8 to 7\.9, by more than chance$/
    expect(screen.getByText(named)).toBeVisible()
  })

  test('names a period that is not over, as the chart does', async () => {
    await open({}, figures({ states: ['whole', 'whole', 'running'] }))
    const place = await drawn()
    expect(words(place)).toEqual(expect.arrayContaining(['Mar 2026', 'so far']))
    expect([...place.querySelectorAll('path')].some((path) => path.hasAttribute('stroke-dasharray'))).toBe(true)
    expect(screen.getByText('Hollow: fewer than 30 answers · Dashed: not a whole period')).toBeVisible()
    expect(screen.getByText('CSI was 74 in March 2026 (so far)')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(within(screen.getByRole('table')).getByRole('rowheader', { name: 'Mar 2026 (so far)' })).toBeVisible()
  })

  test('has no accessibility problems in either scheme', async () => {
    await open({ showInterviews: true }, figures({ interviews: [1000, 400, 1500], goal: 75 }))
    await drawn()
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })
})

test('without any value says so instead of drawing', async () => {
  await open({}, figures({ categories: [], series: [{ name: 'CSI', data: [] }] }))
  expect(await screen.findByText(/^No answers/)).toBeVisible()
  expect(screen.queryByRole('img', { name: /Development/ })).toBeNull()
})
