import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { periodIndex, periodName, periodStart } from '@gensvar/contract/periods'
import type { PublishedVocabulary } from '@gensvar/contract/surveys'
import type { Locale } from '@gensvar/contract/local-text'
import { accessibilityProblems } from '#web/testing/render-app.tsx'
import { FilterSidebar } from './filter-sidebar.tsx'
import { filterFixture, filterServer, groupFixture, optionsOf } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const running = periodIndex('quarter', Math.floor(Date.now() / 86_400_000))

const vocabulary: PublishedVocabulary = {
  anonymous: true,
  filters: ['gender', 'age', 'way'],
  most: 2,
  period: 'quarter',
  closedTo: periodStart('quarter', running),
  minimum: [10, 25, 50],
}
const customer = groupFixture(
  [
    filterFixture({ extName: 'gender', title: 'Gender', options: optionsOf('Woman', 'Man') }),
    filterFixture({ extName: 'age', title: 'Age', options: optionsOf('Young', 'Old') }),
    filterFixture({ extName: 'way', title: 'Way', options: optionsOf('Phone', 'Branch') }),
  ],
  { key: 'customer' },
)
const period = groupFixture([], {
  key: 'period',
  title: 'Period',
  quickSelect: ['last_1q', 'this_q', '2026-Q1', '2025'],
})

interface Options {
  asked?: Partial<PublishedVocabulary> | null
  interval?: string
  scheme?: 'light' | 'dark'
  locale?: Locale
}

function open(path: string, { asked = {}, interval = 'last_1q', ...look }: Options = {}) {
  const start = { vocabulary: asked && { ...vocabulary, ...asked } }
  return renderStage(
    () => <FilterSidebar interval={interval} />,
    `/ranking/visits/${path}`,
    filterServer([customer], [period], start),
    look,
  )
}

const why = 'This survey is anonymous: filters apply to one closed quarter.'
const needed = /^With a filter, figures are shown for one closed quarter only/

describe('the filters of an anonymous survey', () => {
  test.each([
    [{}, why],
    [{ period: 'month' as const }, 'This survey is anonymous: filters apply to one closed month.'],
    [{ anonymous: false, period: null, closedTo: null }, null],
    [null, null],
  ])('say why they are few: %o', async (asked, words) => {
    await open('root', { asked })
    await screen.findByRole('radio', { name: 'Woman' })
    expect(screen.queryAllByText(/^This survey is anonymous/).map((one) => one.textContent)).toEqual(
      words === null ? [] : [words],
    )
  })

  test('combine two questions, and say so when a third is chosen', async () => {
    const stage = await open('gender=woman;age=old')
    await userEvent.click(await screen.findByRole('radio', { name: 'Phone' }))
    expect(await screen.findByText('Only two questions can be combined. Remove one first.')).toBeVisible()
    expect(stage.address()).toBe('/ranking/visits/gender=woman;age=old')
    expect(screen.getByRole('radio', { name: 'Phone' })).not.toBeChecked()
    // Another choice of a question that is already used is not a third one, and removes the message.
    await userEvent.click(screen.getByRole('radio', { name: 'Young' }))
    await waitFor(() => expect(stage.address()).toBe('/ranking/visits/gender=woman;age=young'))
    expect(screen.queryByText(/^Two questions at a time/)).toBeNull()
  })

  test('are included, whatever a link has them be', async () => {
    const stage = await open('age=_old')
    await userEvent.click(await screen.findByRole('radio', { name: 'Young' }))
    await waitFor(() => expect(stage.address()).toBe('/ranking/visits/age=young'))
  })

  test('are one at a time where the survey has many', async () => {
    await open('gender=woman', { asked: { most: 1 } })
    await userEvent.click(await screen.findByRole('radio', { name: 'Old' }))
    expect(
      await screen.findByText('Only one question can be chosen at a time. Remove the other one first.'),
    ).toBeVisible()
  })

  test('are not limited in a named survey', async () => {
    const stage = await open('gender=woman;age=old', { asked: { anonymous: false, period: null, closedTo: null } })
    await userEvent.click(await screen.findByRole('radio', { name: 'Phone' }))
    await waitFor(() => expect(stage.address()).toBe('/ranking/visits/gender=woman;age=old;way=phone'))
  })

  test.each([
    ['gender=man;date=this_q', 'last_1q', true],
    ['gender=man;date=last_1y', 'last_1q', true],
    ['gender=man;date=2099-Q1', 'last_1q', true],
    ['gender=man', 'this_q', true],
    ['gender=man', 'last_1q', false],
    ['gender=man;date=2026-Q1', 'this_q', false],
    ['date=this_q', 'last_1q', false],
  ])('at %s, on a page of %s, ask for a quarter that is closed: %s', async (path, interval, isAsked) => {
    await open(path, { interval })
    await screen.findByRole('radio', { name: 'Woman' })
    expect(screen.queryAllByText(needed)).toHaveLength(isAsked ? 1 : 0)
  })

  test('offer the last quarter with one click', async () => {
    const stage = await open('gender=man;date=this_q')
    await userEvent.click(await screen.findByRole('button', { name: 'Show the last quarter' }))
    await waitFor(() =>
      expect(stage.address()).toBe(`/ranking/visits/gender=man;date=${periodName('quarter', running - 1)}`),
    )
    expect(screen.queryByText(needed)).toBeNull()
  })

  test('list periods of the past by name', async () => {
    const stage = await open('root')
    await userEvent.click(await screen.findByRole('tab', { name: 'Time' }))
    const shortcuts = within(await screen.findByRole('group', { name: 'Shortcuts' })).getAllByRole('button')
    expect(shortcuts.map((one) => one.textContent)).toEqual(['Last quarter', 'This quarter'])
    await userEvent.click(screen.getByRole('combobox', { name: 'Earlier periods' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Q1 2026' }))
    await waitFor(() => expect(stage.address()).toBe('/ranking/visits/date=2026-Q1'))
  })
})

test.each(['light', 'dark'] as const)('axe finds nothing wrong in the %s scheme, in Finnish', async (scheme) => {
  await open('gender=woman;age=old;date=this_q', { scheme, locale: 'fi' })
  await userEvent.click(await screen.findByRole('radio', { name: 'Phone' }))
  await screen.findByText(/^Kaksi kysymystä/)
  await screen.findByText(/^Suodatettuna lukuja/)
  expect(await accessibilityProblems()).toEqual([])
})
