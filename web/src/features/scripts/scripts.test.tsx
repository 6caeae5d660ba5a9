import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { listApiKeys } from '@gensvar/contract/api-keys'
import { userEvent } from 'vitest/browser'
import { getMetaInterview } from '@gensvar/contract/survey-list'
import { listEffectBlocks } from '@gensvar/contract/effects'
import { listRoles } from '@gensvar/contract/roles'
import {
  createScript,
  getScript,
  getScriptVersion,
  getUniverseScript,
  listGlobalScripts,
  listScripts,
  listScriptVersions,
  removeScript,
  removeScriptEvent,
  removeScriptEvents,
  rollBackScript,
  runScript,
  saveScript,
} from '@gensvar/contract/scripts'
import type { ListedScript, StoredScript } from '@gensvar/contract/scripts'
import { listSurveys } from '@gensvar/contract/survey-list'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const now = '2026-03-02T08:15:00Z'
const events: StoredScript['events'] = [
  {
    id: 3,
    eventType: 'ERROR',
    updated: now,
    message: 'Line 3, column 5: score is not defined, and so nothing was done at all',
  },
  { id: 2, eventType: 'WARNING', updated: now, message: 'No figure called csi' },
  { id: 1, eventType: 'INFO', updated: now, message: 'One alert' },
]
const alerts: StoredScript = {
  ...{ id: 11, metaInterviewExtName: 'visits', surveyId: 1, universeId: null, global: false, version: 4 },
  ...{ scriptType: 'GENERATE_ALERT', extname: 'unhappy', description: 'Calls the unhappy back', disabled: false },
  ...{ updated: now, script: 'function main(input) {\n  return null\n}\n', events, matchingMetaInterviews: [] },
}
const configuration: StoredScript = {
  ...{ ...alerts, id: 12, scriptType: 'CONFIGURATION', extname: 'configuration', script: 'version: 1\n', events: [] },
}
const globalScript: StoredScript = {
  ...{ ...alerts, id: 13, surveyId: null, metaInterviewExtName: null, global: true, extname: 'everywhere' },
  ...{ scriptType: 'GENERIC', matchingMetaInterviews: ['visits', 'orders'], events: [] },
}
const ofUniverse: StoredScript = {
  ...{ ...globalScript, id: 14, global: false, universeId: 1, extname: 'organisation', matchingMetaInterviews: [] },
}
const stored = new Map([alerts, configuration, globalScript].map((script) => [script.id, script]))

const listed = ({
  script: _script,
  events: seen,
  surveyId: _survey,
  version: _version,
  ...rest
}: StoredScript): ListedScript => ({
  ...rest,
  errorEvents: seen.filter(({ eventType }) => eventType === 'ERROR').length,
})

const settings = {
  ...{ organisationName: 'Nordic Retail', tag: '', textTag: '', disabled: false, samplesOpen: true },
  ...{ extName: 'visits', nameText: { en: 'Store visits' }, version: 3 },
}
const version = (number: number) => ({ version: number, author: 'anna', createdAt: now, source: 'user' as const })

const usual: Served[] = [
  // Before the scripts of a survey, whose address is more general.
  serve(listApiKeys, { keys: [], surveys: [], address: '' }),
  serve(listGlobalScripts, { scripts: [listed(globalScript)], errorEvents: 0 }),
  serve(listScripts, { scripts: [listed(alerts), listed(configuration)], errorEvents: 1204 }),
  serve(getScript, ({ params }) => stored.get(Number(params['scriptId'])) ?? alerts),
  serve(getUniverseScript, ofUniverse),
  serve(createScript, { ...alerts, id: 0, extname: '', description: '', script: '', events: [], version: 0 }),
  serve(saveScript, ({ body }) => ({ ...alerts, ...(body as Partial<StoredScript>), id: 11, version: 5 })),
  serve(removeScript, { ok: true }),
  serve(listScriptVersions, { versions: [version(4), version(3)] }),
  serve(getScriptVersion, { ...version(3), script: 'function main() {}\n' }),
  serve(rollBackScript, { ...alerts, script: 'function main() {}\n', version: 5 }),
  serve(runScript, { returnCode: 0, message: 'Done', changes: ['1 alert for interview 42'], logged: ['Hello'] }),
  serve(removeScriptEvent, { ok: true }),
  serve(removeScriptEvents, { ok: true }),
  serve(listEffectBlocks, { blocks: [], questions: [{ variable: 'helpful', title: 'Helpful staff' }], isUsed: true }),
  serve(getMetaInterview, settings),
  serve(listSurveys, { rows: [], total: 0 }),
  serve(listRoles, { roles: [], mayCreateTop: true }),
]

function open(at: string, served: Served[] = [], { isRoot = true, width = 1440 } = {}) {
  const identity = identityFixture({ isRoot, universe: 'retail' })
  return renderApp(at, [...served, ...usual, ...signedInServer(identity, startFixture())], { width })
}

const editor = () => screen.findByRole('textbox', { name: 'Script' })
const click = async (role: string, name: string | RegExp) => (await screen.findByRole(role, { name })).click()
const bothSchemes = async () => {
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
}

test("a survey's details list its scripts and count their errors (SCRIPT-01a) (SCRIPT-08)", async () => {
  const app = await open('/survey/visits/1')
  await click('tab', 'Scripts')
  const table = within(await screen.findByRole('table', { name: 'Scripts' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Name', 'Type', 'Description', 'Disabled', 'Updated', 'Errors'],
  ])
  const cells = within(table.getByRole('rowheader', { name: 'unhappy' }).closest('tr')!).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).filter((_, at) => at !== 3)).toEqual([
    ...['GENERATE_ALERT', 'Calls the unhappy back', 'No', '1'],
  ])
  expect(screen.getByText('1,204 error events in total')).toBeVisible()
  await bothSchemes()
  await click('link', 'unhappy')
  await waitFor(() => expect(app.address()).toBe('/script/visits/1/11'))
})

test('the details of a survey have their sections, and webhooks (SURVEY-01)', async () => {
  await open('/survey/visits/1')
  const tabs = await screen.findAllByRole('tab')
  const specified = ['Settings', 'Questions', 'Scripts', 'Tasks', 'Effects']
  expect(tabs.map(({ textContent }) => textContent)).toEqual([...specified, 'Weights', 'Webhooks'])
})

test("the administration lists global scripts and leads to the organisation's own (SCRIPT-01b) (UNIV-01c)", async () => {
  const app = await open('/surveylist/visits')
  const table = within(await screen.findByRole('table', { name: 'Global scripts' }))
  expect(await table.findByText('visits, orders')).toBeVisible()
  await click('link', 'Script of the organisation')
  await waitFor(() => expect(app.address()).toBe('/script/visits'))
  app.back()
  await click('link', 'everywhere')
  await waitFor(() => expect(app.address()).toBe('/script/visits/13'))
})

test('global scripts stand on a page for root alone, those of a survey in its details (SCRIPT-25)', async () => {
  await open('/surveylist/visits', [], { isRoot: false })
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Global scripts' })).toBeNull()
  endApp()
  await open('/surveylist/visits')
  expect(await screen.findByRole('table', { name: 'Global scripts' })).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Scripts' })).toBeNull()
  endApp()
  await open('/survey/visits/1')
  await click('tab', 'Scripts')
  expect(await screen.findByRole('table', { name: 'Scripts' })).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Global scripts' })).toBeNull()
})

test('a script of a survey is shown at its address, for root alone (NAV-24)', async () => {
  const app = await open('/script/visits/1/11')
  expect(await screen.findByRole('heading', { name: 'unhappy', level: 1 })).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'getScript')?.params).toEqual({ survey: 'visits', scriptId: '11' })
  expect(screen.queryByRole('combobox', { name: 'Surveys' })).toBeNull()
  await bothSchemes()
  endApp()
  await open('/script/visits/1/11', [], { isRoot: false })
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})

test('a global script is shown at its address with the surveys it applies to (NAV-25)', async () => {
  await open('/script/visits/13')
  expect(await screen.findByRole('heading', { name: 'everywhere', level: 1 })).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/^everywhere · /))
  expect(screen.getByRole('combobox', { name: 'Surveys' })).toBeVisible()
  expect(screen.getByText('orders')).toBeVisible()
})

test('the script of the organisation is shown without a number in its address (NAV-26) (SCRIPT-01c)', async () => {
  const app = await open('/script/visits')
  expect(await screen.findByRole('heading', { name: 'Script of the organisation', level: 1 })).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'getUniverseScript')?.params).toEqual({ survey: 'visits' })
})

test('the editor is 600 pixels high (SCRIPT-02)', async () => {
  await open('/script/visits/1/11')
  expect((await editor()).closest('.cm-editor')?.getBoundingClientRect().height).toBe(600)
})

test('a configuration is edited as YAML, other types as JavaScript (SCRIPT-03)', async () => {
  await open('/script/visits/1/12')
  await waitFor(async () => expect(await editor()).toHaveAttribute('data-language', 'yaml'))
  ;(await editor()).focus()
  await userEvent.keyboard('{Control>}{End}{/Control}pag')
  const option = await screen.findByRole('option', { name: /^pages/ })
  await userEvent.click(option)
  await waitFor(async () => expect((await editor()).textContent).toContain('pages:'))
  await userEvent.keyboard('{Control>}a{/Control}foo: 1')
  expect(await screen.findByText('There is no “foo” here.')).toBeVisible()
  endApp()
  await open('/script/visits/1/11')
  await waitFor(async () => expect(await editor()).toHaveAttribute('data-language', 'javascript'))
  ;(await editor()).focus()
  await userEvent.keyboard('{Control>}{End}{/Control}let = = 2')
  expect(await screen.findByText('This is not valid JavaScript.')).toBeVisible()
})

test('a script of a survey is offered its questions with their titles, a global one is not', async () => {
  const app = await open('/script/visits/1/11')
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'listEffectBlocks')).toBe(true))
  ;(await editor()).focus()
  await userEvent.keyboard('{Control>}a{/Control}answers.h')
  await userEvent.click(await screen.findByRole('option', { name: /^helpful.*Helpful staff/ }))
  await waitFor(async () => expect((await editor()).textContent).toContain('answers.helpful'))
  endApp()
  const other = await open('/script/visits/13')
  await editor()
  expect(other.calls.some(({ route }) => route === 'listEffectBlocks')).toBe(false)
})

test('saving asks about git first, and saves only when it is confirmed (SCRIPT-09a) (SCRIPT-04a)', async () => {
  const app = await open('/script/visits/1/11')
  const saves = () => app.calls.filter(({ route }) => route === 'saveScript')
  ;(await editor()).focus()
  await userEvent.keyboard('// one{Control>}s{/Control}')
  const question = within(await screen.findByRole('dialog', { name: 'Save script?' }))
  expect(question.getByText('Save although you should be making changes through git?')).toBeVisible()
  question.getByRole('button', { name: 'Cancel' }).click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saves()).toEqual([])
  await click('button', 'Save script')
  within(await screen.findByRole('dialog', { name: 'Save script?' }))
    .getByRole('button', { name: 'Save script' })
    .click()
  expect(await screen.findByText('The script is saved.')).toBeVisible()
  expect(saves().map(({ body }) => body)).toEqual([
    expect.objectContaining({ id: 11, version: 4, script: expect.stringContaining('// one') as string }),
  ])
  endApp()
  const other = await open('/script/visits/13')
  await click('button', 'Save script')
  within(await screen.findByRole('dialog', { name: 'Save script?' }))
    .getByRole('button', { name: 'Cancel' })
    .click()
  expect(other.calls.some(({ route }) => route === 'saveScript')).toBe(false)
})

test('the script of the organisation is saved without a question (SCRIPT-09b)', async () => {
  const app = await open('/script/visits')
  await click('button', 'Save script')
  expect(await screen.findByText('The script is saved.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(app.calls.filter(({ route }) => route === 'saveScript')).toHaveLength(1)
})

test('deleting asks first (SCRIPT-10)', async () => {
  const app = await open('/script/visits/1/11')
  await click('button', 'Delete')
  const question = within(await screen.findByRole('dialog', { name: 'Delete script?' }))
  expect(app.calls.some(({ route }) => route === 'removeScript')).toBe(false)
  question.getByRole('button', { name: 'Delete' }).click()
  await waitFor(() => expect(app.address()).toBe('/survey/visits/1'))
  expect(app.calls.find(({ route }) => route === 'removeScript')?.params).toMatchObject({ scriptId: '11' })
})

test('keys make a dry run, which says what would change (SCRIPT-04b)', async () => {
  const app = await open('/script/visits/1/11')
  ;(await editor()).focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('0: Done')).toBeVisible()
  expect(
    within(screen.getByRole('region', { name: 'What would change' })).getByText('1 alert for interview 42'),
  ).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'runScript')).toMatchObject({ query: { dryrun: 'true' }, body: {} })
  await bothSchemes()
})

test('keys search the text (SCRIPT-04c)', async () => {
  await open('/script/visits/1/11')
  ;(await editor()).focus()
  await userEvent.keyboard('{Control>}f{/Control}main')
  expect(await screen.findByRole('textbox', { name: 'Search' })).toHaveValue('main')
  await waitFor(() => expect(document.querySelector('.cm-searchMatch')?.textContent).toBe('main'))
})

test('a run says its return code and message, and can name an interview (SCRIPT-06c) (SCRIPT-07)', async () => {
  const failed = { returnCode: 7, message: 'score is not defined', changes: [], logged: [] }
  const app = await open('/script/visits/1/11', [serve(runScript, failed)])
  const runs = () => app.calls.filter(({ route }) => route === 'runScript')
  const run = async () => {
    await click('button', 'Run for real')
    const question = within(await screen.findByRole('dialog', { name: 'Run for real?' }))
    question.getByRole('button', { name: 'Run for real' }).click()
  }
  await run()
  expect(await screen.findByText('7: score is not defined')).toBeVisible()
  expect(runs()[0]).toMatchObject({ query: { dryrun: 'false' }, params: { surveyId: '1', scriptId: '11' } })
  expect(runs()[0]?.body).toEqual({})
  screen.getByRole('textbox', { name: 'Number of an interview' }).focus()
  await userEvent.keyboard('42')
  await run()
  await waitFor(() => expect(runs()[1]?.body).toEqual({ interviewId: 42 }))
})

test('the event log lists type, time and message, and is filtered by type (SCRIPT-05a)', async () => {
  await open('/script/visits/1/11')
  const table = within(await screen.findByRole('table', { name: 'Event log' }))
  const shown = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  expect(shown()).toEqual([
    expect.stringMatching(/^ERROR.*2 Mar 2026.*score is not defined/),
    expect.stringMatching(/^WARNING.*No figure called csi/),
    expect.stringMatching(/^INFO.*One alert/),
  ])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Events shown' }), 'WARNING')
  await waitFor(() => expect(shown()).toEqual([expect.stringContaining('No figure called csi')]))
})

test('where there is room for two columns, the event log shows what happened, and the rest below it', async () => {
  await open('/script/visits/1/11', [], { width: 390 })
  const table = within(await screen.findByRole('table', { name: 'Event log' }))
  const message = table.getByText(/score is not defined/)
  expect(message).toBeVisible()
  // All of it, though it takes more than two lines.
  expect(message.clientHeight).toBeGreaterThan(50)
  expect(message.scrollHeight).toBe(message.clientHeight)
  const [first] = await table.findAllByRole('button', { expanded: false })
  first?.click()
  expect(await table.findByRole('button', { name: 'Delete event' })).toBeVisible()
  expect(table.getByText(/2 Mar 2026/)).toBeVisible()
})

test('one event is deleted (SCRIPT-05b), or all of a script (SCRIPT-05c)', async () => {
  let left = events
  const app = await open('/script/visits/1/11', [
    serve(getScript, () => ({ ...alerts, events: left })),
    serve(removeScriptEvent, ({ params }) => {
      left = left.filter(({ id }) => id !== Number(params['eventId']))
      return { ok: true }
    }),
    serve(removeScriptEvents, () => {
      left = []
      return { ok: true }
    }),
  ])
  const row = within((await screen.findByText('No figure called csi')).closest('tr')!)
  row.getByRole('button', { name: 'Delete event' }).click()
  const question = within(await screen.findByRole('dialog', { name: 'Delete event?' }))
  question.getByRole('button', { name: 'Delete' }).click()
  await waitFor(() => expect(screen.queryByText('No figure called csi')).toBeNull())
  expect(screen.getByText('One alert')).toBeVisible()
  await click('button', 'Delete all events')
  within(await screen.findByRole('dialog', { name: 'Delete all events?' }))
    .getByRole('button', { name: 'Delete' })
    .click()
  expect(await screen.findByText('No events')).toBeVisible()
  expect(app.calls.filter(({ route }) => route === 'removeScriptEvents')).toHaveLength(1)
})

test('a version is compared with the one in force and put into force again', async () => {
  const app = await open('/script/visits/1/11')
  await click('button', 'Compare with version 3')
  const compared = within(await screen.findByRole('region', { name: 'Changes since version 3' }))
  const difference = await compared.findByRole('textbox', { name: 'Changes since version 3' })
  await waitFor(() => expect(difference.textContent).toContain('return null'))
  await bothSchemes()
  compared.getByRole('button', { name: 'Roll back to version 3' }).click()
  const question = within(await screen.findByRole('dialog', { name: 'Roll back to version 3?' }))
  question.getByRole('button', { name: 'Roll back' }).click()
  await waitFor(async () => expect((await editor()).textContent).toContain('function main() {}'))
  expect(app.calls.find(({ route }) => route === 'rollBackScript')?.body).toEqual({ number: 3, version: 4 })
})

test('what somebody else has saved is told with their name, and what was typed stays', async () => {
  const words = 'Anna has changed this script since you opened it.'
  await open('/script/visits/1/11', [serve(saveScript, () => refusal('conflict', words, { version: words }))])
  ;(await editor()).focus()
  await userEvent.keyboard('// mine')
  await click('button', 'Save script')
  within(await screen.findByRole('dialog', { name: 'Save script?' }))
    .getByRole('button', { name: 'Save script' })
    .click()
  expect(await screen.findByText(words)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await editor()).textContent).toContain('// mine')
})

test('a wrong place that the server names is marked, and leaving asks about what was typed', async () => {
  const wrong = 'Line 2, column 3: Unexpected token'
  await open('/script/visits/1/11', [serve(saveScript, () => refusal('validation', '', { script: wrong }))], {
    width: 390,
  })
  ;(await editor()).focus()
  await userEvent.keyboard('// mine')
  await click('button', 'Save script')
  within(await screen.findByRole('dialog', { name: 'Save script?' }))
    .getByRole('button', { name: 'Save script' })
    .click()
  expect(await within(await screen.findByRole('list', { name: 'Problems' })).findByText(wrong)).toBeVisible()
  await click('link', 'Back to the survey')
  expect((await screen.findByRole('dialog')).textContent).toMatch(/unsaved|discard/i)
})
