import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { getClientConfig } from '@gensvar/contract/identity'
import { sessionStore } from '#web/lib/session-store.ts'
import { configFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

const anonymous = [serve(getClientConfig, configFixture())]

test('draws a component in each state without asking the server or signing anybody in', async () => {
  const app = await renderApp('/responsive?part=ranking-table', anonymous)
  const frame = async (name: string) => within(await screen.findByRole('region', { name: `${name}, 12 of 12` }))
  expect(await (await frame('As usual')).findByRole('row', { name: /North/ })).toBeVisible()
  expect((await frame('Loading')).getByRole('status', { name: 'Loading' })).toBeVisible()
  expect(await (await frame('Nothing there')).findByText('No answers for Sweden')).toBeVisible()
  expect((await (await frame('Withheld')).findAllByText('Fewer than 10 answers.'))[0]).toBeVisible()
  expect(await (await frame('Few answers')).findByRole('row', { name: /North/ })).toBeVisible()
  expect(await (await frame('Long words')).findByRole('row', { name: /Mönchengladbach/ })).toBeVisible()
  const failed = await frame('Failed')
  expect(await failed.findByText('This could not be loaded')).toBeVisible()
  await userEvent.click(failed.getByRole('button', { name: 'Try again' }))
  expect(await failed.findByText('This could not be loaded')).toBeVisible()
  expect(app.calls.filter(({ route }) => route !== getClientConfig.id)).toEqual([])
  expect(sessionStore.get().identity).toBeNull()
})

test('shows the state and width of the address, and others that are chosen', async () => {
  const app = await renderApp('/responsive?part=results-block&state=failed&size=4', anonymous)
  expect(await screen.findByRole('region', { name: 'Failed, 4 of 12' })).toBeVisible()
  expect(screen.getAllByRole('region', { name: /of 12$/ })).toHaveLength(1)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Width' }), 'All widths')
  await waitFor(() => expect(screen.getAllByRole('region', { name: /^Failed, \d+ of 12$/ })).toHaveLength(5))
  expect(app.address()).toBe('/responsive?part=results-block&state=failed&size=all')
})
