import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createSavedFilter, listSavedFilters, removeSavedFilter } from '@gensvar/contract/filters'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { FilterSidebar } from './filter-sidebar.tsx'
import { filterServer } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const at = (path: string) => `/ranking/visits/${path}`
const kept = [
  { id: 1, name: 'Angry Stockholm', path: 'city=sthlm;overall=range_1_3', shared: false, own: true },
  { id: 2, name: 'Last week', path: 'date=rel_-7d_0d', shared: true, own: false },
]
const server = (...more: Served[]) => [...more, ...filterServer([]), serve(listSavedFilters, { savedFilters: kept })]
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Saved filters' }))
  return within(await screen.findByRole('dialog', { name: 'Saved filters' }))
}

test('applying saved filters takes the place of the active ones and keeps the place', async () => {
  const stage = await renderStage(FilterSidebar, at('country=SE;channel=store'), server())
  await userEvent.click(await (await open()).findByRole('button', { name: 'Angry Stockholm' }))
  await waitFor(() => expect(stage.address()).toBe(at('country=SE;city=sthlm;overall=range_1_3')))
})

test('the active filters are saved under a name, without the place', async () => {
  const stage = await renderStage(
    FilterSidebar,
    at('country=SE;channel=store'),
    server(serve(createSavedFilter, { id: 3, name: 'Shops', path: 'channel=store', shared: true, own: true })),
  )
  await userEvent.click((await open()).getByRole('button', { name: 'Save these filters' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save filters' }))
  expect(dialog.getByRole('button', { name: 'Save filters' })).toBeDisabled()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Shops ')
  await userEvent.click(dialog.getByRole('switch', { name: /Share with others/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save filters' }))
  expect(await screen.findByText('The filters are saved as Shops.')).toBeVisible()
  expect(stage.calls.find((call) => call.route === 'createSavedFilter')?.body).toEqual({
    name: 'Shops',
    path: 'channel=store',
    shared: true,
  })
})

test('a name in use is told at its box', async () => {
  const taken = 'You already have a filter named "Last week".'
  const refused = serve(createSavedFilter, () => refusal('conflict', taken, { name: 'in use' }))
  await renderStage(FilterSidebar, at('channel=store'), server(refused))
  await userEvent.click((await open()).getByRole('button', { name: 'Save these filters' }))
  const box = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(box, 'Last week{Enter}')
  await waitFor(() => expect(box).toHaveAccessibleDescription(taken))
})

test('nothing active cannot be saved', async () => {
  await renderStage(FilterSidebar, at('country=SE'), server())
  expect((await open()).getByRole('button', { name: 'Save these filters' })).toBeDisabled()
})

test('own saved filters are deleted after a question; those of others cannot be', async () => {
  const stage = await renderStage(FilterSidebar, at('root'), server(serve(removeSavedFilter, { ok: true })))
  const list = await open()
  await list.findByRole('button', { name: 'Delete Angry Stockholm' })
  expect(list.queryByRole('button', { name: 'Delete Last week' })).toBeNull()
  await userEvent.click(list.getByRole('button', { name: 'Delete Angry Stockholm' }))
  expect(await screen.findByText('Angry Stockholm will be gone. No answers are deleted.')).toBeVisible()
  expect(stage.calls.some((call) => call.route === 'removeSavedFilter')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(stage.calls.find((call) => call.route === 'removeSavedFilter')?.params).toEqual({
      survey: 'visits',
      id: '1',
    }),
  )
})
