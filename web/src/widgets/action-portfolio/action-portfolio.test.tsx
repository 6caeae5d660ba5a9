import { screen, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type Answer = WidgetAnswer<'action-portfolio', 'data'>
type KindRow = Answer['rows'][number]

const training: KindRow = {
  extname: 'helpful',
  title: 'Helpful staff',
  kind: 'training',
  kindTitle: 'Training',
  nOpen: 4,
  nCompleted: 11,
  nFailed: 3,
  nMeasured: 12,
  verdict: 'helped',
  difference: 0.6,
  low: 0.2,
  high: 1,
  formattedDifference: '+0.6',
  formattedInterval: '+0.2 to +1.0',
  text: '12 actions moved it by 0.6 more than comparable units (+0.2 to +1.0)',
}
const staffing: KindRow = {
  ...training,
  kind: 'staffing',
  kindTitle: 'Staffing',
  verdict: 'worse',
  difference: -0.5,
  low: -1,
  high: -0.1,
  text: '12 actions moved it by 0.5 less than comparable units (-1.0 to -0.1)',
}
const few: KindRow = {
  ...training,
  kind: null,
  kindTitle: null,
  nMeasured: 0,
  verdict: 'few',
  difference: null,
  low: null,
  high: null,
  formattedDifference: null,
  formattedInterval: null,
  text: 'Too few answers to say',
}

function open(rows: KindRow[], withheld: Answer['withheld'] = null, width = 1440) {
  const portfolio = component('action-portfolio', { id: 'portfolio', size: 12 })
  return renderApp(
    '/page/overview/visits/root',
    [
      serveWidget('action-portfolio', () => ({ rows, withheld })),
      ...signedInServer(identityFixture(), startWith({ overview: [portfolio] })),
    ],
    { width },
  )
}

const rowOf = async (name: RegExp) =>
  within(await screen.findByRole('table', { name: 'Which actions helped' })).getByRole('row', { name })

test('tells of each item and kind how many actions there are and what they changed', async () => {
  await open([training, staffing, few])
  const row = await rowOf(/Training/)
  expect(within(row).getByText('Helpful staff: Training')).toBeVisible()
  expect(within(row).getByText('It helped:')).toBeVisible()
  expect(within(row).getByText(/12 actions moved it by 0.6 more than comparable units/)).toBeVisible()
  const numbers = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(numbers.slice(-3)).toEqual(['4', '11', '3'])
  expect(within(await rowOf(/Staffing/)).getByText('It got worse:')).toBeVisible()
})

test('draws effects of one item on one scale, beside the line of no effect, with a text alternative', async () => {
  await open([training, staffing, { ...training, extname: 'wait', title: 'Wait', difference: 60, low: 50, high: 70 }])
  const chart = async (name: RegExp) => within(await rowOf(name)).getByRole('img', { name: /^12 actions/ })
  const [helped, worse, other] = [
    await chart(/^Helpful staff: Training/),
    await chart(/Staffing/),
    await chart(/^Wait/),
  ]
  expect(helped).toHaveAccessibleName(training.text as string)
  const at = (element: HTMLElement, which: string) => Number.parseFloat(element.style.getPropertyValue(which))
  expect(at(helped, '--zero')).toBe(at(worse, '--zero'))
  expect(at(helped, '--low')).toBeGreaterThan(at(helped, '--zero'))
  expect(at(worse, '--dot')).toBeLessThan(at(worse, '--zero'))
  expect(at(other, '--zero')).toBeLessThan(at(helped, '--zero'))
  const [zero, interval, dot] = [...helped.children].map((part) => part.getBoundingClientRect())
  expect(interval!.left).toBeGreaterThan(zero!.left)
  expect(dot!.left + dot!.width / 2).toBeCloseTo(interval!.left + interval!.width / 2, 0)
})

test('says honestly where there are too few answers, and draws nothing there', async () => {
  await open([training, few])
  const row = await rowOf(/No kind chosen/)
  expect(within(row).getByText('Too few answers to say')).toBeVisible()
  expect(within(row).getByRole('img', { name: 'Too few answers to say' })).toHaveTextContent('—')
  expect(row.querySelector('[style*="--dot"]')).toBeNull()
})

test('says why nothing is shown, or that there are no actions', async () => {
  await open([], { en: 'This survey is anonymous: effects are not shown.' })
  expect(await screen.findByText('This survey is anonymous: effects are not shown.')).toBeVisible()
  endApp()
  await open([])
  expect(await screen.findByText('No actions yet')).toBeVisible()
})

test.each([1440, 390])('has no accessibility problems in either scheme, %i wide', async (width) => {
  await open([training, staffing, few], null, width)
  await rowOf(/Training/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
