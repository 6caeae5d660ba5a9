import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { getEditorOptions, listMergeTags } from '@gensvar/contract/template-editor'
import {
  createSmsTemplate,
  getSmsTemplate,
  listTemplateLocales,
  listTemplateTags,
  previewSms,
  testSms,
  updateSmsTemplate,
} from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const stored: StoredTemplate = {
  ...{ id: 8, name: 'Short', label: 'Short', extname: '', system: false, locale: 'sv', tags: [], subject: 'Visit' },
  ...{ code: '', design: 'Hej!', contents: 'Hej!', languages: [], fromName: null, fromEmail: null },
  ...{ sendingType: 'SMS', version: 3, canEdit: true },
}
const blank: StoredTemplate = { ...stored, id: 0, name: '', subject: '', contents: '', design: '', version: 0 }
const required = (field: string, words: string) => refusal('validation', words, { [field]: words })
const nameOf = (body: unknown) => ({ name: (body as { name: string }).name })

const usual: Served[] = [
  serve(getSmsTemplate, ({ params }) => (params['templateId'] === '0' ? blank : stored)),
  serve(createSmsTemplate, ({ body }) => ({ template: { ...blank, ...nameOf(body), id: 10, version: 1 } })),
  serve(updateSmsTemplate, ({ body }) => ({ template: { ...stored, ...nameOf(body), version: 4 } })),
  serve(previewSms, ({ body }) => ({
    text: (body as { contents: string }).contents.replaceAll('{{contact.name|}}', 'Kim Lind'),
    problems: [],
  })),
  serve(listTemplateLocales, {
    locales: [
      { value: 'sv', text: 'Swedish' },
      { value: 'fi', text: 'Finnish' },
    ],
  }),
  serve(listTemplateTags, { tags: ['spring'] }),
  serve(listMergeTags, {
    tags: [{ name: 'contact.name', title: 'Name', group: 'Recipient', isLink: false, example: 'Kim Lind' }],
  }),
  serve(getEditorOptions, {
    ...{ blocks: [], fromEmails: [], fromName: '', ownEmail: '', smsSender: '', maxImageBytes: 1 },
  }),
]

function open(at: string, served: Served[] = [], width = 1440) {
  const list = component('mail-templates-list', { id: 'mt' })
  const identity = identityFixture({ isRoot: false, universe: 'retail' })
  return renderApp(at, [...served, ...signedInServer(identity, startWith({ overview: [list] })), ...usual], { width })
}
const button = (name: string) => screen.findByRole('button', { name })
const contents = () => screen.findByRole('textbox', { name: 'Contents' })

async function bothSchemes(): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  showScheme('light')
}

test('a text message has a subject and contents with merge tags, and needs contents (TSMS-01) (TSMS-02) (TSMS-06)', async () => {
  const app = await open('/smstemplate/visits/0', [
    serve(createSmsTemplate, ({ body }) =>
      (body as { contents: string }).contents === ''
        ? required('contents', 'Contents are required')
        : { template: { ...blank, ...nameOf(body), id: 10, version: 1 } },
    ),
  ])
  const area = await contents()
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Short')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Subject' }), 'After the visit')
  await userEvent.click(await button('Save'))
  expect(await screen.findAllByText('Contents are required')).not.toEqual([])
  await userEvent.fill(area, 'Hej !')
  ;(area as HTMLTextAreaElement).setSelectionRange(4, 4)
  await userEvent.click(await button('Merge tags'))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Name/ }))
  await waitFor(() => expect(area).toHaveValue('Hej {{contact.name|}}!'))
  // As a phone shows it.
  expect(await screen.findByText('Hej Kim Lind!')).toBeVisible()
  expect(screen.getByText('Filled with examples: 13 characters, parts: 1.')).toBeVisible()
  await bothSchemes()
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.address()).toBe('/smstemplate/visits/10'))
  expect(app.calls.findLast(({ route }) => route === 'createSmsTemplate')).toMatchObject({
    body: { name: 'Short', subject: 'After the visit', contents: 'Hej {{contact.name|}}!' },
  })
})

test('the template of a call is written in the same editor, as what is said: without parts and a test', async () => {
  const call: StoredTemplate = { ...blank, sendingType: 'PHONE' }
  const app = await open('/calltemplate/visits/0', [
    serve(getSmsTemplate, ({ query }) => (query['sendingType'] === 'PHONE' ? call : blank)),
    serve(createSmsTemplate, ({ body }) => ({ template: { ...call, ...nameOf(body), id: 11, version: 1 } })),
  ])
  const area = await contents()
  expect(screen.getByRole('heading', { name: 'Greeting' })).toBeVisible()
  await userEvent.fill(area, 'a'.repeat(400))
  expect(await screen.findByText('As it is said in a call, filled with examples.')).toBeVisible()
  expect(screen.queryByText(/parts:/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Test SMS' })).toBeNull()
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Call')
  await bothSchemes()
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.address()).toBe('/calltemplate/visits/11'))
  expect(app.calls.findLast(({ route }) => route === 'createSmsTemplate')?.body).toMatchObject({
    ...{ name: 'Call', sendingType: 'PHONE', contents: 'a'.repeat(400) },
  })
})

test('it tells its characters and parts, and which characters make them shorter (TSMS-03)', async () => {
  await open('/smstemplate/visits/0')
  const area = await contents()
  for (const [text, words] of [
    ['a'.repeat(160), 'Characters: 160, parts: 1, room left in the last part: 0.'],
    ['a'.repeat(161), 'Characters: 161, parts: 2, room left in the last part: 145.'],
    ['a'.repeat(307), 'Characters: 307, parts: 3, room left in the last part: 152.'],
  ] as const) {
    await userEvent.fill(area, text)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText(/Phones lack/)).toBeNull()
  }
  await userEvent.fill(area, `${'a'.repeat(70)}“👍”…`)
  expect(await screen.findByText(/^Phones lack these characters.*: “ 👍 ” …$/)).toBeVisible()
  expect(screen.getByText('Characters: 75, parts: 2, room left in the last part: 59.')).toBeVisible()
  await bothSchemes()
  await userEvent.click(await button('Use plain signs'))
  await waitFor(() => expect(area).toHaveValue(`${'a'.repeat(70)}"👍"...`))
  expect(screen.queryByRole('button', { name: 'Use plain signs' })).toBeNull()
  await userEvent.fill(area, 'a'.repeat(2000).replaceAll('a', 'ł'))
  expect(await screen.findByText('It is too long: at most 20 parts are sent.')).toBeVisible()
})

test('the test asks for a sender name or phone number, which it needs, and a number, and sends what is written (TSMS-04) (TSMS-14)', async () => {
  const app = await open('/smstemplate/visits/8', [
    serve(testSms, ({ body }) =>
      (body as { sender: string }).sender === ''
        ? required('sender', 'A test needs a sender')
        : { ok: true as const, isOutbox: false, phoneNumber: '+46701234567', parts: 1 },
    ),
  ])
  await userEvent.fill(await contents(), 'Hej hej!')
  await userEvent.click(await button('Test SMS'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Test SMS' }))
  const sender = dialog.getByRole('textbox', { name: 'Sender’s name or phone number' })
  const number = dialog.getByRole('textbox', { name: 'Phone number to send to' })
  await userEvent.fill(number, '+46 70 123 45 67')
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }))
  expect(await dialog.findByText('A test needs a sender')).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.fill(sender, 'Butiken')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('A test is on its way to +46701234567. Parts: 1.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = app.calls.findLast(({ route }) => route === 'testSms')
  expect(sent?.body).toEqual({ phoneNumber: '+46 70 123 45 67', contents: 'Hej hej!', sender: 'Butiken', locale: 'sv' })
  // Nothing was saved, and what was entered is offered again.
  expect(app.calls.some(({ route }) => route === 'updateSmsTemplate')).toBe(false)
  expect(await contents()).toHaveValue('Hej hej!')
  await userEvent.click(await button('Test SMS'))
  const again = within(await screen.findByRole('dialog', { name: 'Test SMS' }))
  expect(again.getByRole('textbox', { name: 'Phone number to send to' })).toHaveValue('+46 70 123 45 67')
})

test('a text message in several languages is counted, shown and checked in each; a problem is told at its language', async () => {
  await open('/smstemplate/visits/8', [
    serve(previewSms, ({ body }) => {
      const { contents: written, locale } = body as { contents: string; locale: string }
      return locale === 'fi' && written.includes('{{who}}')
        ? {
            text: null,
            problems: [{ part: 'contents' as const, line: 1, isError: true, text: 'There is no merge tag "who".' }],
          }
        : { text: written, problems: [] }
    }),
  ])
  const area = await contents()
  await userEvent.click(await button('Add language'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Finnish' }))
  expect(area).toHaveValue('Hej!')
  await userEvent.fill(area, 'Hei {{who}}!')
  expect(await screen.findByText('Line 1: There is no merge tag "who".')).toBeVisible()
  const languages = within(screen.getByRole('group', { name: 'Languages' }))
  expect(await languages.findByRole('button', { name: 'Finnish (has problems)' })).toBeVisible()
  await userEvent.click(languages.getByRole('button', { name: /Swedish/ }))
  expect(area).toHaveValue('Hej!')
})

test('a name that is in use is told at the name (TSMS-07)', async () => {
  const words = 'Failed creating SMS template - name already in use'
  await open('/smstemplate/visits/8', [serve(updateSmsTemplate, () => refusal('conflict', words, { name: words }))])
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
  await userEvent.click(await button('Save'))
  expect(await screen.findAllByText(words)).not.toEqual([])
})

test('everything fits at 390 pixels', async () => {
  await open('/smstemplate/visits/8', [], 390)
  await userEvent.fill(await contents(), `https://example.org/${'a'.repeat(300)} “👍”`)
  await screen.findByText(/Phones lack/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
