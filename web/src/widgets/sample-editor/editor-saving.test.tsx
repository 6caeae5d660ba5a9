import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { EditorComponentData, SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import { questionFieldExample } from '@gensvar/contract/entities/samples'
import { createSampleComment, getSampleEditor, updateSampleEditor } from '@gensvar/contract/samples'
import { accessibilityProblems } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { EditorBody } from './editor-context.ts'
import { callsOf, editorOf, endEditor, form, openEditor, partsOf } from '#web/testing/open-sample-editor.tsx'

afterEach(endEditor)

const box = (name: string) => screen.getByRole('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const click = (name: string) => userEvent.click(button(name))
const saved = () => screen.findByText('The sample is saved.')

async function write(name: string, text: string): Promise<void> {
  await userEvent.clear(box(name))
  if (text !== '') await userEvent.type(box(name), text)
}

/** The editor with other values of its fields. */
function withValues(data: SampleEditorData, values: Record<string, string>): SampleEditorData {
  const change = (part: EditorComponentData): EditorComponentData => ({
    ...part,
    ...(part.field && { field: { ...part.field, value: values[part.field.questionId] ?? part.field.value } }),
    ...(part.components && { components: part.components.map(change) }),
  })
  return { ...data, componentsData: data.componentsData.map(change) }
}

describe('the edit button', () => {
  const edited = editorOf(partsOf('group', 'edit-button', 'update-button', 'cancel-button'))

  test('makes the form editable (SEDIT-12a)', async () => {
    await openEditor(edited)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('eva@example.org')).toBeVisible()
    expect(button('Save')).toBeDisabled()
    await click('Edit')
    expect(box('Customer')).toHaveFocus()
    expect(box('E-mail')).toHaveValue('eva@example.org')
    expect(button('Save')).toBeEnabled()
    await write('Customer', 'Eva Ek')
    await click('Save')
    await saved()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('Eva Ek')).toBeVisible()
  })

  test('changes nothing where the fields cannot be changed', async () => {
    const rights = { ...sampleEditorExample.rights, canEdit: false }
    await openEditor({ ...edited, rights })
    expect(button('Edit')).toBeDisabled()
    expect(button('Save')).toBeDisabled()
    expect(screen.getByText(/^The fields cannot be changed/)).toBeVisible()
    endEditor()
    await openEditor({ ...form, rights })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(button('Save')).toBeDisabled()
  })
})

describe('the update button', () => {
  test('checks the fields and saves the ones that were changed (SEDIT-12b)', async () => {
    const editor = await openEditor(form)
    await write('Customer', 'Eva Ek')
    await userEvent.type(box('Customer'), '{Enter}')
    await saved()
    expect(editor.sent()).toEqual([{ version: 1, overwrite: false, fields: { customer: 'Eva Ek' }, stateChange: null }])
    expect(editor.saved).toHaveLength(1)
    await write('E-mail', 'eva@example.com')
    await click('Save')
    await waitFor(() => expect(editor.saved).toHaveLength(2))
    expect(editor.sent()[1]).toMatchObject({ version: 2, fields: { email: 'eva@example.com' } })
    expect(editor.closed()).toBe(0)
  })

  test('saves nothing if any part is wrong, a part of a group included (SEDIT-16)', async () => {
    const both = editorOf([...partsOf('group', 'variable'), ...partsOf('update-button', 'state-button')])
    const editor = await openEditor(both)
    await write('Customer', '')
    await write('E-mail', 'eva')
    await write('Visit', 'tomorrow')
    await click('Save')
    await waitFor(() => expect(box('Customer')).toHaveAccessibleDescription('Fill this in'))
    expect(box('Customer')).toHaveFocus()
    expect(box('E-mail')).toHaveAccessibleDescription('Enter an e-mail address, such as anna@example.org')
    expect(box('Visit')).toHaveAccessibleDescription(/^Write the date like/)
    await click('Approve')
    await waitFor(() => expect(box('Customer')).toHaveFocus())
    expect(editor.sent()).toEqual([])
    await write('Customer', 'Eva Ek')
    await write('E-mail', 'eva@example.com')
    await write('Visit', '03/03/2026')
    await click('Approve')
    await saved()
    expect(editor.sent()).toMatchObject([
      {
        fields: { customer: 'Eva Ek', email: 'eva@example.com', eventdate: '2026-03-03' },
        stateChange: { extname: 'approve' },
      },
    ])
  })

  test('makes the fields editable that a state button finds wrong; a sample is cancelled also without them', async () => {
    const cancel = partsOf('state-button').map(({ componentDef }) => ({
      componentDef: { ...componentDef, extname: 'cancel', title: 'Give up', toState: 4 },
    }))
    const blank = withValues(editorOf([...partsOf('group', 'edit-button', 'state-button'), ...cancel]), { email: '' })
    const editor = await openEditor(blank)
    expect(screen.queryByRole('textbox')).toBeNull()
    await click('Approve')
    await waitFor(() => expect(box('E-mail')).toHaveFocus())
    expect(box('E-mail')).toHaveAccessibleDescription('Fill this in')
    expect(editor.sent()).toEqual([])
    await click('Give up')
    await saved()
    expect(editor.sent()).toMatchObject([{ fields: {}, stateChange: { extname: 'cancel', toState: '4' } }])
  })

  test('shows at its field what the server finds wrong', async () => {
    await openEditor(form, {
      before: [serve(updateSampleEditor, () => refusal('validation', 'Wrong.', { 'fields.customer': 'is in use' }))],
    })
    await write('Customer', 'Bo')
    await click('Save')
    await waitFor(() => expect(box('Customer')).toHaveAccessibleDescription('Is in use'))
    expect(box('Customer')).toHaveValue('Bo')
  })
})

test('a question can have a name with points', async () => {
  const named = { componentDef: { type: 'variable' }, field: { ...questionFieldExample, questionId: 'Q1.2 %' } }
  let isRefused = true
  const editor = await openEditor(editorOf([named, ...partsOf('update-button')]), {
    before: [
      serve(updateSampleEditor, () =>
        isRefused ? refusal('validation', 'Wrong.', { 'fields.Q1.2 %': 'is in use' }) : form,
      ),
    ],
  })
  expect(box('E-mail')).toHaveValue('eva@example.org')
  await write('E-mail', 'eva@example.net')
  await click('Save')
  await waitFor(() => expect(box('E-mail')).toHaveAccessibleDescription('Is in use'))
  isRefused = false
  await click('Save')
  await saved()
  expect(editor.sent()[0]).toMatchObject({ fields: { 'Q1.2 %': 'eva@example.net' } })
})

describe('the cancel button', () => {
  test('gives up what was changed, and else closes the editor (SEDIT-12c)', async () => {
    const editor = await openEditor(editorOf(partsOf('group', 'edit-button', 'update-button', 'cancel-button')))
    await click('Edit')
    await write('Customer', 'Bo')
    await click('Cancel')
    expect(screen.getByText('Eva Lind')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(button('Edit')).toHaveFocus()
    expect(editor.closed()).toBe(0)
    await click('Close')
    expect(editor.closed()).toBe(1)
    endEditor()
    const plain = await openEditor(form)
    await write('Customer', 'Bo')
    await click('Cancel')
    expect(plain.closed()).toBe(1)
    expect(box('Customer')).toHaveValue('Eva Lind')
    expect(plain.sent()).toEqual([])
  })
})

describe('leaving the editor', () => {
  const question = () => screen.findByRole('dialog', { name: 'Discard the changes?' })

  test('asks before changed fields are lost, and before a comment is', async () => {
    const editor = await openEditor(editorOf([...form.componentsData, ...partsOf('comments')]))
    let left = 0
    const leave = () => editor.leave(() => (left += 1))
    leave()
    expect(left).toBe(1)
    await write('Customer', 'Bo')
    leave()
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(left).toBe(1)
    await write('Customer', 'Eva Lind')
    await write('Add a comment', 'Called')
    leave()
    await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(left).toBe(2))
  })
})

test('a comment is sent alone: fields that are being changed stay as they are', async () => {
  const editor = await openEditor(editorOf([...form.componentsData, ...partsOf('comments')]), {
    before: [serve(createSampleComment, { updated: '2026-03-02T09:00:00Z', user: 'Bo', comments: 'Called' })],
  })
  await write('Customer', 'Bo')
  await write('Add a comment', 'Called')
  await click('Save the comment')
  await waitFor(() => expect(screen.getByRole('group', { name: 'Comments' }).textContent).toMatch(/Bo · /))
  expect(box('Customer')).toHaveValue('Bo')
  expect(editor.sent()).toEqual([])
  expect(callsOf(editor, createSampleComment.id)).toHaveLength(1)
})

describe('when somebody else has saved in between', () => {
  const theirs = { ...withValues(form, { email: 'eva@example.net' }), version: 2 }
  const words = 'Anna Lind changed this sample at 14:03.'

  /** The server has another version of the e-mail address since the editor was opened. */
  async function openStale() {
    const editor = await openEditor(form, {
      before: [
        serve(updateSampleEditor, ({ body }) => {
          const { version, fields } = body as EditorBody
          return version === theirs.version
            ? { ...withValues(theirs, fields as Record<string, string>), version: 3 }
            : refusal('conflict', words, {
                version: words,
                'fields.email': 'Anna Lind changed this to "eva@example.net".',
                state: 'Anna Lind changed the state to "Approved".',
              })
        }),
      ],
    })
    editor.store(theirs)
    await write('Customer', 'Eva Ek')
    await click('Save')
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' }))
    return { editor, dialog }
  }

  test('one is told who changed what, and can save one’s own: only fields that were changed here', async () => {
    const { editor, dialog } = await openStale()
    expect(dialog.getByText(words)).toBeVisible()
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'E-mail: Anna Lind changed this to "eva@example.net".',
      'Anna Lind changed the state to "Approved".',
    ])
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Save mine' }))
    await saved()
    expect(editor.sent().map(({ version, fields }) => ({ version, fields }))).toEqual([
      { version: 1, fields: { customer: 'Eva Ek' } },
      { version: 2, fields: { customer: 'Eva Ek' } },
    ])
    expect(box('Customer')).toHaveValue('Eva Ek')
    expect(box('E-mail')).toHaveValue('eva@example.net')
  })

  test('one can go on with theirs', async () => {
    const { editor, dialog } = await openStale()
    await userEvent.click(dialog.getByRole('button', { name: 'Load theirs' }))
    await waitFor(() => expect(box('E-mail')).toHaveValue('eva@example.net'))
    expect(box('Customer')).toHaveValue('Eva Lind')
    await write('Customer', 'Bo')
    await click('Save')
    await saved()
    expect(editor.sent()[1]).toMatchObject({ version: 2, fields: { customer: 'Bo' } })
    expect(callsOf(editor, getSampleEditor.id)).toHaveLength(2)
  })
})
