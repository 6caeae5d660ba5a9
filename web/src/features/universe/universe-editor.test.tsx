import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listApiKeys } from '@gensvar/contract/api-keys'
import { universeEntities } from '@gensvar/contract/entities/universes'
import { changeUniverse } from '@gensvar/contract/identity'
import { listRoles } from '@gensvar/contract/roles'
import { listGlobalScripts } from '@gensvar/contract/scripts'
import { listSurveys } from '@gensvar/contract/survey-list'
import { getTextProvider, saveTextProvider, tryTextProvider } from '@gensvar/contract/text-provider'
import { createUniverse, getUniverse, removeLogo, saveLogo, saveUniverse } from '@gensvar/contract/universes'
import { listWebhooks } from '@gensvar/contract/webhooks'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const calendar = { workingDays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00', holidays: [] as string[] }
const retail = {
  ...universeEntities.Universe.example,
  ...{
    title: { en: 'Nordic Retail' },
    timeZone: 'Europe/Stockholm',
    host: '',
    version: 2,
    calendar,
    editsDashboards: false,
  },
  branding: { palette: 'teal', logo: null as string | null },
}
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function server() {
  let stored = retail
  return [
    serve(listSurveys, { rows: [], total: 0 }),
    serve(listApiKeys, { keys: [], surveys: [], address: '' }),
    serve(listGlobalScripts, { scripts: [], errorEvents: 0 }),
    serve(listWebhooks, { webhooks: [], surveys: [], hosts: [] }),
    serve(listRoles, { roles: [], mayCreateTop: true }),
    serve(getUniverse, () => stored),
    serve(saveUniverse, ({ body }) => {
      const { palette, ...settings } = body as typeof retail & { palette: string }
      stored = { ...stored, ...settings, branding: { ...stored.branding, palette }, version: 3 }
      return stored
    }),
    serve(saveLogo, () => (stored = { ...stored, branding: { ...stored.branding, logo: pixel } })),
    serve(removeLogo, () => (stored = { ...stored, branding: { ...stored.branding, logo: null } })),
  ]
}

function open(more: Served[] = []) {
  const identity = identityFixture({ isRoot: true, universe: 'retail' })
  return renderApp('/surveylist/visits', [...more, ...server(), ...signedInServer(identity, startFixture())])
}

const editor = async () =>
  within((await screen.findByRole('heading', { name: 'Organisation', level: 2 })).closest('section')!)

test('the universe editor stands on the page of the administration and saves every field (UNIV-01a)', async () => {
  const app = await open()
  const form = await editor()
  expect(await form.findByRole('textbox', { name: 'English' })).toHaveValue('Nordic Retail')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.type(form.getByRole('textbox', { name: 'Svenska' }), 'Handeln')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Time zone' }), 'Europe/Helsinki')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Language of new users' }), 'English')
  await userEvent.type(form.getByRole('textbox', { name: /^Spreadsheet key/ }), 'sheet-7')
  await userEvent.click(form.getByRole('checkbox', { name: 'Sat' }))
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Public holidays of' }), 'Finland')
  await userEvent.click(form.getByRole('button', { name: 'Save organisation' }))
  expect(await screen.findByText('The organisation is saved.')).toBeVisible()
  expect(app.calls.findLast((call) => call.route === 'saveUniverse')?.body).toMatchObject({
    title: { en: 'Nordic Retail', sv: 'Handeln' },
    ...{ locales: ['sv', 'en'], defaultLocale: 'en', timeZone: 'Europe/Helsinki', sheetKey: 'sheet-7' },
    calendar: { ...calendar, workingDays: [1, 2, 3, 4, 5, 6], country: 'FI' },
    version: 2,
  })
})

test('a colour that is too light for text is told with what is drawn instead', async () => {
  await open()
  const form = await editor()
  expect(await form.findByText(/White text on it is easy to read/)).toBeVisible()
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Colour' }), 'Another colour')
  const code = form.getByRole('textbox', { name: /^Colour code/ })
  await userEvent.clear(code)
  await userEvent.type(code, '#ffd43b')
  expect(await form.findByText(/White text on it would be hard to read \(1\.\d:1\)/)).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
})

/** The input of the button that chooses a logo; it has no role. */
const fileInput = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    expect(found).not.toBeNull()
    return found!
  })

test('a logo is chosen, shown and removed; one that is none is told', async () => {
  const app = await open()
  const form = await editor()
  const input = await fileInput()
  await userEvent.upload(input, new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText('The logo is saved.')).toBeVisible()
  expect(app.calls.find((call) => call.route === 'saveLogo')?.body).toEqual({ image: 'AQID' })
  expect(form.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', pixel)
  await userEvent.click(form.getByRole('button', { name: 'Remove logo' }))
  expect(await form.findByText('No logo')).toBeVisible()
  endApp()
  await open([serve(saveLogo, () => refusal('validation', 'This is no PNG or JPEG image.'))])
  await userEvent.upload(await fileInput(), new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This is no PNG or JPEG image.')
})

test('a new organisation is asked for with its name, short name and languages, and entered', async () => {
  const app = await open([
    serve(createUniverse, ({ body }) => ({ name: (body as { name: string }).name })),
    serve(changeUniverse, ({ body }) =>
      identityFixture({ isRoot: true, surveys: [], universe: (body as { universe: string }).universe }),
    ),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'New organisation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New organisation' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Health')
  await userEvent.type(dialog.getByRole('textbox', { name: /^Short name/ }), 'health')
  expect(dialog.getByRole('combobox', { name: 'Language of new users' })).toHaveValue('en')
  expect(dialog.getByRole('combobox', { name: 'Time zone' })).not.toHaveValue('')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Make organisation' }))
  await waitFor(() => expect(app.address()).toBe('/surveylist/-'))
  expect(app.calls.find(({ route }) => route === 'changeUniverse')?.body).toEqual({ universe: 'health' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a language model is chosen with an address and a key that is shown to nobody, and tried', async () => {
  const chosen = { isOn: true, url: 'https://api.example.org/v1', model: 'small', hasKey: true, version: 2 }
  let stored = { ...chosen, hosts: ['api.example.org'] }
  let failure: string | null = 'api.example.org did not answer in time.'
  const app = await open([
    serve(getTextProvider, () => stored),
    serve(saveTextProvider, ({ body }) => {
      const { isOn, url, model } = body as typeof chosen
      if (url.includes('elsewhere')) return refusal('validation', 'Not allowed.', { url: 'Not allowed.' })
      return (stored = { ...stored, isOn, url, model, version: 3 })
    }),
    serve(tryTextProvider, () => ({ tookMs: failure === null ? 1234 : null, failure })),
  ])
  const form = await editor()
  await userEvent.click(await form.findByRole('button', { name: 'Language model' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Language model' }))
  expect(await dialog.findByText('On a host that the server may call: api.example.org')).toBeVisible()
  expect(dialog.getByText(/^A key is set/)).toBeVisible()
  expect(dialog.getByLabelText('Key')).toHaveValue('')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Try it' }))
  expect(await dialog.findByText('api.example.org did not answer in time.')).toBeVisible()
  failure = null
  await userEvent.click(dialog.getByRole('button', { name: 'Try it' }))
  expect(await dialog.findByText('It answers well, in 1.2 s.')).toBeVisible()
  const address = dialog.getByRole('textbox', { name: /^Address of the API/ })
  await userEvent.clear(address)
  await userEvent.type(address, 'https://elsewhere.example.org/v1')
  await userEvent.click(dialog.getByRole('button', { name: 'Save language model' }))
  await waitFor(() => expect(address).toBeInvalid())
  await userEvent.clear(address)
  await userEvent.type(address, 'https://api.example.org/v2')
  await userEvent.type(dialog.getByLabelText('Key'), 'sk-new')
  await userEvent.click(dialog.getByRole('button', { name: 'Save language model' }))
  expect(await screen.findByText('The language model is saved.')).toBeVisible()
  expect(app.calls.findLast(({ route }) => route === 'saveTextProvider')?.body).toEqual({
    ...{ isOn: true, url: 'https://api.example.org/v2', model: 'small', key: 'sk-new', removesKey: false, version: 2 },
  })
})
