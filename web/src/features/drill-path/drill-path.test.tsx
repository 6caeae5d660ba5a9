import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { getSegmentedDrillPath, getSuggestions, listSegmentChildren } from '@gensvar/contract/paths'
import { filterServer } from '#web/features/filters/testing/filter-fixtures.ts'
import { endStage, renderStage } from '#web/features/filters/testing/render-stage.tsx'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useChangePath } from '#web/lib/place.ts'
import { accessibilityProblems } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { PageHead } from './page-head.tsx'

afterEach(() => {
  onlineManager.setOnline(true)
  endStage()
})

const at = (path: string) => `/ranking/visits/${path}`
const child = (path: string, text: string, accessAllowed = true) => ({ path, text, accessAllowed })
const countries = [
  child('country=DK;channel=store', 'Denmark', false),
  child('country=SE;channel=store', 'Sweden'),
  child('country=NO;channel=store', 'Norway'),
]
const figures = [
  { ...countries[0]!, formattedValue: '68', nInterviews: 1204 },
  { ...countries[1]!, formattedValue: '74', nInterviews: 88 },
  { ...countries[2]!, formattedValue: null, nInterviews: null },
]
const segment = { helpText: null, children: [], entityId: null, isCompleted: false }
const path = {
  segments: [
    { ...segment, path: 'channel=store', text: 'All', children: countries },
    { ...segment, path: 'country=SE;channel=store', text: 'Sweden', helpText: { en: 'Country' }, entityId: 7 },
  ],
  nOpenAlerts: 14,
  filterTitles: [],
}
const suggestions = {
  viewResults: [
    { header: { en: 'Region' }, paths: [{ text: 'Sweden / West', value: 'country=SE;region=west;channel=store' }] },
    {
      header: 'Store',
      paths: [
        { text: 'Norway / Westgate', value: 'country=NO;region=wg' },
        { text: 'Sweden / Westside', value: 'country=SE;region=ws' },
      ],
    },
  ],
}
const server = () => [
  ...filterServer([]),
  serve(getSegmentedDrillPath, path),
  serve(listSegmentChildren, ({ query }) => {
    const children = figures.filter((one) => one.text.toLowerCase().includes(query['filter'] ?? ''))
    return { children, total: query['filter'] === '' ? 240 : children.length }
  }),
  serve(getSuggestions, ({ query }) => (query['term'] === 'nowhere' ? { viewResults: [] } : suggestions)),
]
const here = at('country=SE;channel=store')
const start = (options = {}) => renderStage(PageHead, here, server(), options)
const bar = async () => within(await screen.findByRole('navigation', { name: 'Drill path' }))

describe('the drill path bar', () => {
  test('shows the segments, each with a dropdown of its children (NAV-34)', async () => {
    const stage = await start()
    const path = await bar()
    expect((await path.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(['All', 'Sweden'])
    expect(path.getByRole('button', { name: 'Sweden' })).toHaveAttribute('aria-current', 'location')
    // Sweden has no children, so it has no dropdown either.
    expect(path.getAllByRole('button', { name: /Go to a unit below/ })).toHaveLength(1)
    await userEvent.click(path.getByRole('button', { name: 'Go to a unit below All' }))
    const options = await screen.findAllByRole('option')
    expect(options).toHaveLength(3)
    await userEvent.click(screen.getByRole('option', { name: /Norway/ }))
    await waitFor(() => expect(stage.address()).toBe(at('country=NO;channel=store')))
  })

  test("the children carry their main figure and n; the path's own is marked", async () => {
    await start()
    await userEvent.click(await (await bar()).findByRole('button', { name: 'Go to a unit below All' }))
    const sweden = await screen.findByRole('option', { name: 'Sweden 74 n 88' })
    expect(sweden).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('3 of 240 shown. Search to find the others.')).toBeVisible()
  })

  test('a child without access has a lock and leads nowhere', async () => {
    const stage = await start()
    await userEvent.click(await (await bar()).findByRole('button', { name: 'Go to a unit below All' }))
    const denmark = await screen.findByRole('option', { name: /No access Denmark/ })
    expect(denmark).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(denmark)
    expect(stage.address()).toBe(here)
  })

  test('a step below which nothing may be opened has no chevron', async () => {
    const locked = path.segments.map((one) => ({
      ...one,
      children: one.children.map((each) => ({ ...each, accessAllowed: false })),
    }))
    await renderStage(PageHead, here, [serve(getSegmentedDrillPath, { ...path, segments: locked }), ...server()])
    const bar = within(await screen.findByRole('navigation', { name: 'Drill path' }))
    expect(await bar.findByRole('button', { name: 'All' })).toBeVisible()
    expect(bar.queryByRole('button', { name: /Go to a unit below/ })).toBeNull()
  })

  test('the children are searched and chosen with the keyboard', async () => {
    const stage = await start()
    ;(await (await bar()).findByRole('button', { name: 'Go to a unit below All' })).focus()
    await userEvent.keyboard('{Enter}')
    const box = await screen.findByRole('combobox', { name: 'Go to a unit below All' })
    await waitFor(() => expect(box).toHaveFocus())
    await userEvent.keyboard('nor')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('country=NO;channel=store')))
  })

  test('a segment shows its help, and its children open their paths (NAV-40)', async () => {
    const stage = await start()
    const path = await bar()
    await userEvent.hover(await path.findByRole('button', { name: 'Sweden' }))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Country')
    for (const { path: below, text } of countries.filter(({ accessAllowed }) => accessAllowed)) {
      await userEvent.click(path.getByRole('button', { name: 'Go to a unit below All' }))
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(text) }))
      await waitFor(() => expect(stage.address()).toBe(at(below)))
    }
  })

  test('a name that is cut off is there in full on hover, and only then', async () => {
    const long = 'The northernmost of all the regions, islands included'
    const [all, sweden] = path.segments
    const cut = { ...path, segments: [all!, { ...sweden!, text: long }] }
    await renderStage(PageHead, here, [serve(getSegmentedDrillPath, cut), ...server()])
    const { getByRole, findByRole } = await bar()
    const segment = await findByRole('button', { name: long })
    await userEvent.hover(segment)
    expect(segment).toHaveAttribute('title', long)
    await userEvent.hover(getByRole('button', { name: all!.text }))
    expect(getByRole('button', { name: all!.text })).not.toHaveAttribute('title')
  })

  test('a segment leads to its path', async () => {
    const stage = await start()
    await userEvent.click(await (await bar()).findByRole('button', { name: 'All' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=store')))
  })

  test('Backspace goes up and keeps the filters; at the top and while typing it does not', async () => {
    const stage = await start()
    await (await bar()).findByRole('button', { name: 'Sweden' })
    await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), 'ab{Backspace}')
    expect(stage.address()).toBe(here)
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(stage.address()).toBe(at('channel=store')))
    await userEvent.keyboard('{Backspace}')
    expect(stage.address()).toBe(at('channel=store'))
  })

  test('without a connection it shows the steps that are known, of the place asked for alone', async () => {
    function Offline() {
      const [isOffline, setOffline] = useState(false)
      const change = useChangePath()
      const connection = { trouble: isOffline ? ('offline' as const) : null, retry: () => undefined }
      return (
        <ConnectionContext value={connection}>
          <button type="button" onClick={() => setOffline(true)}>
            Disconnect
          </button>
          <button type="button" onClick={() => void change('country=NO;channel=store')}>
            Leave
          </button>
          <PageHead />
        </ConnectionContext>
      )
    }
    const stage = await renderStage(Offline, here, server())
    const { findByRole, getByRole, getAllByRole } = await bar()
    const steps = () => getAllByRole('listitem').map((item) => item.textContent)
    expect(await findByRole('button', { name: 'Sweden' })).toBeVisible()
    onlineManager.setOnline(false)
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(stage.address()).toBe(at('country=NO;channel=store')))
    await waitFor(() => expect(steps()).toEqual(['All', 'Norway']))
    expect(getByRole('button', { name: 'Norway' })).toHaveAttribute('aria-current', 'location')
    await userEvent.click(getByRole('button', { name: 'All' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=store')))
    await waitFor(() => expect(steps()).toEqual(['All']))
  })

  test('the open alerts at its end lead to the alert list', async () => {
    await start()
    const link = await (await bar()).findByRole('link', { name: '14 open alerts here' })
    expect(link).toHaveAttribute('href', '/alertlist/visits/country=SE;channel=store;date=last_3m?states=open')
  })

  test('the open alerts say so where they are only those that the reader can see', async () => {
    await renderStage(PageHead, here, [serve(getSegmentedDrillPath, { ...path, ownAlertsOnly: true }), ...server()])
    expect(await (await bar()).findByRole('link', { name: '14 open alerts you can see here' })).toBeVisible()
  })
})

describe('the search box', () => {
  const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' })

  test('lists suggestions while typing, under their headers; choosing one makes its value the drill path (RANK-28)', async () => {
    const stage = await start()
    await userEvent.type(await box(), 'west')
    const groups = await screen.findAllByRole('group', { name: /^(Region|Store)$/ })
    expect(
      groups.map((group) =>
        within(group)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ),
    ).toEqual([['Sweden / West'], ['Norway / Westgate', 'Sweden / Westside']])
    const terms = stage.calls.filter((call) => call.route === 'getSuggestions').map((call) => call.query['term'])
    expect(terms.at(-1)).toBe('west')
    await userEvent.click(screen.getByRole('option', { name: 'Norway / Westgate' }))
    await waitFor(() => expect(stage.address()).toBe(at('country=NO;region=wg')))
  })

  test('choosing a drill path changes the route (NAV-36a), resets the term (NAV-36b) and the suggestions (NAV-36c)', async () => {
    const stage = await start()
    await userEvent.type(await box(), 'west')
    await screen.findByRole('option', { name: 'Sweden / West' })
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('country=NO;region=wg')))
    expect((await box()).value).toBe('')
    await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(0))
  })

  test('a path chosen elsewhere resets the term too', async () => {
    const stage = await start()
    await userEvent.type(await box(), 'west')
    await userEvent.click(await (await bar()).findByRole('button', { name: 'All' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=store')))
    expect((await box()).value).toBe('')
  })

  test('tells the keyboard where it is', async () => {
    await start()
    const input = await box()
    expect(input).toHaveAttribute('aria-expanded', 'false')
    await userEvent.type(input, 'west')
    const option = await screen.findByRole('option', { name: 'Sweden / West' })
    expect(input).toHaveAttribute('aria-expanded', 'true')
    expect(input).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
    expect(input).toHaveAttribute('aria-activedescendant', option.id)
    await userEvent.keyboard('{ArrowDown}')
    const next = screen.getByRole('option', { name: 'Norway / Westgate' })
    expect(input).toHaveAttribute('aria-activedescendant', next.id)
  })

  test('Esc clears it', async () => {
    await start()
    await userEvent.type(await box(), 'west')
    await screen.findByRole('option', { name: 'Sweden / West' })
    await userEvent.keyboard('{Escape}')
    expect((await box()).value).toBe('')
    await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(0))
  })

  test('says that nothing was found', async () => {
    await start()
    await userEvent.type(await box(), 'nowhere')
    expect(await screen.findByText('Nothing with that name here.')).toBeVisible()
  })

  test('says what went wrong', async () => {
    await renderStage(PageHead, here, [serve(getSuggestions, () => refusal('internal')), ...server()])
    await userEvent.type(await box(), 'west')
    expect(await screen.findByText(/Something went wrong/)).toBeVisible()
  })
})

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test('axe finds nothing wrong with the head of a page, its menu and its suggestions', async () => {
    await start({ scheme })
    await screen.findByRole('link', { name: '14 open alerts here' })
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Go to a unit below All' }))
    await screen.findByRole('option', { name: 'Sweden 74 n 88' })
    await waitFor(() => expect(screen.getByRole('listbox').getAnimations({ subtree: true })).toHaveLength(0))
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'west')
    await screen.findByRole('option', { name: 'Sweden / West' })
    expect(await accessibilityProblems()).toEqual([])
  })
})

describe('how units are read', () => {
  const moved = () => [serve(getSegmentedDrillPath, { ...path, hasMovedUnits: true }), ...server()]
  const chip = { name: /^Units: / }

  test('is chosen beside the place where units have moved, told while they are as they are now, and taken back', async () => {
    const stage = await renderStage(PageHead, here, moved())
    const head = await bar()
    await userEvent.click(await head.findByRole('button', { name: 'Units: as they were' }))
    const choice = within(await screen.findByRole('dialog'))
    expect(await choice.findByRole('radio', { name: 'as they were' })).toBeChecked()
    expect(choice.getByText(/count where the unit is today/)).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(stage.address()).toBe(`${here};units.as=now`))
    expect(choice.getByRole('radio', { name: 'as they are now' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    const opener = await head.findByRole('button', { name: 'Units: as they are now' })
    await waitFor(() => expect(opener).toHaveFocus())
    // It is no filter among the others.
    const chips = within(screen.getByRole('group', { name: 'Active filters' }))
    expect(chips.getAllByRole('button', { name: /^Remove / })).toHaveLength(1)
    await userEvent.click(head.getByRole('button', { name: 'Remove Units' }))
    await waitFor(() => expect(stage.address()).toBe(here))
  })

  test('is not offered elsewhere, but told where an address asks for it', async () => {
    await start()
    const head = await bar()
    expect((await head.findAllByRole('listitem')).length).toBe(2)
    expect(head.queryByRole('button', chip)).toBeNull()
    endStage()
    await renderStage(PageHead, `${here};units.as=now`, server(), { locale: 'fi' })
    expect(await screen.findByRole('button', { name: 'Yksiköt: nykyisillä paikoilla' })).toBeVisible()
  })
})
