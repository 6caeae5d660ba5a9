import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { expandPath, getSegmentedDrillPath, storePath } from '@gensvar/contract/paths'
import { parsePath, printPath } from '@gensvar/contract/drill-path'
import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { serve } from '#web/testing/serve.ts'
import { filterFixture, filterServer, groupFixture, optionsOf } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const at = (path: string) => `/ranking/visits/${path}`
const server = () => [
  ...filterServer(
    [
      groupFixture([
        filterFixture({
          extName: 'channel',
          title: { en: 'Channel', sv: 'Kanal' },
          options: optionsOf('Store', 'Web', 'Phone', 'Post', 'Fax'),
        }),
        filterFixture({ extName: 'city', title: 'City', serverSide: true }),
        filterFixture({ extName: 'age', title: 'Age', range: true }),
      ]),
    ],
    [groupFixture([filterFixture({ extName: 'window', title: 'Window', dateInterval: true })])],
  ),
  serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] }),
]
const Head = () => <PageHead interval="last_3m" />
async function chips() {
  const bar = await screen.findByRole('group', { name: 'Active filters' })
  return within(bar)
}
const texts = async () =>
  (await chips()).queryAllByRole('button', { name: /^Remove / }).map((button) => button.parentElement?.textContent)

describe('filter chips', () => {
  test("name a text that ends with ~ 'contains' and a leading _ 'not' (FILTER-12)", async () => {
    const stage = await renderStage(Head, at('city=sto~;channel=_store;place=_sto~*mal~;plain=sto'), server())
    expect(await texts()).toEqual([
      'City: contains sto',
      'Channel: not Store',
      'place: not contains sto, contains mal',
      'plain: sto',
    ])
    expect(stage.address()).toBe(at('city=sto~;channel=_store;place=_sto~*mal~;plain=sto'))
  })

  test.each([
    ['channel=store', 'Channel: Store'],
    ['channel=none', 'Channel: not answered'],
    ['channel=_none', 'Channel: answered'],
    ['channel=store*web*phone*post*fax', 'Channel: Store, Web, Phone +2 more'],
    ['age=range_18_35', 'Age: 18–35'],
    ['samplestate=2', 'State: Approved, no response yet'],
    ['region=north', 'Region: north'],
  ])('%s reads "%s"', async (path, words) => {
    await renderStage(Head, at(path), server())
    expect(await texts()).toEqual([words])
  })

  test.each([
    ['wait_minutes=_none', 'Waiting time: answered'],
    ['wait_minutes=range_1_5;purpose=buy*other', 'Waiting time: 1–5 / Purpose: To buy, other'],
  ])('%s names questions that are no filters of the sidebar by their titles: "%s"', async (path, words) => {
    const filterTitles = [
      { name: 'wait_minutes', title: { en: 'Waiting time' }, options: [] },
      { name: 'purpose', title: { en: 'Purpose' }, options: [{ extName: 'buy', title: { en: 'To buy' } }] },
    ]
    await renderStage(Head, at(path), [
      serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles }),
      ...server(),
    ])
    await waitFor(async () => expect((await texts()).join(' / ')).toBe(words))
  })

  test.each([
    ['campaign=12.any.any.any', 'Campaign: Autumn'],
    ['campaign=12.delivered.any.any', 'Campaign: Autumn, delivered'],
    ['campaign=12.unsub.no.yes', 'Campaign: Autumn, unsubscribed, Opened: no, Clicked: yes'],
  ])('%s names its campaign (FILTER-35)', async (path, words) => {
    const stage = await renderStage(Head, at(path), server())
    await waitFor(async () => expect(await texts()).toEqual([words]))
    const asked = stage.calls.filter((call) => call.route === 'getCampaignName')
    expect(asked.map((call) => call.params)).toEqual([{ survey: 'visits', campaign: '12' }])
  })

  test('never show the hidden filter (FILTER-14a)', async () => {
    await renderStage(Head, at('illegal=_1;channel=store'), server())
    expect(await texts()).toEqual(['Channel: Store'])
    expect(document.body.textContent).toContain('Channel')
    expect(document.body.textContent).not.toMatch(/illegal/i)
  })

  test('are removed one by one with the mouse', async () => {
    const stage = await renderStage(Head, at('country=SE;channel=store;age=range_18_35'), server())
    await userEvent.click((await chips()).getByRole('button', { name: 'Remove Channel' }))
    await waitFor(() => expect(stage.address()).toBe(at('country=SE;age=range_18_35')))
    expect(await texts()).toEqual(['Age: 18–35'])
    stage.back()
    await waitFor(async () => expect(await texts()).toHaveLength(2))
  })

  test('are removed with the keyboard', async () => {
    const stage = await renderStage(Head, at('channel=store;age=range_18_35'), server())
    ;(await chips()).getByRole('button', { name: 'Remove Channel' }).focus()
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Remove Age' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('channel=store')))
  })

  test('are all cleared at once, the place stays', async () => {
    const stage = await renderStage(Head, at('country=SE;channel=store;age=range_18_35'), server())
    await userEvent.click((await chips()).getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(stage.address()).toBe(at('country=SE')))
    expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull()
  })

  test('speak the language of the reader', async () => {
    await renderStage(Head, at('channel=_store*web~'), server(), { locale: 'sv' })
    const bar = within(await screen.findByRole('group', { name: 'Aktiva filter' }))
    expect(bar.getByRole('button', { name: 'Ta bort Kanal' }).parentElement).toHaveTextContent(
      'Kanal: inte Store, innehåller web',
    )
  })
})

describe('a path too long for an address', () => {
  const long = printPath(parsePath(`channel=${Array.from({ length: 300 }, (_, index) => `value${index}`).join('*')}`))

  test('is stored, and its short form goes into the address', async () => {
    const stage = await renderStage(Head, at(`age=range_1_2;${long}`), [
      ...server(),
      serve(storePath, { path: 'sel=abc' }),
      serve(expandPath, { path: long }),
    ])
    await userEvent.click((await chips()).getByRole('button', { name: 'Remove Age' }))
    await waitFor(() => expect(stage.address()).toBe(at('sel=abc')))
    expect(stage.calls.find((call) => call.route === 'storePath')?.body).toEqual({ path: long })
    await waitFor(async () => expect(await texts()).toEqual(['Channel: value0, value1, value2 +297 more']))
  })
})
