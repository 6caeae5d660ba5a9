import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  createLetterTemplate,
  getLetterHelp,
  getLetterTemplate,
  removeLetterTemplate,
  renderLetterTemplate,
  updateLetterTemplate,
  uploadLetter,
} from '@gensvar/contract/letters'
import { getEditorOptions, listMergeTags, listStartTemplates } from '@gensvar/contract/template-editor'
import {
  createSmsTemplate,
  createTemplate,
  getSmsTemplate,
  getTemplate,
  listTemplateLocales,
  listTemplateTags,
} from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { examplePdf } from '#web/ui/pdf-view/example-pdf.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import { envelopeWindows, seenThrough } from './letter-window.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const stored: StoredTemplate = {
  ...{ id: 7, name: 'Spring', extname: '', system: false, locale: 'sv', tags: ['spring'], subject: '', code: '' },
  ...{ design: 'spring.fodt', contents: 'doc7', label: 'Spring', fromName: null, fromEmail: null },
  languages: [{ locale: 'fi', subject: '', code: '', design: 'kevät.fodt', contents: 'doc8' }],
  ...{ sendingType: 'LETTER', version: 3, canEdit: true },
}
const blank: StoredTemplate = {
  ...stored,
  id: 0,
  name: '',
  version: 0,
  contents: '',
  design: '',
  languages: [],
  tags: [],
}

const usual: Served[] = [
  serve(getLetterTemplate, ({ params }) => (params['templateId'] === '0' ? blank : stored)),
  serve(listTemplateLocales, {
    locales: [
      { value: 'sv', text: 'Swedish' },
      { value: 'fi', text: 'Finnish' },
    ],
  }),
  serve(listTemplateTags, { tags: ['spring', 'autumn'] }),
  serve(listMergeTags, { tags: [] }),
  serve(getLetterHelp, {
    variableRows: [
      { group: 'Recipient', name: 'Street', variable: '{{contact.street}}', value: 'Storgatan 1' },
      { group: 'Survey', name: 'Address of the survey', variable: '{{survey.link}}', value: 'https://x.example/a' },
    ],
  }),
  serve(renderLetterTemplate, { pdf: examplePdf, pages: 1 }),
  serve(uploadLetter, {
    ...{ key: 'new1', name: 'brev.fodt', tags: ['contact.name'] },
    removed: ['Macros, scripts and what starts them were removed.'],
  }),
  serve(createLetterTemplate, ({ body }) => ({ template: { ...stored, ...given(body), id: 9, version: 1 } })),
  serve(updateLetterTemplate, ({ body }) => ({ template: { ...stored, ...given(body), version: 4 } })),
  serve(removeLetterTemplate, { ok: true }),
]

function given(body: unknown): Pick<StoredTemplate, 'name' | 'contents'> {
  const { name, contents } = body as { name: string; contents: string }
  return { name, contents }
}

function open(at: string, { served = [], width = 1440 }: { served?: Served[]; width?: number } = {}) {
  const list = component('mail-templates-list', { id: 'mt' })
  return renderApp(
    at,
    [
      ...served,
      serveWidget('mail-templates-list', () => ({ rows: [], mayEdit: true })),
      ...usual,
      ...signedInServer(identityFixture({ isRoot: false, universe: 'retail' }), startWith({ overview: [list] })),
    ],
    { width },
  )
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** The reader of PDF is large: the first file waits for it. */
const page = () => screen.findByRole('group', { name: 'Page 1 of 1' }, { timeout: 20_000 })

async function uploadFile(name = 'brev.fodt'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no field for a file')
  await userEvent.upload(input, new File(['<office:document/>'], name))
  await userEvent.click(await button('Upload'))
}

test('the editor takes a .fodt file, tells what was taken out of it, and saves it (TLETTER-01)', async () => {
  const app = await open('/lettertemplate/visits/0?fromPage=overview')
  expect(await screen.findByText('There is no document yet')).toBeVisible()
  expect(document.querySelector('input[type=file]')).toHaveAttribute('accept', '.fodt')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Autumn')
  await uploadFile()
  expect(await screen.findByText('File: brev.fodt')).toBeVisible()
  expect(screen.getByText('Macros, scripts and what starts them were removed.')).toBeVisible()
  expect(screen.getByText('Merge tags in it: contact.name')).toBeVisible()
  const uploaded = app.calls.find(({ route }) => route === 'uploadLetter')
  expect(uploaded?.query).toMatchObject({ filename: 'brev.fodt', templateId: '0' })
  await page()
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.address()).toBe('/lettertemplate/visits/9?fromPage=overview'))
  const sent = app.calls.find(({ route }) => route === 'createLetterTemplate')
  expect(sent?.body).toMatchObject({ name: 'Autumn', contents: 'new1', languages: [] })
})

test('a file that is no letter is told at its field, and so is a name that is missing or in use', async () => {
  const words = 'The letter declares entities or a document type, which is not allowed.'
  const taken = 'Failed creating letter template - name already in use'
  await open('/lettertemplate/visits/0', {
    served: [
      serve(uploadLetter, () => refusal('validation', words, { file: words })),
      serve(createLetterTemplate, ({ body }) =>
        given(body).name === ''
          ? refusal('validation', 'Field is required', { name: 'Field is required' })
          : refusal('conflict', taken, { name: taken }),
      ),
    ],
  })
  await screen.findByText('There is no document yet')
  await uploadFile()
  expect(await screen.findByText(new RegExp(words))).toBeVisible()
  await userEvent.click(await button('Save'))
  expect(await screen.findByText('Field is required')).toBeVisible()
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Taken')
  await userEvent.click(await button('Save'))
  expect(await screen.findByText(taken)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('the letter is shown as PDF, in each of its languages, and what the window of an envelope shows (TLETTER-02)', async () => {
  const app = await open('/lettertemplate/visits/7')
  expect((await page()).textContent).toMatch(/Kim Lind\s+Storgatan 1\s+123 45 Kalmar/)
  await waitFor(() => expect(document.querySelector('canvas[data-drawn]')).toBeVisible())
  expect(await screen.findByText('The window shows: Kim Lind / Storgatan 1 / 123 45 Kalmar')).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Envelope window' }),
    'Nordic, C5, window on the right',
  )
  expect(await screen.findByText('Nothing stands in the window.')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Envelope window' }), 'None')
  expect(screen.queryByText(/The window shows/)).toBeNull()
  await userEvent.click(await button('Finnish'))
  expect(await screen.findByText('File: kevät.fodt')).toBeVisible()
  await waitFor(() =>
    expect(app.calls.filter(({ route }) => route === 'renderLetterTemplate').map(({ query }) => query)).toEqual([
      { document: 'doc7', language: 'sv' },
      { document: 'doc8', language: 'fi' },
    ]),
  )
})

test('a letter that cannot be printed says why, and the form stays', async () => {
  const words = 'Letters need LibreOffice, which is not installed on this server.'
  await open('/lettertemplate/visits/7', { served: [serve(renderLetterTemplate, () => refusal('unavailable', words))] })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Spring')
})

test('a table has the variables with group, name, variable and value (TLETTER-03)', async () => {
  await open('/lettertemplate/visits/7')
  const table = await screen.findByRole('table', { name: 'What can be filled in' })
  const cells = (row: Element): (string | null)[] => [...row.children].map(({ textContent }) => textContent)
  expect(within(table).getAllByRole('row').map(cells)).toEqual([
    ['Group', 'Name', 'Variable', 'Value'],
    ['Recipient', 'Street', '{{contact.street}}', 'Storgatan 1'],
    ['Survey', 'Address of the survey', '{{survey.link}}', 'https://x.example/a'],
  ])
})

test('the editor has Save, Delete, Duplicate and Cancel (TMPL-07c)', async () => {
  const app = await open('/lettertemplate/visits/7?fromPage=overview')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Update Spring')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Summer')
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'updateLetterTemplate')).toBe(true))
  await userEvent.click(await button('Duplicate'))
  await waitFor(() => expect(app.address()).toBe('/lettertemplate/visits/7?fromPage=overview&duplicate=true'))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  await userEvent.click(await button('Cancel'))
  await waitFor(() => expect(app.address()).toMatch(/^\/page\/overview\/visits\//))
  endApp()
  const other = await open('/lettertemplate/visits/7?fromPage=overview')
  await userEvent.click(await button('Delete'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(other.address()).toMatch(/^\/page\/overview\/visits\//))
  expect(other.calls.find(({ route }) => route === 'removeLetterTemplate')?.params).toMatchObject({ templateId: '7' })
})

test('the address names a template, 0 a new one, the page it came from, a copy, or an editor within a page (NAV-30) (NAV-33)', async () => {
  const app = await open('/lettertemplate/visits/0?fromPage=overview')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  await userEvent.click(await screen.findByRole('link', { name: 'Back' }))
  await waitFor(() => expect(app.address()).toMatch(/^\/page\/overview\/visits\//))
  endApp()
  await open('/lettertemplate/visits/7?duplicate=true')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(await screen.findByText('File: spring.fodt')).toBeVisible()
  endApp()
  await open('/lettertemplate/visits/7?embedded=true')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Update Spring')
  for (const name of ['Delete', 'Duplicate']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Back' })).toBeNull()
})

const others: Served[] = [
  serve(getTemplate, { ...blank, sendingType: 'EMAIL' }),
  serve(getSmsTemplate, { ...blank, sendingType: 'SMS' }),
  serve(getEditorOptions, {
    ...{ blocks: [], fromEmails: [], fromName: '', ownEmail: '', smsSender: '', maxImageBytes: 700_000 },
  }),
  serve(listStartTemplates, { templates: [] }),
  serve(createTemplate, () => refusal('validation')),
  serve(createSmsTemplate, () => refusal('validation')),
]

test('the list adds a template of each kind, whose editors share name, language and tags (TMPL-19) (TMPL-05)', async () => {
  for (const [name, address] of [
    ['E-mail template', 'mailtemplate'],
    ['SMS template', 'smstemplate'],
    ['Letter template', 'lettertemplate'],
    ['Call template', 'calltemplate'],
  ] as const) {
    const app = await open('/page/overview/visits/root', { served: others })
    await userEvent.click(await button('Add template'))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
    await waitFor(() => expect(app.address()).toBe(`/${address}/visits/0?fromPage=overview`))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Main language' })).toBeVisible()
    const tags = screen.getByRole('combobox', { name: 'Tags' })
    await userEvent.fill(tags, 'one')
    await userEvent.keyboard('{Enter}')
    await userEvent.fill(tags, 'two')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText('one')).toBeVisible()
    expect(screen.getByText('two')).toBeVisible()
    endApp()
  }
})

test('a narrow screen has everything below each other, and nothing wider than it', async () => {
  await open('/lettertemplate/visits/7', { width: 390 })
  await page()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a window shows what is wholly in it, and names what its edge cuts', () => {
  const { left, top } = envelopeWindows.din
  const at = (text: string, x: number, y: number, width = 20) => ({
    text,
    left: x,
    right: x + width,
    top: y,
    bottom: y + 4,
  })
  const texts = [
    at('Kim', left + 2, top + 2),
    at('Street', left + 2, top + 8),
    at('Long', left + 80, top + 14),
    at('Far', 150, 200),
  ]
  expect(seenThrough({ texts }, 'din')).toEqual({ shown: ['Kim', 'Street'], cut: ['Long'] })
})

test('a window on the right is as far from that edge as its like is from the left one', () => {
  for (const [onLeft, onRight] of [
    ['nordicC5', 'nordicC5Right'],
    ['nordicC65', 'nordicC65Right'],
  ] as const) {
    const { left, top, width, height } = envelopeWindows[onRight]
    expect({ left: 210 - left - width, top, width, height }).toEqual(envelopeWindows[onLeft])
    const line = { text: 'Kim', left: 150, right: 180, top: top + 2, bottom: top + 6 }
    expect(seenThrough({ texts: [line] }, onRight).shown).toEqual(['Kim'])
    expect(seenThrough({ texts: [line] }, onLeft).shown).toEqual([])
  }
})
