import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import { createSampleComment, getSampleEditor } from '@gensvar/contract/samples'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { callsOf, editorOf, endEditor, openEditor, partsOf } from '#web/testing/open-sample-editor.tsx'

afterEach(endEditor)

const section = (name: string) => within(screen.getByRole('group', { name }))
const facts = (place: ReturnType<typeof within>) =>
  Object.fromEntries(
    place
      .getAllByRole('term')
      .map((term: HTMLElement) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  )

test('the editor is a tree of parts, each drawn by its type (SEDIT-01)', async () => {
  await openEditor(sampleEditorExample)
  const inOrder = [
    screen.getByText('Overall'),
    section('Contact details').getByText('eva@example.org'),
    screen.getByText('Visit'),
    screen.getByRole('table', { name: 'Contacts' }),
    section('Comments').getByText('Called the customer.'),
    screen.getByRole('table', { name: 'Sendings' }),
    ...['Approve', 'Remind', 'Ask now', 'Edit', 'Save', 'Close', 'Resend by e-mail'].map((name) =>
      within(screen.getByRole('main')).getByRole('button', { name }),
    ),
  ]
  inOrder.reduce((one, next) => {
    expect(one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    return next
  })
})

test('an unknown type is called an unknown component, and the others are there (SEDIT-02)', async () => {
  const unknown = { componentDef: { type: 'constructor' } }
  await openEditor(editorOf([unknown, ...partsOf('comments')]))
  expect(screen.getByText('Unknown component')).toBeVisible()
  expect(screen.getByText(/“constructor”/)).toBeVisible()
  expect(section('Comments').getByText('Called the customer.')).toBeVisible()
})

test('a variable is a field of its question (SEDIT-03)', async () => {
  await openEditor(editorOf(partsOf('group', 'variable')))
  expect(screen.getByRole('textbox', { name: 'Customer' })).toHaveValue('Eva Lind')
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('eva@example.org')
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('Swedish')
  expect(screen.getAllByText('Garden').some((one) => one.checkVisibility())).toBe(true)
  expect(screen.getByRole('textbox', { name: 'Visit' })).toHaveValue('02/03/2026')
})

describe('a group', () => {
  const [group = { componentDef: { type: 'group' } }] = partsOf('group')
  const groupOf = (justify: string, columns: number[]) =>
    editorOf([{ componentDef: { ...group.componentDef, justify, columns }, components: group.components?.slice(0, 2) }])
  const box = (name: string) => screen.getByRole('textbox', { name }).getBoundingClientRect()
  const room = () => screen.getByRole('group', { name: 'Contact details' }).getBoundingClientRect()

  test('has a title, and columns of the widths configured that are justified (SEDIT-04)', async () => {
    await openEditor(groupOf('start', [8, 4]))
    expect(screen.getByRole('heading', { name: 'Contact details', level: 3 })).toBeVisible()
    const width = (twelfths: number) => ((room().width + 16) * twelfths) / 12 - 16
    expect(box('Customer').width).toBeCloseTo(width(8), 0)
    expect(box('E-mail').width).toBeCloseTo(width(4), 0)
    expect(box('Customer').left).toBeCloseTo(room().left, 0)
    expect(box('E-mail').top).toBe(box('Customer').top)
    endEditor()
    await openEditor(groupOf('end', [3]))
    expect(box('Customer').width).toBeCloseTo(width(3), 0)
    expect(box('E-mail').right).toBeCloseTo(room().right, 0)
    expect(box('Customer').left).toBeGreaterThan(room().left + room().width / 3)
    endEditor()
    await openEditor(groupOf('center', [5]))
    expect(box('Customer').left - room().left).toBeCloseTo(room().right - box('E-mail').right, 0)
    expect(box('Customer').left - room().left).toBeGreaterThan(60)
    endEditor()
    await openEditor(groupOf('between', [5]))
    expect(box('Customer').left).toBeCloseTo(room().left, 0)
    expect(box('E-mail').right).toBeCloseTo(room().right, 0)
    endEditor()
    await openEditor(groupOf('around', [5]))
    const side = box('Customer').left - room().left
    expect(side).toBeGreaterThan(20)
    expect(box('E-mail').left - box('Customer').right).toBeCloseTo(2 * side + 16, 0)
  })

  test('is one column where it is narrow', async () => {
    await openEditor(groupOf('start', [6, 6]), { width: 390 })
    expect(box('Customer').width).toBeCloseTo(room().width, 0)
    expect(box('E-mail').top).toBeGreaterThan(box('Customer').bottom)
  })
})

describe('the comments', () => {
  const added = { updated: new Date().toISOString(), user: 'Bo Ek', comments: 'Called again.' }
  const create = serve(createSampleComment, ({ body }) => ({ ...added, comments: (body as { text: string }).text }))

  test('are listed with date, user and words, and one can be added (SEDIT-05)', async () => {
    const stage = await openEditor(editorOf(partsOf('comments')), { before: [create] })
    const [first] = section('Comments').getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^Called the customer\.anna@example\.org · .* ago$/)
    expect(first?.querySelector('time')).toHaveAttribute('datetime', '2026-03-02T08:15:00Z')
    await userEvent.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Called again.')
    await userEvent.click(screen.getByRole('button', { name: 'Save the comment' }))
    await waitFor(() => expect(section('Comments').getAllByRole('listitem')).toHaveLength(2))
    expect(section('Comments').getAllByRole('listitem')[1]?.textContent).toMatch(/^Called again\.Bo Ek/)
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('')
    expect(callsOf(stage, getSampleEditor.id)).toHaveLength(1)
  })

  test('can be neither saved nor cancelled while blank; what is sent is trimmed (SEDIT-06)', async () => {
    const stage = await openEditor(editorOf(partsOf('comments', 'group')), { before: [create] })
    const box = screen.getByRole('textbox', { name: 'Add a comment' })
    const buttons = ['Save the comment', 'Cancel'].map((name) => screen.getByRole('button', { name }))
    for (const button of buttons) expect(button).toBeDisabled()
    await userEvent.type(box, '  \n ')
    for (const button of buttons) expect(button).toBeDisabled()
    await userEvent.type(box, 'Called')
    for (const button of buttons) expect(button).toBeEnabled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(box).toHaveValue('')
    for (const button of buttons) expect(button).toBeDisabled()
    await userEvent.type(box, '  Called again. \n')
    await userEvent.click(screen.getByRole('button', { name: 'Save the comment' }))
    await waitFor(() => expect(section('Comments').getAllByRole('listitem')).toHaveLength(2))
    expect(stage.calls.filter(({ route }) => route !== getSampleEditor.id)).toEqual([
      expect.objectContaining({
        route: createSampleComment.id,
        params: { survey: 'visits', sampleId: '418' },
        body: { text: 'Called again.' },
      }),
    ])
  })

  test('that the server refuses stay in the box, with its words', async () => {
    await openEditor(editorOf(partsOf('comments')), {
      before: [serve(createSampleComment, () => refusal('forbidden', 'You may not comment here.'))],
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Called')
    await userEvent.click(screen.getByRole('button', { name: 'Save the comment' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('You may not comment here.')
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Called')
  })
})

test('the sendings have their totals (SEDIT-07), and a row each (SEDIT-08)', async () => {
  const [part = { componentDef: { type: 'mails' } }] = partsOf('mails')
  const [row] = part.mails?.rows ?? []
  const rows = row ? [row, { ...row, id: 9, state: 'FAILED', views: 3, clicks: 2, recording: true }] : []
  await openEditor(editorOf([{ ...part, ...(part.mails && { mails: { ...part.mails, rows } }) }]))
  expect(facts(section('Sendings'))).toEqual({
    'E-mail': 'eva@example.org',
    'Total sent': '2',
    'Total opened': '1',
    'Share opened': '50.0\u00a0%',
    'Total clicked': '1',
  })
  const [head, ...lines] = within(screen.getByRole('table', { name: 'Sendings' })).getAllByRole('row')
  const cells = (line: HTMLElement | undefined) => [...(line?.children ?? [])].map((cell) => cell.textContent)
  expect(cells(head)).toEqual(['Id', 'When', 'Campaign', 'State', 'Opens', 'Clicks', 'Recording'])
  expect(lines[0]?.querySelector('time')).toHaveAttribute('datetime', '2026-03-01T09:00:00Z')
  expect(cells(lines[0])).toEqual(['8', expect.stringMatching(/ago$/), 'After the visit', 'Sent', '1', '1', '—'])
  expect(cells(lines[1])).toEqual([
    '9',
    expect.stringMatching(/ago$/),
    'After the visit',
    'Failed',
    '3',
    '2',
    'Recorded',
  ])
})

test('a table has its title, its columns and its rows (SEDIT-09)', async () => {
  const [part = { componentDef: { type: 'table' } }] = partsOf('table')
  const table = {
    title: { en: 'Contacts' },
    columns: [
      { extname: 'date', title: { en: 'Date' }, rightAlign: false },
      { extname: 'amount', title: {}, rightAlign: true },
    ],
    rows: [{ cells: ['2026-03-02', '1,250'] }, { cells: ['2026-03-09', ''] }],
  }
  await openEditor(editorOf([{ ...part, table }]))
  expect(screen.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  const rows = within(screen.getByRole('table', { name: 'Contacts' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Date', 'amount'],
    ['2026-03-02', '1,250'],
    ['2026-03-09', '—'],
  ])
  for (const row of rows)
    expect([...row.children].map((cell) => getComputedStyle(cell).textAlign)).toEqual(['left', 'right'])
})

test('the header has highlighted answers and the main one (SEDIT-10), and there is one of it (SEDIT-11)', async () => {
  await openEditor(sampleEditorExample)
  const header = within(screen.getByText('Overall').closest('dl')!)
  expect(facts(header)).toEqual({ Overall: '8', Customer: 'Eva Lind', Store: 'Stockholm' })
  const size = (name: string) => Number.parseFloat(getComputedStyle(header.getByText(name)).fontSize)
  expect(size('8')).toBeGreaterThan(size('Stockholm'))
  expect(screen.getAllByText('Overall')).toHaveLength(1)
})

test('what is empty says so', async () => {
  await openEditor(
    editorOf([
      { componentDef: { type: 'comments' }, comments: [] },
      ...partsOf('table').map((part) => ({ ...part, table: { ...part.table!, rows: [] } })),
      ...partsOf('mails').map((part) => ({ ...part, mails: { ...part.mails!, rows: [] } })),
    ]),
  )
  expect(section('Comments').getByText('Nobody has commented on this sample yet.')).toBeVisible()
  expect(section('Contacts').getByText('The table is empty.')).toBeVisible()
  expect(section('Sendings').getByText('Nothing has been sent yet.')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('every part is accessible in both schemes, and fits into 390 pixels', async () => {
  await openEditor(editorOf([{ componentDef: { type: 'seat-map' } }, ...sampleEditorExample.componentsData]), {
    width: 390,
  })
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await accessibilityProblems()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
