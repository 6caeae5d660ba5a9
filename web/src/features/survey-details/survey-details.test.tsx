import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { effectEntities } from '@gensvar/contract/entities/effects'
import { createEffectBlock, listEffectBlocks, removeEffectBlock, saveEffectBlock } from '@gensvar/contract/effects'
import type { StoredEffectBlock } from '@gensvar/contract/effects'
import { getMetaInterview, saveMetaInterview } from '@gensvar/contract/survey-list'
import { getSuggestions } from '@gensvar/contract/paths'
import { listTasks } from '@gensvar/contract/tasks'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const settings = {
  ...{ organisationName: 'Nordic Retail', tag: 'retail', textTag: '', disabled: false, samplesOpen: true },
  ...{ extName: 'visits', nameText: { en: 'Store visits', sv: 'Butiksbesök' }, version: 3 },
}
const block: StoredEffectBlock = { ...effectEntities.EffectBlock.example, version: 2, placeTitle: 'Sweden' }

/** A server that keeps what is saved. */
function server(blocks: StoredEffectBlock[] = [block]) {
  let saved: Parameters<typeof serve<typeof getMetaInterview>>[1] = settings
  return [
    serve(getMetaInterview, () => saved as typeof settings),
    serve(saveMetaInterview, ({ body }) => {
      saved = { ...(body as typeof settings), version: 4 }
      return saved as typeof settings
    }),
    serve(getSuggestions, {
      viewResults: [{ header: 'Country', paths: [{ text: 'Norway', value: 'country=NO' }] }],
    }),
    serve(listTasks, { rows: [], total: 0, types: [] }),
    serve(listEffectBlocks, () => ({
      blocks,
      questions: [
        { variable: 'helpful', title: 'Helpful staff' },
        { variable: 'wait', title: 'Waiting time' },
      ],
      isUsed: true,
    })),
    serve(createEffectBlock, ({ body }) => {
      const { rows, ...rest } = body as Pick<StoredEffectBlock, 'rows'>
      const named = rows.map((row) => ({ ...row, questionName: 'Waiting time' }))
      const made = { ...block, ...rest, rows: named, id: 9, version: 1, placeTitle: 'All' }
      blocks.push(made)
      return made
    }),
    serve(removeEffectBlock, ({ params }) => {
      blocks.splice(
        blocks.findIndex(({ id }) => id === Number(params['effectId'])),
        1,
      )
      return { ok: true }
    }),
  ]
}

function open(served = server(), isRoot = true) {
  return renderApp('/survey/visits/1', [
    ...served,
    ...signedInServer(identityFixture({ isRoot, universe: 'retail' }), startFixture()),
  ])
}

const tab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))

test('the page of a survey is for root alone (NAV-23)', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Store visits', level: 1 })).toBeVisible()
  expect(await screen.findByRole('tab', { name: 'Settings', selected: true })).toBeVisible()
  endApp()
  await open(server(), false)
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})

test('its settings are shown and saved (SURVEY-08)', async () => {
  const app = await open()
  expect(await screen.findByRole('textbox', { name: 'Name in addresses' })).toHaveValue('visits')
  expect(screen.getByRole('textbox', { name: 'Organisation' })).toHaveValue('Nordic Retail')
  expect(screen.getByRole('textbox', { name: 'Tag' })).toHaveValue('retail')
  expect(screen.getByRole('textbox', { name: 'Svenska' })).toHaveValue('Butiksbesök')
  expect(screen.getByRole('switch', { name: /^Disabled/ })).not.toBeChecked()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.clear(screen.getByRole('textbox', { name: 'Tag' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Tag' }), 'stores')
  await userEvent.click(screen.getByRole('switch', { name: /^Disabled/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('The settings are saved.')).toBeVisible()
  expect(app.calls.findLast((call) => call.route === 'saveMetaInterview')?.body).toMatchObject({
    ...{ organisationName: 'Nordic Retail', tag: 'stores', disabled: true, extName: 'visits', version: 3 },
    nameText: { en: 'Store visits', sv: 'Butiksbesök' },
  })
})

test('its effects are listed, added, edited and deleted (EFFECT-06)', async () => {
  const app = await open([
    serve(saveEffectBlock, () => refusal('conflict', 'Somebody else changed these effects since you opened them.')),
    ...server(),
  ])
  await tab('Effects')
  const table = await screen.findByRole('table', { name: 'Effects of Sweden' })
  expect(within(table).getByRole('rowheader', { name: 'Helpful staff' })).toBeVisible()
  expect(within(table).getByRole('cell').textContent).toBe('0.27')
  expect(screen.getByText(/Satisfaction from 0\.0 to below 60\.0/)).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Add effects' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add effects' }))
  expect(dialog.getByRole('combobox', { name: 'Place' })).toHaveValue('Everywhere')
  await userEvent.clear(dialog.getByRole('combobox', { name: 'Place' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Place' }), 'nor')
  await userEvent.click(await screen.findByRole('option', { name: 'Norway' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Question' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Waiting time' }))
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Effect' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Effect' }), '0.4')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('table', { name: 'Effects of All' })).toBeVisible()
  expect(app.calls.find((call) => call.route === 'createEffectBlock')?.body).toMatchObject({
    drillPath: 'country=NO',
    rows: [{ questionVariable: 'wait', effectSize: 0.4 }],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Edit the effects of Sweden' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit effects' }))
  expect(edit.getByRole('combobox', { name: 'Place' })).toHaveValue('Sweden')
  await userEvent.click(edit.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Somebody else changed these effects since you opened them.')).toBeVisible()
  expect(app.calls.find((call) => call.route === 'saveEffectBlock')?.body).toMatchObject({ version: 2 })
  await userEvent.click(edit.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Delete the effects of Sweden' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete effects?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Effects of Sweden' })).toBeNull())
})
