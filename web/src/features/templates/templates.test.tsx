import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  getEditorOptions,
  listImages,
  listMergeTags,
  listStartTemplates,
  removeImage,
} from '@gensvar/contract/template-editor'
import {
  createSmsTemplate,
  createTemplate,
  getSmsTemplate,
  getTemplate,
  listTemplateLocales,
  listTemplateTags,
  previewMail,
  previewSms,
  removeTemplate,
  updateTemplate,
} from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const mjml = '<mjml>\n<mj-body></mj-body>\n</mjml>'
const stored: StoredTemplate = {
  ...{
    id: 7,
    name: 'Spring',
    extname: '',
    system: false,
    locale: 'sv',
    tags: ['spring'],
    subject: 'Hi',
    code: '<p></p>',
  },
  ...{
    design: JSON.stringify({ mjml, preheader: 'Two minutes' }),
    contents: '',
    languages: [],
    label: 'Spring',
    fromName: 'Shops',
  },
  ...{ fromEmail: 'hello@example.org', sendingType: 'EMAIL', version: 3, canEdit: true },
}
const blank: StoredTemplate = { ...stored, id: 0, name: '', version: 0 }
const sms: StoredTemplate = { ...blank, sendingType: 'SMS', contents: '', design: '', fromName: null, fromEmail: null }
const rows = [
  { id: 7, name: 'Spring', subject: 'Hi', sendingType: 'EMAIL' as const, labels: ['spring'] },
  { id: 8, name: 'Short', subject: '', sendingType: 'SMS' as const, labels: [] },
  { id: 9, name: 'Paper', subject: '', sendingType: 'LETTER' as const, labels: ['a', 'b'] },
]

const required = (field: string, words: string) => refusal('validation', words, { [field]: words })

const usual: Served[] = [
  serve(getTemplate, ({ params }) => (params['templateId'] === '0' ? blank : stored)),
  serve(getSmsTemplate, sms),
  serve(listTemplateLocales, { locales: [{ value: 'sv', text: 'Swedish' }] }),
  serve(listTemplateTags, { tags: ['spring', 'autumn'] }),
  serve(listMergeTags, {
    tags: [{ name: 'contact.name', title: 'Name', group: 'Recipient', isLink: false, example: 'Kim' }],
  }),
  serve(getEditorOptions, {
    ...{ blocks: [{ name: 'button', title: 'Button', mjml: '<mj-button>Go</mj-button>' }], fromEmails: [] },
    ...{ fromName: '', ownEmail: 'anna@example.org', smsSender: '', maxImageBytes: 700_000 },
  }),
  serve(listStartTemplates, { templates: [] }),
  serve(previewMail, {
    mail: {
      subject: 'Hi Kim',
      html: '<!doctype html><html lang="sv"><title>Hi</title><p>Body</p></html>',
      text: 'Body',
    },
    problems: [{ part: 'mjml', line: 2, isError: false, text: 'Nothing describes it.' }],
  }),
  serve(createTemplate, ({ body }) => ({ template: { ...stored, ...nameOf(body), id: 9, version: 1 }, tested: false })),
  serve(updateTemplate, ({ body }) => ({ template: { ...stored, ...nameOf(body), version: 4 }, tested: true })),
  serve(createSmsTemplate, ({ body }) => ({ template: { ...sms, ...nameOf(body), id: 10, version: 1 } })),
  serve(previewSms, { text: 'Hi Kim', problems: [] }),
  serve(removeTemplate, { ok: true }),
  serve(listImages, {
    images: [{ id: 1, name: 'shop.png', path: '/mailimages/abc.png', width: 900, height: 300, size: 4000 }],
  }),
  serve(removeImage, () => refusal('conflict', 'The template "Spring" shows this image.')),
]

function nameOf(body: unknown): { name: string } {
  return { name: String((body as { name: unknown }).name) }
}

function open(
  at: string,
  { served = [], isRoot = false, width = 1440 }: { served?: Served[]; isRoot?: boolean; width?: number } = {},
) {
  const list = component('mail-templates-list', { id: 'mt' })
  const identity = identityFixture({ isRoot, universe: 'retail' })
  return renderApp(
    at,
    [
      ...served,
      serveWidget('mail-templates-list', () => ({ rows, mayEdit: true })),
      ...usual,
      ...signedInServer(identity, startWith({ overview: [list] })),
    ],
    { width },
  )
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const bothSchemes = async () => {
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
}

test('the list names its templates, and adds one of each kind (TMPL-01) (TMPL-02)', async () => {
  const app = await open('/page/overview/visits/root')
  const table = await screen.findByRole('table', { name: 'Templates' })
  const row = within(table).getByRole('rowheader', { name: 'Spring' }).closest('tr')!
  expect([...row.children].map((cell) => cell.textContent)).toEqual(['Spring', 'Hi', 'E-mail', 'spring', '7'])
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(expect.arrayContaining(['SMS', 'Letter', 'ab']))
  await bothSchemes()
  await userEvent.click(await button('Add template'))
  const kinds = await screen.findAllByRole('menuitem')
  expect(kinds.map((kind) => kind.textContent)).toEqual([
    'E-mail template',
    'SMS template',
    'Letter template',
    'Call template',
  ])
  await userEvent.click(kinds[1]!)
  await waitFor(() => expect(app.address()).toBe('/smstemplate/visits/0?fromPage=overview'))
  // Cancel leads back to the page that the editor was opened from; so it does below for e-mails.
  await userEvent.click(await button('Cancel'))
  await waitFor(() => expect(app.address()).toMatch(/^\/page\/overview\/visits\//))
})

test('whoever does not administer the survey is told so', async () => {
  await open('/page/overview/visits/root', {
    served: [serveWidget('mail-templates-list', () => ({ rows: [], mayEdit: false }))],
  })
  expect(await screen.findByText('Templates are for administrators of the survey.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add template' })).toBeNull()
})

test('a mail is shown as recipients get it, with what is wrong, wide and narrow (TMAIL-07)', async () => {
  await open('/mailtemplate/visits/7')
  await screen.findByTitle('The e-mail')
  expect(document.querySelector('[data-path="design.mjml"]')!.getBoundingClientRect().height).toBeGreaterThanOrEqual(
    900,
  )
  await userEvent.click(await screen.findByText('Preview'))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Update Spring')
  const frame = await screen.findByTitle('Preview')
  expect(frame).toHaveAttribute('sandbox', '')
  expect(screen.getByText('Hi Kim')).toBeVisible()
  const problems = within(await screen.findByRole('list', { name: 'Problems' }))
  expect(problems.getByRole('button')).toHaveTextContent('Line 2: Nothing describes it.')
  await bothSchemes()
  await userEvent.click(screen.getByText('Plain text'))
  expect(await screen.findByLabelText('Plain text', { selector: 'pre' })).toHaveTextContent('Body')
  endApp()
  await open('/mailtemplate/visits/7', { width: 390 })
  await screen.findByTitle('The e-mail')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await accessibilityProblems()).toEqual([])
})

test('a block and a merge tag are inserted into the source, and what is saved has them (TMAIL-03)', async () => {
  const app = await open('/mailtemplate/visits/7')
  await userEvent.click(await screen.findByText('Source'))
  const editor = await screen.findByRole('textbox', { name: 'Source' })
  await userEvent.click(await button('Blocks'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Button' }))
  await waitFor(() => expect(editor.textContent).toMatch(/<mj-button>Go<\/mj-button>/))
  await userEvent.click(await button('Merge tags'))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Name/ }))
  await waitFor(() => expect(editor.textContent).toMatch(/\{\{contact\.name\|\}\}/))
  await userEvent.click(await button('Save'))
  await screen.findByText('The template was saved.')
  const [saved] = app.calls.filter(({ route }) => route === 'updateTemplate')
  expect(saved?.body).toMatchObject({ id: 7, version: 3, design: { preheader: 'Two minutes' } })
  expect(JSON.stringify(saved?.body)).toContain('<mj-button>Go</mj-button>{{contact.name|}}')
})

test('a test mail needs an address with an at sign (TMAIL-05)', async () => {
  const app = await open('/mailtemplate/visits/7')
  const address = await screen.findByLabelText('Address')
  expect(address).toHaveValue('anna@example.org')
  await userEvent.fill(address, 'anna')
  expect(await screen.findByText('Invalid Email address')).toBeVisible()
  expect(await button('Send a test')).toBeDisabled()
  await userEvent.fill(address, 'kim@example.org')
  await userEvent.click(await button('Send a test'))
  await screen.findByText(/a test is on its way to kim@example.org/)
  expect(app.calls.find(({ route }) => route === 'updateTemplate')?.query).toMatchObject({
    testmail: 'kim@example.org',
  })
})

test('Duplicate resets to a new template without a name; the first save creates it, the next one updates it (TMPL-04) (TMPL-09) (TMPL-10)', async () => {
  const app = await open('/mailtemplate/visits/7', {
    served: [
      serve(getTemplate, { ...stored, system: true, extname: 'spring' }),
      serve(createTemplate, ({ body }) =>
        nameOf(body).name === ''
          ? required('name', 'Name is required')
          : { template: { ...stored, ...nameOf(body), id: 9, version: 1 }, tested: false },
      ),
    ],
    isRoot: true,
  })
  expect(await screen.findByRole('switch', { name: /System template/ })).toBeChecked()
  await userEvent.click(await button('Duplicate'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Create'))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(screen.getByRole('switch', { name: /System template/ })).not.toBeChecked()
  await userEvent.click(await button('Save'))
  expect(await screen.findAllByText('Name is required')).not.toEqual([])
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Copy')
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.address()).toBe('/mailtemplate/visits/9'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Update/))
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.calls.filter(({ route }) => route === 'updateTemplate')).toHaveLength(1))
  expect(app.calls.findLast(({ route }) => route === 'createTemplate')?.body).toMatchObject({
    name: 'Copy',
    system: false,
  })
})

test('Delete asks first and returns to the list (TMPL-07d)', async () => {
  const app = await open('/mailtemplate/visits/7?fromPage=overview')
  await userEvent.click(await button('Delete'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(app.address()).toMatch(/^\/page\/overview\/visits\//))
  expect(app.calls.find(({ route }) => route === 'removeTemplate')?.params).toMatchObject({ templateId: '7' })
})

test('a system template is only read by others than root; a failure is told at its field', async () => {
  await open('/mailtemplate/visits/7', { served: [serve(getTemplate, { ...stored, canEdit: false })] })
  expect(await screen.findByText(/only root can change it/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.queryByRole('switch', { name: /System template/ })).toBeNull()
  expect(screen.queryByRole('tree')).toBeNull()
  expect(await accessibilityProblems()).toEqual([])
  endApp()
  const taken = refusal('conflict', 'Name already in use?', { name: 'Name already in use?' })
  await open('/mailtemplate/visits/7', { served: [serve(updateTemplate, () => taken)] })
  await userEvent.click(await button('Save'))
  expect(await screen.findAllByText('Name already in use?')).not.toEqual([])
})

test('an image of the library is inserted with its text; one in use is not deleted', async () => {
  await open('/mailtemplate/visits/7')
  await userEvent.click(await screen.findByText('Source'))
  const editor = await screen.findByRole('textbox', { name: 'Source' })
  await userEvent.click(await button('Image'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Images' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete shop.png' }))
  expect(await dialog.findByText('The template "Spring" shows this image.')).toBeVisible()
  await userEvent.fill(dialog.getByLabelText('What the image shows'), 'A "shop"')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Insert shop.png' }))
  await waitFor(() => expect(editor.textContent).toMatch(/alt="A &quot;shop&quot;" width="550px"\/>/))
})

test('a mail in several languages: one is added as a copy, checked, tested and removed', async () => {
  const app = await open('/mailtemplate/visits/7', {
    served: [
      serve(listTemplateLocales, {
        locales: [
          { value: 'sv', text: 'Swedish' },
          { value: 'fi', text: 'Finnish' },
        ],
      }),
      serve(updateTemplate, ({ body }) => {
        const { languages } = body as { languages: { locale: string; subject: string }[] }
        const kept = languages.map((one) => ({ ...one, design: stored.design, code: '', contents: '' }))
        return { template: { ...stored, languages: kept, version: 4 }, tested: true }
      }),
      serve(previewMail, ({ body }) => ({
        mail: null,
        problems:
          (body as { locale: string }).locale === 'fi'
            ? [{ part: 'subject' as const, line: null, isError: true, text: 'There is no merge tag "who".' }]
            : [],
      })),
    ],
  })
  const languages = within(await screen.findByRole('group', { name: 'Languages' }))
  await userEvent.click(await button('Add language'))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Finnish'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Finnish' }))
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  expect(subject).toHaveValue('Hi')
  await userEvent.fill(subject, 'Hei {{who}}')
  // Its problem is told beside its name, whichever language is shown, and leads to the field.
  expect(await languages.findByRole('button', { name: 'Finnish (has problems)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await userEvent.click(await button(/There is no merge tag/))
  expect(subject).toHaveFocus()
  await userEvent.click(await button('Send a test'))
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'updateTemplate')).toBe(true))
  const sent = app.calls.find(({ route }) => route === 'updateTemplate')
  expect(sent?.query).toMatchObject({ testlanguage: 'fi' })
  expect(sent?.body).toMatchObject({
    subject: 'Hi',
    languages: [{ locale: 'fi', subject: 'Hei {{who}}', design: { mjml, preheader: 'Two minutes' } }],
  })
  await userEvent.click(languages.getByRole('button', { name: 'Swedish (main)' }))
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('Hi')
  await userEvent.click(languages.getByRole('button', { name: /Finnish/ }))
  await userEvent.click(await button('Remove Finnish'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(languages.queryByRole('button', { name: /Finnish/ })).toBeNull())
})

test('each editor has Save, Delete, Duplicate and Cancel, which returns to its page (TMPL-07a) (TMPL-07b) (TMPL-21)', async () => {
  for (const screenName of ['mailtemplate', 'smstemplate']) {
    const app = await open(`/${screenName}/visits/7?fromPage=overview`, {
      served: [serve(getSmsTemplate, { ...sms, ...stored, sendingType: 'SMS', contents: 'Hi' })],
    })
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Update Spring')
    for (const name of ['Save', 'Delete', 'Duplicate']) expect(await button(name)).toBeVisible()
    await userEvent.click(await button('Cancel'))
    await waitFor(() => expect(app.address()).toMatch(/^\/page\/overview\/visits\//))
    endApp()
  }
})

test('the editor of text messages: 0 is a new one, and it can be a copy or stand within another page (NAV-29)', async () => {
  const served = [
    serve(getSmsTemplate, ({ params }) =>
      params['templateId'] === '0' ? sms : { ...sms, ...stored, sendingType: 'SMS' as const, contents: 'Hi' },
    ),
  ]
  await open('/smstemplate/visits/7?duplicate=true', { served })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(await screen.findByRole('textbox', { name: 'Contents' })).toHaveValue('Hi')
  endApp()
  const within_ = await open('/smstemplate/visits/0?embedded=true', { served })
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Within')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Contents' }), 'Hi')
  for (const name of ['Delete', 'Duplicate']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Back' })).toBeNull()
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(within_.address()).toBe('/smstemplate/visits/10?embedded=true'))
  endApp()
  const other = await open('/smstemplate/visits/0?fromPage=overview', { served })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  await userEvent.click(await button('Cancel'))
  await waitFor(() => expect(other.address()).toMatch(/^\/page\/overview\/visits\//))
})

test('the address makes a copy, or an editor within another page, where nothing leads elsewhere (TMPL-20) (NAV-28)', async () => {
  await open('/mailtemplate/visits/7?duplicate=true')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('Hi')
  endApp()
  const app = await open('/mailtemplate/visits/0?embedded=true')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Within')
  for (const name of ['Delete', 'Duplicate']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Back' })).toBeNull()
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(app.address()).toBe('/mailtemplate/visits/9?embedded=true'))
  endApp()
  // 0 is a new one, and the page that it was opened from is returned to.
  const other = await open('/mailtemplate/visits/0?fromPage=overview')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create')
  await userEvent.click(await button('Cancel'))
  await waitFor(() => expect(other.address()).toMatch(/^\/page\/overview\/visits\//))
})

test('the list has 30 rows a page, or 15, 50, 100 or all (TMPL-03)', async () => {
  const many = Array.from({ length: 31 }, (_, at) => ({ ...rows[0]!, id: at, name: `Template ${100 + at}` }))
  await open('/page/overview/visits/root', {
    served: [serveWidget('mail-templates-list', () => ({ rows: many, mayEdit: true }))],
  })
  const table = await screen.findByRole('table', { name: 'Templates' })
  expect(within(table).getAllByRole('rowheader')).toHaveLength(30)
  const sizes = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' })
  expect([...sizes.options].map(({ text }) => text)).toEqual([
    ...['15 per page', '30 per page', '50 per page', '100 per page', 'All'],
  ])
})
