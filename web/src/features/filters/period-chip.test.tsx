import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { surveyEntities } from '@gensvar/contract/entities/survey'
import type { FilterGroup } from '@gensvar/contract/entities/survey'
import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { accessibilityProblems } from '#web/testing/render-app.tsx'
import { startFixture } from '#web/testing/fixtures.ts'
import { serve } from '#web/testing/serve.ts'
import { filterFixture, filterServer, groupFixture } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const at = (path: string) => `/ranking/visits/${path}`
const period = groupFixture([filterFixture({ extName: 'date', today: true })], {
  key: 'period',
  title: 'period',
  quickSelect: ['last_3m'],
})
const window = groupFixture([filterFixture({ extName: 'window', title: 'Window', dateInterval: true })])

interface Options {
  interval?: string | null
  groups?: FilterGroup[]
  periods?: string[]
  latestYear?: string | null
}

function open(path: string, options: Options = {}, look: Parameters<typeof renderStage>[3] = {}) {
  const { interval = 'last_3m', groups = [period, window], periods, latestYear = null } = options
  const start = startFixture()
  const offered = { periods: periods ?? surveyEntities.Survey.example.periods, latestYear }
  const served = filterServer([], groups, { ...start, survey: { ...start.survey, ...offered } })
  const all = [...served, serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] })]
  const Page = () => (
    <main style={{ padding: 12 }}>
      <PageHead interval={interval} />
    </main>
  )
  return renderStage(Page, at(path), all, look)
}

const chip = () => screen.findByRole('button', { name: /^(Period|When|Day|Jakso|Periode): / })
const words = async () => (await chip()).textContent

async function choose() {
  await userEvent.click(await chip())
  return within(await screen.findByRole('dialog', { name: /^Period: / }))
}

describe('the period chip', () => {
  test.each([
    ['date=custom_03112026_21112026', 'Period: 3 Nov 2026 – 20 Nov 2026'],
    ['date=custom_03112026_04112026', 'Period: 3 Nov 2026'],
    ['date=rel_-30d_0d', 'Period: Past 30 days'],
    ['date=last_1w', 'Period: Last week'],
    ['date=last_3m', 'Period: Last 3 whole months'],
    ['date=last_4q', 'Period: Last 4 whole quarters'],
    ['date=last_1y', 'Period: Last year'],
    ['date=this_q', 'Period: This quarter'],
    ['date=all_time', 'Period: All time'],
    ['date=rel_-60d_-30d', 'Period: 60 days ago – 30 days ago'],
    ['date=rel_before_back_2m', 'Period: before: 2 months ago'],
    ['date=today_md', 'Period: This day in any year'],
    ['date=2026-W11', 'Period: Week 11 of 2026'],
    ['date=2026-03', 'Period: Mar 2026'],
    ['window=rel_-7d_0d', 'Period: Past 7 days'],
  ])('%s reads "%s" and can be removed', async (path, text) => {
    const stage = await open(path)
    expect(await words()).toBe(text)
    expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Period' }))
    await waitFor(() => expect(stage.address()).toBe(at('root')))
    expect(await words()).toBe('Period: Last 3 whole months (the page’s own)')
  })

  test("says that the period is the page's while none is chosen, and all time where the page has none", async () => {
    await open('root')
    expect(await words()).toBe('Period: Last 3 whole months (the page’s own)')
    expect(screen.queryByRole('button', { name: 'Remove Period' })).toBeNull()
    endStage()
    await open('root', { interval: null })
    expect(await words()).toBe('Period: All time')
  })

  test.each([
    [[{ ...period, title: 'When' }], 'When'],
    [[{ ...period, filters: [filterFixture({ extName: 'date', title: 'Day', today: true })] }], 'Day'],
    [[], 'Period'],
  ])('is called as the group and the filter that choose it', async (groups, name) => {
    await open('root', { groups })
    expect(await words()).toMatch(new RegExp(`^${name}: `))
  })

  test.each([
    ['sv', 'Period: Senaste 3 hela månaderna (sidans egen)'],
    ['no', 'Periode: Siste 3 hele måneder (sidens egen)'],
    ['da', 'Periode: Seneste 3 hele måneder (sidens egen)'],
    ['fi', 'Jakso: Viimeiset 3 kokonaista kuukautta (sivun oma)'],
  ] as const)('is one word in %s for a group that a configuration leaves without a title', async (locale, text) => {
    await open('root', {}, { locale })
    expect(await words()).toBe(text)
  })

  test('fits beside the place on a phone, in Finnish', async () => {
    await open('root', {}, { locale: 'fi', width: 390 })
    const box = (await chip()).getBoundingClientRect()
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(390)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the choice that the chip opens', () => {
  test('marks the period shown, and a choice replaces every other date but no other filter', async () => {
    const stage = await open('channel=store;window=rel_-7d_0d')
    const dialog = await choose()
    await userEvent.click(await dialog.findByRole('button', { name: 'Last month' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=store;date=last_1m')))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await choose()
    expect(await again.findByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
  })

  test.each([
    ['last_3m', 'Last 3 whole months'],
    [null, 'All time'],
  ])("marks the page's own period %s", async (interval, name) => {
    await open('root', { interval })
    const dialog = await choose()
    expect(await dialog.findByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    expect(dialog.getAllByRole('button', { pressed: true })).toHaveLength(1)
  })

  test('takes any number of whole periods', async () => {
    const stage = await open('root')
    const dialog = await choose()
    const count = await dialog.findByRole('textbox', { name: 'Last whole periods' })
    await userEvent.clear(count)
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await userEvent.type(count, '6')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Unit of time' }), 'quarters')
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(stage.address()).toBe(at('date=last_6q')))
  })

  test('takes dates of one’s own', async () => {
    const stage = await open('root')
    const dialog = await choose()
    await userEvent.click(await dialog.findByRole('button', { name: 'Choose dates' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '2026-11-03')
    await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '2026-11-20{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('date=custom_03112026_21112026')))
  })

  test('names the latest year with answers', async () => {
    const stage = await open('root', { periods: ['2019', 'all_time'], latestYear: '2019' })
    const dialog = await choose()
    await userEvent.click(await dialog.findByRole('button', { name: '2019 (latest with answers)' }))
    await waitFor(() => expect(stage.address()).toBe(at('date=2019')))
  })

  test('has no problem that axe finds, on a phone in dark and in Finnish', async () => {
    await open('root', {}, { locale: 'fi', width: 390, scheme: 'dark' })
    await userEvent.click(await chip())
    await screen.findByRole('button', { name: 'Viime kuukausi' })
    expect(await accessibilityProblems()).toEqual([])
  })
})
