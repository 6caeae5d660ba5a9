import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { queryFilter } from '@gensvar/contract/filters'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import type { Filter, FilterGroup } from '@gensvar/contract/entities/survey'
import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { sessionStore } from '#web/lib/session-store.ts'
import { serve } from '#web/testing/serve.ts'
import { FilterSidebar } from './filter-sidebar.tsx'
import { filterFixture, filterServer, groupFixture, optionsOf } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const at = (path: string) => `/ranking/visits/${path}`
const channel = filterFixture({
  extName: 'channel',
  title: { en: 'Channel' },
  options: optionsOf('Store', 'Web', 'Phone'),
  multipleSelections: true,
  exclude: true,
})
const many = optionsOf(...Array.from({ length: 12 }, (_, index) => `City ${index}`))

/** Shows the sidebar with one filter in the standard tab. */
function show(filter: Filter, path = 'root') {
  return renderStage(FilterSidebar, at(path), filterServer([groupFixture([filter])]))
}

describe('the sidebar', () => {
  test('has the tabs Standard and Time (FILTER-01)', async () => {
    const time = groupFixture([filterFixture({ extName: 'date', title: 'Date', today: true })], {
      key: 'period',
      title: 'Period',
    })
    await renderStage(FilterSidebar, at('root'), filterServer([groupFixture([channel])], [time]))
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Standard', 'Time'])
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true')
    expect(await screen.findByRole('checkbox', { name: 'Store' })).toBeVisible()
    // React's \`act\`, in which the click runs, forgets a render that waits for code; so the code is awaited first.
    await screen.findByRole('button', { name: 'Today', hidden: true })
    await userEvent.click(tabs[1]!)
    expect(await screen.findByRole('button', { name: 'Today' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Store', hidden: true })).not.toBeVisible()
  })

  test('clear all removes every active filter and keeps the place (FILTER-02)', async () => {
    const stage = await show(channel, 'country=SE;channel=store;date=rel_-30d_0d;other=_x;illegal=_1')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(stage.address()).toBe(at('country=SE')))
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeDisabled()
  })

  test('never shows the hidden filter or an option of its name (FILTER-14a)', async () => {
    const hidden = filterFixture({ extName: 'illegal', title: 'Illegal', options: optionsOf('Secret') })
    const cities = filterFixture({ extName: 'city', options: [...many, ...optionsOf('Illegal')] })
    await renderStage(FilterSidebar, at('root'), filterServer([groupFixture([hidden, cities])]))
    await userEvent.click(await screen.findByRole('combobox', { name: 'city' }))
    await screen.findByRole('option', { name: 'City 0' })
    expect(screen.queryByText('Secret')).toBeNull()
    expect(screen.queryAllByText('Illegal')).toHaveLength(0)
  })

  test('says so where a tab has no filters', async () => {
    await renderStage(FilterSidebar, at('root'), filterServer([]))
    expect(
      await screen.findByText('This survey has no filters here.', { selector: ':not([hidden] *)' }),
    ).toBeInTheDocument()
  })
})

test('standard and time filters are held together and sent with the next data call (FILTER-36)', async () => {
  const date = groupFixture([], { key: 'period', title: 'Period', quickSelect: ['rel_-30d_0d'] })
  const stage = await renderStage(
    () => (
      <>
        <PageHead />
        <FilterSidebar />
      </>
    ),
    at('country=SE'),
    [
      ...filterServer([groupFixture([channel])], [date]),
      serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] }),
    ],
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Store' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Time' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Past 30 days' }))
  const both = 'country=SE;channel=store;date=rel_-30d_0d'
  await waitFor(() => expect(stage.calls.at(-1)?.params).toEqual({ survey: 'visits', drillPath: both }))
  expect(sessionStore.get().drillPath).toBe(both)
})

describe('groups', () => {
  const two = [channel, filterFixture({ extName: 'gender', title: 'Gender', options: optionsOf('Woman', 'Man') })]
  const render = (change: Partial<FilterGroup>, path = 'root') =>
    renderStage(
      FilterSidebar,
      at(path),
      filterServer([groupFixture(two, { key: 'customer', title: 'Customer', ...change })]),
    )

  test('have a heading that opens and closes them', async () => {
    await render({ expanded: false })
    const heading = await screen.findByRole('button', { name: 'Customer' })
    expect(heading).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('Gender')).toBeNull()
    await userEvent.click(heading)
    expect(screen.getByText('Gender')).toBeVisible()
  })

  test('that are expanded are open at the start (FILTER-08)', async () => {
    await render({ expanded: true })
    expect(await screen.findByText('Gender')).toBeVisible()
  })

  test('that hold an active filter are open at the start', async () => {
    await render({ expanded: false }, 'channel=web')
    expect(await screen.findByRole('checkbox', { name: 'Web' })).toBeChecked()
  })

  test('that are ungrouped have no heading (FILTER-08)', async () => {
    await render({ ungrouped: true, expanded: false })
    expect(await screen.findByText('Gender')).toBeVisible()
    expect(screen.queryByText('Customer')).toBeNull()
  })

  test('that are not flattened fold each filter on its own', async () => {
    await render({ flatten: false })
    expect(await screen.findByRole('button', { name: 'Gender' })).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('radio', { name: 'Man' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Gender' }))
    expect(screen.getByRole('radio', { name: 'Man' })).toBeVisible()
  })

  test('that are flattened show their filters at once (FILTER-08)', async () => {
    await render({ flatten: true })
    expect(await screen.findByRole('radio', { name: 'Man' })).toBeVisible()
  })

  test('with shortcuts set the dates of their first filter; a second press takes them away (FILTER-08)', async () => {
    const date = filterFixture({ extName: 'visited_on', title: 'Visited', kind: 'dates' })
    const period = groupFixture([date], { key: 'period', title: 'Period', quickSelect: ['rel_-30d_0d', 'rel_-1y_0d'] })
    const stage = await renderStage(FilterSidebar, at('root'), filterServer([period]))
    const shortcut = await screen.findByRole('button', { name: 'Past 30 days' })
    expect(screen.getByRole('button', { name: 'Past 12 months' })).toBeVisible()
    await userEvent.click(shortcut)
    await waitFor(() => expect(stage.address()).toBe(at('visited_on=rel_-30d_0d')))
    expect(screen.getByRole('button', { name: 'Past 30 days' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Past 30 days' }))
    await waitFor(() => expect(stage.address()).toBe(at('root')))
  })

  test('mark the period of the page while none is chosen, and let another be chosen', async () => {
    const period = groupFixture([], { key: 'period', title: 'Period', quickSelect: ['last_1m', 'last_3m', 'this_m'] })
    const Sidebar = () => <FilterSidebar interval="last_3m" />
    const stage = await renderStage(Sidebar, at('root'), filterServer([period]))
    expect(await screen.findByRole('button', { name: 'Last 3 whole months' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Last month' }))
    await waitFor(() => expect(stage.address()).toBe(at('date=last_1m')))
    expect(screen.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'Last 3 whole months' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('mark nothing while days around today are asked for by another name', async () => {
    const window = filterFixture({ extName: 'window', title: 'Window', dateInterval: true })
    const period = groupFixture([], { key: 'period', title: 'Period', quickSelect: ['last_3m'] })
    const Sidebar = () => <FilterSidebar interval="last_3m" />
    await renderStage(Sidebar, at('window=rel_-7d_0d'), filterServer([period], [groupFixture([window])]))
    expect(await screen.findByRole('button', { name: 'Last 3 whole months' })).toHaveAttribute('aria-pressed', 'false')
  })

  test.each([
    ['date=last_3m', false],
    ['date=custom_01082026_01112026', false],
    ['date=rel_-30d_0d', true],
    ['date=custom_01082026_31102026', true],
  ])('at %s say that nothing is compared: %s', async (path, said) => {
    const period = groupFixture([], { key: 'period', title: 'Period', quickSelect: ['last_1m'] })
    await renderStage(FilterSidebar, at(path), filterServer([period]))
    await screen.findByRole('button', { name: 'Last month' })
    expect(screen.queryAllByText(/^Comparisons with other units need whole/)).toHaveLength(said ? 1 : 0)
  })

  test('with a range of their own take dates that the user chooses (FILTER-08)', async () => {
    const period = groupFixture([], { key: 'period', title: 'Period', userSelectableRange: true })
    const stage = await renderStage(FilterSidebar, at('root'), filterServer([period]))
    await userEvent.click(await screen.findByRole('button', { name: 'Period: Choose dates' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'From' }), '2026-11-03')
    await userEvent.type(screen.getByRole('textbox', { name: 'To' }), '2026-11-20{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('date=custom_03112026_21112026')))
  })

  test('without these flags have neither shortcuts nor a range', async () => {
    await render({})
    await screen.findByText('Gender')
    expect(screen.queryByRole('group', { name: 'Shortcuts' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Choose dates/ })).toBeNull()
  })
})

describe('the flags of a filter pick its control', () => {
  const controls = {
    multipleSelections: { role: 'checkbox', name: 'Store' },
    range: { role: 'textbox', name: 'From' },
    today: { role: 'button', name: 'Today' },
    dateRef: { role: 'combobox', name: 'Back or forward' },
    dateInterval: { role: 'textbox', name: 'From day' },
    tableDate: { role: 'button', name: 'Channel: Choose dates' },
    serverSide: { role: 'combobox', name: 'Channel' },
    dropdown: { role: 'combobox', name: 'Channel' },
    exclude: { role: 'radio', name: 'Exclude' },
    submatch: { role: 'textbox', name: 'Channel contains' },
  } as const
  type Flag = keyof typeof controls
  const flags = { extName: 'channel', title: 'Channel', options: optionsOf('Store', 'Web') }
  const plain = filterFixture(flags)

  test('without a flag, one of the options', async () => {
    await show(plain)
    expect(await screen.findByRole('radio', { name: 'Store' })).toBeVisible()
    for (const { role, name } of Object.values(controls)) expect(screen.queryByRole(role, { name })).toBeNull()
  })

  test.each(Object.keys(controls) as Flag[])('%s has a control of its own (FILTER-09)', async (flag) => {
    await show(filterFixture({ ...flags, [flag]: true, options: flag === 'serverSide' ? [] : flags.options }))
    const { role, name } = controls[flag]
    expect(await screen.findByRole(role, { name })).toBeVisible()
    // Only excluding and searching in answers keep the choice of a single option.
    const choices = screen.queryAllByRole('radio', { name: 'Store' })
    expect(choices).toHaveLength(flag === 'exclude' || flag === 'submatch' ? 1 : 0)
  })

  test('several flags give several controls', async () => {
    await show(filterFixture({ ...flags, today: true, tableDate: true }))
    expect(await screen.findByRole('button', { name: 'Today' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Channel: Choose dates' })).toBeVisible()
  })
})

describe('filters with options', () => {
  test('take several where multipleSelections is set (FILTER-09)', async () => {
    const stage = await show(channel)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Store' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Web' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=store*web')))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Store' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=web')))
  })

  test('take one otherwise; all clears it', async () => {
    const stage = await show({ ...channel, multipleSelections: false })
    await userEvent.click(await screen.findByRole('radio', { name: 'Store' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Web' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=web')))
    await userEvent.click(screen.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(stage.address()).toBe(at('root')))
  })

  test('stand in a dropdown where it is asked for (FILTER-09)', async () => {
    const stage = await show({ ...channel, multipleSelections: false, dropdown: true })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Channel' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Phone' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=phone')))
  })

  test('take several from a dropdown', async () => {
    const stage = await show({ ...channel, dropdown: true })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Channel' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Phone' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Web' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=phone*web')))
  })

  test('include by default, and exclude once that is chosen (FILTER-10) (FILTER-11b)', async () => {
    const stage = await show(channel)
    expect(await screen.findByRole('radio', { name: 'Include' })).toBeChecked()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Store' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=store')))
    await userEvent.click(screen.getByRole('radio', { name: 'Exclude' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=_store')))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Web' }))
    await waitFor(() => expect(stage.address()).toBe(at('channel=_store*_web')))
  })

  test.each<[string, Partial<Filter>]>([
    ['one choice', { multipleSelections: false }],
    ['a dropdown', { dropdown: true }],
    ['a dropdown of one choice', { dropdown: true, multipleSelections: false }],
    ['a search on the server', { serverSide: true }],
    ['a part of the answer', { submatch: true }],
    ['a range', { range: true }],
    ['many choices', { options: many }],
  ])('include by default as %s too (FILTER-10)', async (_form, change) => {
    await show({ ...channel, ...change })
    expect(await screen.findByRole('radio', { name: 'Include' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Exclude' })).not.toBeChecked()
  })

  test('offer no exclusion unless the filter allows it (FILTER-09)', async () => {
    await show({ ...channel, exclude: false })
    await screen.findByRole('checkbox', { name: 'Store' })
    expect(screen.queryByRole('radio', { name: 'Exclude' })).toBeNull()
  })

  test('look for a part of the answer where submatch is set (FILTER-11a)', async () => {
    const stage = await show({ ...channel, submatch: true })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Channel contains' }), 'sto{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('channel=sto~')))
  })

  test('name the sample states', async () => {
    await show(filterFixture({ extName: 'samplestate', title: 'State', options: optionsOf('0', '1', '2', '3', '4') }))
    expect(await screen.findByRole('radio', { name: 'Completed' })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Cancelled' })).toBeVisible()
  })
})

describe('the typeahead', () => {
  test.each([
    [9, 0],
    [10, 1],
  ])('of a filter with %i options stands there %i times (FILTER-31)', async (count, times) => {
    await show(
      filterFixture({ extName: 'city', title: 'City', options: many.slice(0, count), multipleSelections: true }),
    )
    expect(await screen.findByText('City', { selector: 'h4' })).toBeVisible()
    expect(screen.queryAllByRole('combobox', { name: 'City' })).toHaveLength(times)
    expect(screen.queryAllByRole('checkbox')).toHaveLength(times === 0 ? count : 0)
  })

  test('is worked with the keyboard; what is chosen stands above it', async () => {
    const stage = await show(filterFixture({ extName: 'city', title: 'City', options: many, multipleSelections: true }))
    const box = await screen.findByRole('combobox', { name: 'City' })
    await userEvent.type(box, '1')
    const first = await screen.findByRole('option', { name: 'City 1' })
    expect(box).toHaveAttribute('aria-expanded', 'true')
    expect(box).toHaveAttribute('aria-activedescendant', first.id)
    expect(first).toHaveAttribute('aria-setsize', '3')
    await userEvent.keyboard('{ArrowDown}')
    expect(box).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: 'City 10' }).id)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('city=city!2010')))
    expect(await screen.findByRole('checkbox', { name: 'City 10' })).toBeChecked()
    await userEvent.type(box, '1')
    expect(await screen.findByRole('option', { name: 'City 1' })).toHaveAttribute('aria-setsize', '2')
    await userEvent.click(screen.getByRole('checkbox', { name: 'City 10' }))
    await waitFor(() => expect(stage.address()).toBe(at('root')))
  })

  test('asks the server for the options of a server-side filter (FILTER-33)', async () => {
    const city = filterFixture({ extName: 'city', title: 'City', serverSide: true, multipleSelections: true })
    const stage = await renderStage(FilterSidebar, at('root'), [
      ...filterServer([groupFixture([city])]),
      serve(queryFilter, { options: [{ extName: 'sthlm', title: { en: 'Stockholm' } }], total: 140 }),
    ])
    await userEvent.type(await screen.findByRole('combobox', { name: 'City' }), 'stock')
    await userEvent.click(await screen.findByRole('option', { name: 'Stockholm' }))
    await waitFor(() => expect(stage.address()).toBe(at('city=sthlm')))
    expect(await screen.findByRole('checkbox', { name: 'Stockholm' })).toBeChecked()
    const queries = stage.calls.filter((call) => call.route === 'queryFilter')
    expect(queries.map((call) => call.params)).toEqual([{ survey: 'visits', filter: 'city', text: 'stock' }])
  })

  test('says how many more the server found', async () => {
    const city = filterFixture({ extName: 'city', title: 'City', serverSide: true })
    await renderStage(FilterSidebar, at('root'), [
      ...filterServer([groupFixture([city])]),
      serve(queryFilter, { options: [{ extName: 'sthlm', title: { en: 'Stockholm' } }], total: 140 }),
    ])
    await userEvent.type(await screen.findByRole('combobox', { name: 'City' }), 's')
    expect(await screen.findByText('1 of 140 shown. Type more to narrow the list.')).toBeVisible()
  })
})

describe('a range', () => {
  test('applies once both ends are filled in and clears when one is empty (FILTER-20)', async () => {
    const stage = await show(filterFixture({ extName: 'age', title: 'Age', range: true }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'From' }), '18{Enter}')
    await userEvent.tab()
    expect(stage.address()).toBe(at('root'))
    await userEvent.type(screen.getByRole('textbox', { name: 'To' }), '35{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('age=range_18_35')))
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveFocus()
    await userEvent.clear(screen.getByRole('textbox', { name: 'From' }))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('root')))
    const fill = async (name: string, text: string) => {
      await userEvent.clear(screen.getByRole('textbox', { name }))
      await userEvent.type(screen.getByRole('textbox', { name }), text)
    }
    await fill('From', '20')
    await fill('To', '35{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('age=range_20_35')))
    await userEvent.clear(screen.getByRole('textbox', { name: 'To' }))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('root')))
  })

  test('applies when the boxes are left', async () => {
    const stage = await show(filterFixture({ extName: 'age', title: 'Age', range: true }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'From' }), '40')
    await userEvent.type(screen.getByRole('textbox', { name: 'To' }), '20')
    expect(stage.address()).toBe(at('root'))
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveAccessibleDescription(/In reverse order/)
    await userEvent.click(screen.getByRole('tab', { name: 'Standard' }))
    await waitFor(() => expect(stage.address()).toBe(at('age=range_20_40')))
    expect(screen.queryByText(/In reverse order/)).toBeNull()
  })

  test('tells what is no number', async () => {
    await show(filterFixture({ extName: 'age', title: 'Age', range: true }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'From' }), 'old')
    expect(screen.getByText('must be a number')).toBeVisible()
  })
})
