import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createUnit,
  getUnit,
  importUnits,
  listUnitOwners,
  cancelUnitTask,
  listUnitTasks,
  listUnits,
  mergeUnit,
  moveUnit,
  saveUnit,
} from '@gensvar/contract/units'
import type { ListedUnit, UnitDetails, UnitTask } from '@gensvar/contract/units'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

function unit(id: number, title: string, more: Partial<ListedUnit> = {}): ListedUnit {
  return {
    ...{ id, extName: title, title, above: [], depth: 1, view: 'organisation', aliases: [], owner: null },
    ...{ validFrom: null, validTo: null, children: 0, isBlank: false, mayEdit: true },
    ...more,
  }
}

const north = unit(1, 'North', { children: 1 })
const south = unit(2, 'South', { children: 1 })
const oslo = unit(3, 'Oslo', {
  depth: 2,
  above: ['North'],
  aliases: ['Oslo C'],
  owner: 'Bo Ek',
  validFrom: '2020-01-01',
})
const bergen = unit(4, 'Bergen', { depth: 2, above: ['South'] })
const all = [north, south, oslo, bergen]

const details: UnitDetails = {
  ...oslo,
  ...{ parentId: 1, level: 'Store', titles: { en: 'Oslo' }, version: 3, succeeds: null, succeededBy: null },
  ownerUser: { userId: 9, name: 'Bo Ek', username: 'bo' },
  ...{ formerPlaces: ['West › Oslo'], responses: 1200, alerts: 2, actions: 1, savedPaths: 0, users: 4 },
}

const nobody = { count: 0, names: [] }
const touches = {
  ...{ units: 1, responses: 1200, alerts: 2, actions: 1, savedPaths: 0 },
  ...{ gain: { count: 1, names: ['Nora Dahl'] }, lose: nobody },
}

const views = [
  {
    ...{ extName: 'organisation', title: 'Organisation' },
    levels: [
      { depth: 1, title: 'Region' },
      { depth: 2, title: 'Store' },
    ],
  },
]

function open(more: Parameters<typeof renderApp>[1] = [], { canAdministrate = true, isEmpty = false } = {}) {
  const start = startFixture()
  const served = [
    ...more,
    serve(listUnits, ({ query }) => {
      const term = String(query['filter'] ?? '').toLowerCase()
      const parent = Number(query['parent'] ?? 0)
      const depth = Number(query['depth'] ?? 0)
      const found = all.filter(
        (one) =>
          one.title.toLowerCase().includes(term) &&
          (term !== '' ||
            depth > 0 ||
            (parent === 0 ? one.depth === 1 : one.above[0] === (parent === 1 ? 'North' : 'South'))) &&
          (depth === 0 || one.depth === depth),
      )
      const path = parent === 0 ? [] : [{ id: parent, title: parent === 1 ? 'North' : 'South' }]
      return isEmpty ? { units: [], total: 0, views: [], path: [] } : { units: found, total: found.length, views, path }
    }),
    serve(getUnit, details),
    serve(listUnitTasks, { tasks: [] }),
    serve(listUnitOwners, { owners: [{ userId: 5, name: 'Anna Lind', username: 'anna' }] }),
    ...signedInServer(identityFixture({ isUserAdmin: canAdministrate }), {
      ...start,
      rights: { ...start.rights, canAdministrate },
    }),
  ]
  return renderApp('/units/visits', served)
}

async function menuOf(name: string, item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

async function belowNorth(): Promise<void> {
  await userEvent.click(await screen.findByText('North'))
  await screen.findByText('Oslo')
}

describe('the list', () => {
  test('leads down by level and back, finds by text, and is accessible in both schemes', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Units' })).toBeVisible()
    await belowNorth()
    const place = within(screen.getByRole('navigation', { name: 'Place' }))
    expect(place.getByText('North')).toHaveAttribute('aria-current', 'page')
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
    await userEvent.click(place.getByRole('button', { name: 'All' }))
    expect(await screen.findByText('South')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'berg')
    expect(await screen.findByText('Bergen')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('North')).toBeNull())
  })

  test('says what is missing: a hierarchy, and the right', async () => {
    await open([], { isEmpty: true })
    expect(await screen.findByText('This survey has no hierarchy')).toBeVisible()
    endApp()
    await open([], { canAdministrate: false })
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
  })
})

test('a unit is edited: what it has is told, and what is wrong is said at its field', async () => {
  let isWrong = true
  const app = await open([
    serve(saveUnit, () =>
      isWrong
        ? refusal('conflict', '"Bergen" is the name of another unit at this place.', {
            aliases: '"Bergen" is the name of another unit at this place.',
          })
        : details,
    ),
  ])
  await belowNorth()
  await menuOf('Oslo', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Oslo' }))
  expect(await dialog.findByText('1,200')).toBeVisible()
  expect(dialog.getByText('West › Oslo')).toBeVisible()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Svenska' }), 'Oslo city')
  await userEvent.type(dialog.getByRole('combobox', { name: 'Other names' }), 'Bergen{Enter}')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Save unit' }))
  expect((await dialog.findAllByText('"Bergen" is the name of another unit at this place.'))[0]).toBeVisible()
  isWrong = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save unit' }))
  expect(await screen.findByText('Oslo is saved')).toBeVisible()
  expect(app.calls.findLast(({ route }) => route === 'saveUnit')?.body).toMatchObject({
    titles: { en: 'Oslo', sv: 'Oslo city' },
    aliases: ['Oslo C', 'Bergen'],
    ownerUserId: 9,
    version: 3,
  })
})

test('a unit is moved from a day on, once it is told what that touches', async () => {
  const app = await open([
    serve(moveUnit, ({ body }) => ({ touches, unitId: (body as { dryRun: boolean }).dryRun ? null : 3, task: null })),
  ])
  await belowNorth()
  await menuOf('Oslo', 'Move')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Oslo' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Move it below' }))
  await userEvent.click(await screen.findByRole('option', { name: 'South' }))
  expect(await dialog.findByText('1 user comes to see it')).toBeVisible()
  expect(dialog.getByText('Nora Dahl')).toBeVisible()
  await userEvent.type(dialog.getByRole('textbox', { name: 'From the day' }), '2026-02-01')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('Oslo is moved')).toBeVisible()
  const bodies = app.calls.filter(({ route }) => route === 'moveUnit').map(({ body }) => body)
  expect(bodies[0]).toMatchObject({ parentId: 2, date: null, dryRun: true })
  expect(bodies).toContainEqual({ parentId: 2, date: '2026-02-01', version: 3, dryRun: false })
})

test('a unit is merged into another one; why it cannot be is said', async () => {
  await open([
    serve(mergeUnit, ({ body }) =>
      (body as { dryRun: boolean }).dryRun
        ? refusal('conflict', 'The figures count them.', { into: 'The figures count them.' })
        : { touches, unitId: 4, task: null },
    ),
  ])
  await belowNorth()
  await menuOf('Oslo', 'Merge')
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Oslo into another unit' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Merge it into' }))
  await userEvent.click(await screen.findByRole('option', { name: 'South › Bergen' }))
  expect(await dialog.findByText('The figures count them.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText('Oslo is merged')).toBeVisible()
})

test('a move of very many responses goes on by itself: the page shows how far it is, cancels it, and what became of it', async () => {
  const running: UnitTask = {
    ...{ id: 8, act: 'move', name: 'Oslo', to: 'South', state: 'running', created: '2026-11-23T10:00:00Z', reason: '' },
    progress: { done: 40_000, total: 100_000 },
  }
  let tasks: UnitTask[] = []
  const app = await open([
    serve(listUnitTasks, () => ({ tasks })),
    serve(cancelUnitTask, { ok: true }),
    serve(moveUnit, ({ body }) => {
      const { dryRun } = body as { dryRun: boolean }
      if (!dryRun) tasks = [running]
      return { touches, unitId: null, task: dryRun ? null : 8 }
    }),
  ])
  await belowNorth()
  await menuOf('Oslo', 'Move')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Oslo' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Move it below' }))
  await userEvent.click(await screen.findByRole('option', { name: 'South' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('Oslo is being moved')).toBeVisible()
  expect(await screen.findByText('40,000 of 100,000 responses')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Oslo moves below South' })).toHaveAttribute('aria-valuenow', '40')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'cancelUnitTask')).toBe(true))
  const before = app.calls.filter(({ route }) => route === 'listUnits').length
  // It was done already.
  tasks = [
    { ...running, state: 'done' },
    { ...running, id: 7, act: 'merge', state: 'failed', reason: 'Somebody else has changed this unit meanwhile.' },
  ]
  expect(await screen.findByText('Oslo is moved', {}, { timeout: 4000 })).toBeVisible()
  expect(screen.getByText(/Failed: nothing has changed · .* · Somebody else has changed/)).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
  // The list and the figures are those of after the move.
  await waitFor(() => expect(app.calls.filter(({ route }) => route === 'listUnits').length).toBeGreaterThan(before))
})

test('a unit is added at the place that is shown', async () => {
  const app = await open([serve(createUnit, { ...details, title: 'Trondheim' })])
  await belowNorth()
  await userEvent.click(screen.getByRole('button', { name: 'Add unit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New unit below North: Store' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add unit' }))
  expect(app.calls.some(({ route }) => route === 'createUnit')).toBe(false)
  await userEvent.type(dialog.getByRole('textbox', { name: /Name in the data/ }), 'Trondheim')
  await userEvent.click(dialog.getByRole('button', { name: 'Add unit' }))
  expect(await screen.findByText('Trondheim is added')).toBeVisible()
  expect(app.calls.findLast(({ route }) => route === 'createUnit')?.body).toMatchObject({
    ...{ view: 'organisation', parentId: 1, extName: 'Trondheim' },
  })
})

test('a file is checked first: its errors are listed by row, and a right one is applied', async () => {
  let problems = 1
  const report = { rows: 2, creates: 1, changes: 0, moves: 1 }
  const listed = [{ message: 'The units above this one lead back to it.', row: 2, column: 'parent', read: 'b' }]
  const app = await open([
    serve(importUnits, ({ query }) => ({
      ...report,
      problems,
      listed: problems > 0 ? listed : [],
      applied: problems === 0 && query['dryRun'] === 'false',
    })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a hierarchy' }))
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    if (!found) throw new Error('there is no input for a file yet')
    return found
  })
  await userEvent.upload(input, new File(['key,parent,name'], 'units.csv', { type: 'text/csv' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
  expect(await dialog.findByText('The units above this one lead back to it.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Apply the file' })).toBeNull()
  expect(await accessibilityProblems()).toEqual([])
  problems = 0
  await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply the file' }))
  expect(await screen.findByText('The hierarchy is imported')).toBeVisible()
  expect(app.calls.filter(({ route }) => route === 'importUnits')).toHaveLength(3)
})
