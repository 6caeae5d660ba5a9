import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test } from 'vitest'
import type { Award, Gamification } from '@gensvar/contract/entities/gamification'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const top: Award = {
  type: 'TopMarksAward',
  title: null,
  obtained: 1214,
  score: 1530,
  streakType: null,
  length: null,
  obtainedImageURL: null,
  notObtainedImageURL: null,
}
const streak: Award = { ...top, type: 'StreakAward', obtained: 2, score: 12, streakType: 'nines', length: 5 }
const chartData: Gamification['chartData'] = {
  categories: ['2025-12-01', '2026-01-01', '2026-02-01'],
  points: [14, null, 21],
  record: 23,
}

type Config = Partial<WidgetProps<'gamification-overview'>['config']>

function open(answer: Partial<Gamification> = {}, config: Config = {}) {
  const game = component('gamification-overview', { id: 'game', awards: [], ...config })
  return renderApp('/page/overview/visits/root', [
    serveWidget('gamification-overview', () => ({
      awards: [top, streak],
      chartData,
      withheld: null,
      ownPlaces: [],
      ...answer,
    })),
    ...signedInServer(identityFixture(), startWith({ overview: [game] })),
  ])
}

async function drawn(): Promise<HTMLElement> {
  const place = await screen.findByRole('img', { name: /^Performance: / })
  await waitFor(() => expect(place.querySelector('svg text')).not.toBeNull())
  return place
}

const words = (place: Element) => [...place.querySelectorAll('text')].map((text) => text.textContent)
const awards = async () => within(await screen.findByRole('list', { name: 'Awards' })).getAllByRole('listitem')

describe('the component', () => {
  test('is rendered with its awards under a heading (COMP-19)', async () => {
    await open({}, { title: 'Our awards' })
    expect(await screen.findByRole('heading', { name: 'Our awards' })).toBeVisible()
    expect(await awards()).toHaveLength(2)
    endApp()
    await open()
    expect(await screen.findByRole('heading', { name: 'Awards' })).toBeVisible()
  })

  test('shows for top marks a big counter and the all-time best (GAME-01)', async () => {
    await open()
    const [first] = await awards()
    const counter = within(first!).getByText('1,214')
    expect(counter).toBeVisible()
    expect(Number.parseFloat(getComputedStyle(counter).fontSize)).toBeGreaterThanOrEqual(40)
    expect(within(first!).getByText('Top marks')).toBeVisible()
    expect(within(first!).getByText('All-time best: 1,530')).toBeVisible()
  })

  test('shows for a run its badge, how often it was obtained and the total score (GAME-02)', async () => {
    await open({ awards: [streak, { ...streak, title: { en: 'Tens' }, obtained: 1, score: 7 }] })
    const [first, second] = await awards()
    expect(within(first!).getByText('nines')).toBeVisible()
    expect(within(first!).getByText('Obtained 2 times')).toBeVisible()
    expect(within(first!).getByText('Total score: 12')).toBeVisible()
    expect(first?.querySelector('svg')).toHaveTextContent('×5')
    expect(within(second!).getByText('Tens')).toBeVisible()
    expect(within(second!).getByText('Obtained 1 time')).toBeVisible()
  })

  test('has the image of an obtained badge, or that of one not obtained (GAME-08), or one of its own', async () => {
    const images = { obtainedImageURL: '/new/logo.svg?on', notObtainedImageURL: '/new/logo.svg?off' }
    await open({
      awards: [
        { ...streak, ...images },
        { ...streak, ...images, obtained: 0, score: 0 },
        { ...streak, obtained: 0, score: 0 },
        { ...streak, obtainedImageURL: '/new/gone.svg' },
      ],
    })
    const [obtained, not, own, broken] = await awards()
    expect(obtained?.querySelector('img')).toHaveAttribute('src', '/new/logo.svg?on')
    expect(not?.querySelector('img')).toHaveAttribute('src', '/new/logo.svg?off')
    expect(own?.querySelector('img')).toBeNull()
    expect(own?.querySelector('svg')).toHaveAttribute('data-obtained', 'false')
    broken?.querySelector('img')?.dispatchEvent(new Event('error'))
    await waitFor(() => expect(broken?.querySelector('svg')).toHaveAttribute('data-obtained', 'true'))
  })

  test('without awards says that there are no badges (GAME-03)', async () => {
    await open({ awards: [], chartData: { categories: [], points: [], record: null } })
    expect(await screen.findByText('No badges yet')).toBeVisible()
    expect(screen.queryByRole('img', { name: /Performance/ })).toBeNull()
  })

  test('says why none may be shown', async () => {
    await open({
      awards: [],
      chartData: { categories: [], points: [], record: null },
      withheld: 'Awards are shown for your own places only.',
      ownPlaces: [{ title: 'Stockholm', drillPath: 'country=SE;store=Stockholm' }],
    })
    expect(await screen.findByText('Awards are shown for your own places only.')).toBeVisible()
    expect(screen.queryByText('No badges yet')).toBeNull()
    const places = within(await screen.findByRole('list', { name: 'Your places' }))
    expect(places.getByRole('link', { name: 'Stockholm' })).toHaveAttribute(
      'href',
      '/page/overview/visits/country=SE;store=Stockholm',
    )
  })
})

describe('the performance', () => {
  test('is a line over time with a line at the personal record (GAME-04)', async () => {
    await open()
    const place = await drawn()
    expect(words(place)).toEqual(expect.arrayContaining(['Dec 2025', 'Feb 2026', 'Personal record 23']))
    const lines = [...place.querySelectorAll('path')].filter((path) => path.getAttribute('fill') === 'none')
    expect(lines.some((path) => path.getAttribute('stroke') === '#00c896')).toBe(true)
    expect(lines.some((path) => path.hasAttribute('stroke-dasharray'))).toBe(true)
    expect(screen.getByText('Personal record: 23 points')).toBeVisible()
  })

  test('has ticks at every five points (GAME-05a), up to two above the record (GAME-05b)', async () => {
    const ticks = async () => words(await drawn()).filter((word) => /^\d+$/.test(word ?? ''))
    await open()
    expect(await ticks()).toEqual(['0', '5', '10', '15', '20', '25'])
    endApp()
    // The record is a tick below the end of the axis: 12 of 14 up.
    await open({ chartData: { ...chartData, points: [3, null, 12], record: 12 } })
    expect(await ticks()).toEqual(['0', '5', '10'])
    const place = await drawn()
    const [zero, ten, record] = ['0', '10', 'Personal record 12'].map((word) => {
      const box = [...place.querySelectorAll('text')].find((text) => text.textContent === word)?.getBoundingClientRect()
      return (box?.top ?? 0) + (box?.height ?? 0) / 2
    })
    const perPoint = ((zero ?? 0) - (ten ?? 0)) / 10
    const axisTop = (zero ?? 0) - 14 * perPoint
    expect(axisTop - place.getBoundingClientRect().top).toBeCloseTo(12, -1)
    expect(record).toBeGreaterThan(axisTop)
  })

  test('of very many points has fewer ticks', async () => {
    await open({ chartData: { ...chartData, points: [900, 1200, 4000], record: 4321 } })
    const found = words(await drawn()).filter((word) => /^[\d,]+$/.test(word ?? ''))
    expect(found[1]).toBe('500')
    expect(found.length).toBeLessThan(13)
  })
})

test('has no accessibility problems in either scheme', async () => {
  await open()
  await drawn()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
