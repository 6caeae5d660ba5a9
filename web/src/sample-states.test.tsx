import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { interviewExample } from '@gensvar/contract/entities/interview'
import type { Filter } from '@gensvar/contract/entities/survey'
import { sampleState } from '@gensvar/contract/entities/states'
import { getInterview } from '@gensvar/contract/interviews'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { FilterChips } from './features/filters/filter-chips.tsx'
import { FilterSidebar } from './features/filters/filter-sidebar.tsx'
import { filterFixture, filterServer, groupFixture, optionsOf } from './features/filters/testing/filter-fixtures.ts'
import { endStage, renderStage } from './features/filters/testing/render-stage.tsx'
import { identityFixture, signedInServer, startFixture } from './testing/fixtures.ts'
import { endApp, renderApp } from './testing/render-app.tsx'
import { serve } from './testing/serve.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from './widgets/testing/ranking-fixtures.ts'
import { serveWidget } from './widgets/testing/serve-widget.ts'

const states = sampleState.options
const sources = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.tsx', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The drawings of the icons of states in an element, by state. */
function iconsIn(place: Element, where = ''): Record<string, string | undefined> {
  const icons = [...place.querySelectorAll<HTMLElement>(`[data-sample-state]${where}`)]
  return Object.fromEntries(
    icons.map((icon) => [icon.dataset['sampleState'] ?? '', icon.querySelector('svg')?.innerHTML]),
  )
}

/** The icons in the cells of a ranking, one row for each state. */
async function inRanking() {
  const table = component('ranking-table', { id: 'units', columns: ['state'] })
  const rows = states.map((state) => unitRow(`In ${state}`, null, [{ text: state, value: Number(state) }]))
  const answer = ranking({ headers: [nameColumn(), header('state', { renderType: 'state' })], rows, footer: null })
  await renderApp('/ranking/visits/root', [
    serveWidget('ranking-table', () => answer),
    ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
  ])
  const icons = iconsIn((await screen.findByRole('rowheader', { name: 'In 4' })).closest('table')!)
  endApp()
  return icons
}

/** The icon beside the state of an interview, for each state. */
async function inInterviews() {
  const icons = {}
  for (const state of states) {
    await renderApp('/interview/visits/417', [
      serve(getInterview, { ...interviewExample, state }),
      ...signedInServer(identityFixture(), startFixture()),
    ])
    await waitFor(() => Object.assign(icons, shownFor(state)))
    endApp()
  }
  return icons
}

/** The only icon outside the lists of dropdowns, which are in the page before they open. */
function shownFor(state: string) {
  const icons = iconsIn(document.body, ':not([role="option"] *)')
  expect(Object.keys(icons)).toEqual([state])
  return icons
}

/** The sidebar with the filter on states, in one of its forms. */
async function openFilter(change: Partial<Filter>, path = 'root') {
  const filter = filterFixture({ extName: 'samplestate', title: 'State', options: optionsOf(...states), ...change })
  await renderStage(FilterSidebar, `/ranking/visits/${path}`, filterServer([groupFixture([filter])]))
}

/** The icons of the options offered in a list of buttons. */
async function inOptions(change: Partial<Filter>, role: 'radio' | 'checkbox') {
  await openFilter(change)
  await screen.findByRole(role, { name: 'Completed' })
  const icons = iconsIn(document.body)
  endStage()
  return icons
}

/** The icons of the options offered in a dropdown. */
async function inDropdown(change: Partial<Filter>) {
  await openFilter({ dropdown: true, ...change })
  await userEvent.click(await screen.findByRole('combobox', { name: 'State' }))
  await screen.findByRole('option', { name: 'Completed' })
  const icons = iconsIn(screen.getByRole('listbox'))
  endStage()
  return icons
}

/** The icons beside what is chosen in a dropdown, one choice after the other. */
async function chosen(change: Partial<Filter>) {
  const icons = {}
  for (const state of states) {
    await openFilter({ dropdown: true, ...change }, `samplestate=${state}`)
    await waitFor(() => Object.assign(icons, shownFor(state)))
    endStage()
  }
  return icons
}

/** The icons in the chips of active filters. */
async function inChips() {
  const icons = {}
  for (const state of states) {
    const server = [
      ...filterServer([]),
      serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] }),
    ]
    await renderStage(FilterChips, `/ranking/visits/samplestate=${state}`, server)
    const bar = await screen.findByRole('group', { name: 'Active filters' })
    expect(within(bar).getByText('State:')).toBeVisible()
    Object.assign(icons, iconsIn(bar))
    endStage()
  }
  return icons
}

test('sample states 0 to 4 each have their own icon wherever one is shown (SHELL-36)', async () => {
  const own = await inRanking()
  expect(Object.keys(own)).toEqual([...states])
  expect(new Set(Object.values(own)).size).toBe(states.length)
  expect(Object.values(own)).not.toContain(undefined)

  expect(await inInterviews()).toEqual(own)
  expect(await inOptions({}, 'radio')).toEqual(own)
  expect(await inOptions({ multipleSelections: true }, 'checkbox')).toEqual(own)
  expect(await inDropdown({})).toEqual(own)
  expect(await inDropdown({ multipleSelections: true })).toEqual(own)
  expect(await chosen({})).toEqual(own)
  expect(await chosen({ multipleSelections: true })).toEqual(own)
  expect(await inChips()).toEqual(own)

  // These are all files that say a state in words; a file saved from a ranking has words alone.
  const inWords = Object.entries(sources).filter(
    ([path, text]) => /\b(stateWords|useSampleStateText)\(/.test(text) && !path.startsWith('/src/features/gallery/'),
  )
  expect(inWords.map(([path]) => path).toSorted()).toEqual([
    '/src/features/filters/kinds/sample-state.tsx',
    '/src/features/filters/sample-state-field.tsx',
    '/src/features/filters/state-words.ts',
    '/src/features/interviews/overview-card.tsx',
    '/src/features/samples/head-card.tsx',
    '/src/features/samples/state-card.tsx',
    '/src/ui/sample-state-icon.tsx',
    '/src/widgets/ranking-table/use-ranking-columns.tsx',
    '/src/widgets/sample-editor/state-button.tsx',
  ])
})
