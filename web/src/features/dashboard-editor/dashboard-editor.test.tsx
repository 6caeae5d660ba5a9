import { screen, waitFor, within } from '@testing-library/dom'
import { parse } from 'yaml'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  checkDraft,
  discardDraft,
  getConfigurationVersion,
  getDraft,
  listConfigurationQuestions,
  listConfigurationVersions,
  publishDraft,
  rollbackConfiguration,
  saveDraft,
} from '@gensvar/contract/dashboard-editor'
import { suggestPatterns, tryPatterns } from '@gensvar/contract/comments'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const now = '2026-03-02T08:15:00Z'
const configuration = `# ours, by hand
indicators:
  csi: { title: CSI, expression: "csi(overall)", goal: 75 } # the one that matters
pages:
  # where everybody begins
  - extname: overview
    title: { en: Overview, sv: Översikt }
    components:
      - { type: variable-block, config: { id: head, variables: [csi] } }
      - { type: results-block, config: { id: results, size: 6 } }
`
const published = {
  ...{ number: 3, text: configuration, author: 'anna', created: now, source: 'user' as const, note: '' },
}
const first: DraftState = {
  ...{ text: configuration, version: 4, isDraft: false, basedOn: 3, changedBy: null, changed: null },
  ...{ published, protectedSections: [] },
}
const tabbed = { line: 1, column: 1, endLine: 1, endColumn: 2, severity: 'error' as const, path: [] }

/** A server that keeps a draft as the real one does. */
function draftServer() {
  let state = first
  const keep = (change: Partial<DraftState>) => (state = { ...state, ...change, version: state.version + 1 })
  const version = { number: 3, author: 'anna', created: now, source: 'user' as const, note: '', isCurrent: true }
  const served: Served[] = [
    serve(getDraft, () => state),
    serve(saveDraft, ({ body }) => {
      const { text, version: seen, basedOn } = body as { text: string; version: number; basedOn: number }
      if (seen !== state.version)
        return refusal('conflict', 'Meanwhile the draft was changed by bo.', { version: 'old' })
      return keep({ text, basedOn, isDraft: true, changedBy: 'anna', changed: now })
    }),
    serve(discardDraft, () => keep({ text: state.published.text, isDraft: false, changedBy: null, changed: null })),
    serve(checkDraft, ({ body }) => {
      const { text } = body as { text: string }
      const path = ['taxonomy', 'waiting', 'sv', 'patterns', 1]
      const starred = { ...tabbed, path, message: '"*" is no word' }
      return {
        problems: [
          ...(text.includes('\t') ? [{ ...tabbed, message: 'a line begins with a tab; use spaces' }] : []),
          ...(/\["?kö\*"?, "?\*"?\]/.test(text) ? [starred] : []),
        ],
      }
    }),
    serve(publishDraft, ({ body }) => {
      const note = (body as { note: string }).note
      const next = { ...published, number: 4, text: state.text, note }
      return keep({ isDraft: false, basedOn: 4, changedBy: null, changed: null, published: next })
    }),
    serve(listConfigurationVersions, { versions: [version, { ...version, number: 2, isCurrent: false }], total: 2 }),
    serve(getConfigurationVersion, { ...version, number: 2, isCurrent: false, text: 'title: Before\n' }),
    serve(rollbackConfiguration, () => {
      const back = { ...published, number: 4, text: 'title: Before\n' }
      return keep({ text: back.text, isDraft: false, basedOn: 4, published: back })
    }),
    serve(tryPatterns, ({ body }) => {
      const { patterns, term } = body as { patterns: string[]; term: string }
      const spans = [{ start: 5, end: 7, pattern: patterns[0] ?? '' }]
      const example = { interviewId: 417, variable: 'comment', comment: 'Evig kö och väntan.', spans }
      const found = { nCaught: patterns.length, nFound: term === '' ? null : 7, examples: [example] }
      return { nComments: 340, ...found, withheld: null }
    }),
    serve(suggestPatterns, ({ body }) => {
      const { patterns, from } = body as { patterns: string[]; from: string }
      const long = { pattern: 'lång kö', shown: 'lång kö', nComments: 12, nNew: 9 }
      const slow = { pattern: 'långsam~', shown: 'långsamt', nComments: 31, nNew: 31 }
      const suggestions = [long, slow].filter(({ pattern }) => !patterns.includes(pattern))
      return { nComments: 340, nFrom: from === 'category' ? 14 : 52, suggestions, withheld: null }
    }),
    serve(listConfigurationQuestions, {
      questions: [{ variable: 'overall', title: { en: 'Overall' }, type: 'scale' }],
    }),
  ]
  return {
    served,
    state: () => state,
    overtake: () => keep({ text: 'title: By Bo\n', isDraft: true, changedBy: 'bo' }),
  }
}

async function open({ mayEditDashboards = true, width = 1440 } = {}) {
  const server = draftServer()
  const identity = identityFixture({ mayEditDashboards, universe: 'retail' })
  const app = await renderApp('/dashboard/visits', [...server.served, ...signedInServer(identity, startFixture())], {
    width,
  })
  return { ...server, app }
}

const click = async (role: string, name: string | RegExp) => (await screen.findByRole(role, { name })).click()
const type = async (text: string) => {
  await click('tab', 'YAML')
  const editor = await screen.findByRole('textbox', { name: 'Configuration' })
  editor.focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await userEvent.keyboard(text)
}

/** Puts a text where the cursor of an editor is, as pasting does: keys would be indented. */
function pasteText(editor: HTMLElement, text: string): void {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}

/** The same, until the draft is saved. */
async function pasteInto(editor: HTMLElement, text: string): Promise<void> {
  pasteText(editor, text)
  await screen.findByText('Draft saved.', { exact: false })
}

test('only those who may edit dashboards are shown the editor', async () => {
  const { app } = await open({ mayEditDashboards: false })
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  expect(app.calls.map(({ route }) => route)).not.toContain('getDraft')
})

test('a page with a component is made without YAML, saved by itself, and leaves all other characters alone', async () => {
  const { state } = await open()
  await waitFor(() => expect(document.title).toMatch(/^Dashboard: Overview · /))
  await click('button', 'Add page')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add page' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Title of the page' }), 'Our numbers')
  await userEvent.keyboard('{Enter}')
  await click('button', 'Add component')
  await click('button', /^Chart over time/)
  await waitFor(() =>
    expect(state().text).toBe(
      `${configuration}  - extname: our-numbers
    title: Our numbers
    components:
      - type: development-chart
        config: { id: development_chart, variables: [csi] }
`,
    ),
  )
  expect(await screen.findByText(/Draft saved/)).toBeVisible()
  expect(document.title).toMatch(/^Dashboard: Our numbers · /)
  await waitFor(() =>
    expect(screen.getByTitle('Preview of Our numbers')).toHaveAttribute('src', expect.stringMatching(/\?draft=\d+$/)),
  )
})

test('components are sized, moved with Alt and the arrows, duplicated and removed, and each step can be undone', async () => {
  const { state } = await open()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Width of Results' }), 'Full width')
  await waitFor(() => expect(state().text).toContain('id: results, size: 12 }'))
  screen.getByRole('button', { name: /^Results/ }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(state().text).toMatch(/id: results.*\n.*id: head/))
  await click('button', 'More for Results')
  await click('menuitem', 'Duplicate')
  await waitFor(() => expect(state().text).toContain('id: results_2'))
  await click('button', 'More for Tiles')
  await click('menuitem', 'Remove')
  await waitFor(() => expect(state().text).not.toContain('id: head'))
  for (let step = 0; step < 4; step += 1) await click('button', 'Undo')
  await waitFor(() => expect(state().text).toBe(configuration))
})

test('components inside others are added, set up, moved and removed where they stand, and each step can be undone', async () => {
  const { state } = await open()
  await click('button', 'Add component')
  await click('button', /^Tabs Several/)
  await click('button', 'Add to: In Tabs')
  await click('button', /^Chart over time/)
  await waitFor(() => expect(state().text).toMatch(/title: Results, component.*\n?.*title: Chart over time/s))
  const tabs = () => within(screen.getByRole('region', { name: 'In Tabs' }))
  expect(await screen.findByRole('heading', { name: /^Chart over time: development_chart/ })).toBeVisible()
  tabs()
    .getByRole('button', { name: /^Chart over time/ })
    .focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(state().text).toMatch(/title: Chart over time.*title: Results, component/s))
  // What is set up stays the same component.
  expect(screen.getByRole('heading', { name: /^Chart over time: development_chart/ })).toBeVisible()
  tabs().getByRole('button', { name: 'More for Results' }).click()
  await click('menuitem', 'Remove')
  await waitFor(() => expect(state().text).not.toContain('title: Results, component'))
  tabs().getByRole('button', { name: 'More for Chart over time' }).click()
  // A menu block needs a tab.
  expect(await screen.findByRole('menuitem', { name: 'Remove' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  for (let step = 0; step < 4; step += 1) await click('button', 'Undo')
  await waitFor(() => expect(state().text).toBe(configuration))
})

test('categories of comments get patterns, say at their field what is wrong, and show what they catch', async () => {
  const { state } = await open()
  await click('tab', 'Categories')
  await click('button', 'Add a category')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a category' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Title of the category' }), 'Waiting')
  await userEvent.keyboard('{Enter}')
  await click('radio', 'Svenska')
  const patterns = await screen.findByRole('textbox', { name: 'Patterns' })
  await userEvent.fill(patterns, 'kö*, *')
  await userEvent.click(screen.getByRole('textbox', { name: 'Not these words' }))
  expect(await screen.findByText('"*" is no word')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Something is wrong in it' })).toBeVisible()
  await userEvent.fill(patterns, 'kö*')
  await userEvent.click(screen.getByRole('textbox', { name: 'Not these words' }))
  expect(await screen.findByText('1 of 340 comments in this language')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('"*" is no word')).toBeNull())
  const example = screen.getByText(/och väntan/)
  const range = document.createRange()
  range.setStart(example.lastChild!, 5)
  range.setEnd(example.lastChild!, 11)
  document.getSelection()?.removeAllRanges()
  document.getSelection()?.addRange(range)
  await click('button', 'Add “väntan”')
  expect(await screen.findByText('2 of 340 comments in this language')).toBeVisible()
  await waitFor(() =>
    expect(parse(state().text)).toMatchObject({
      taxonomy: { waiting: { title: { en: 'Waiting' }, sv: { patterns: ['kö*', 'väntan'] } } },
    }),
  )
  expect(state().text.startsWith(configuration)).toBe(true)
  // A word that was searched for, and one that is suggested.
  await userEvent.fill(screen.getByRole('searchbox', { name: 'Find comments' }), 'Expedit!')
  expect(await screen.findByText(/7 have “Expedit!”/)).toBeVisible()
  await click('button', 'Add “expedit”')
  await click('button', 'Suggest words')
  expect(await screen.findByText('From 14 comments in this language')).toBeVisible()
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Words that stand out' }),
    'In negative comments of no category',
  )
  expect(await screen.findByText('From 52 comments in this language')).toBeVisible()
  expect(screen.getByTitle('Add “lång kö”: catches 12 comments, 9 of them new')).toBeVisible()
  await click('button', 'lång kö 12 (+9)')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^lång kö/ })).toBeNull())
  expect(screen.getByRole('button', { name: 'långsamt 31 (+31)' })).toHaveFocus()
  await waitFor(() =>
    expect(parse(state().text).taxonomy.waiting.sv.patterns).toEqual(['kö*', 'väntan', 'expedit', 'lång kö']),
  )
  expect(await accessibilityProblems()).toEqual([])
})

test('what is wrong is listed with its place, and keeps the text from being published', async () => {
  const { state } = await open()
  await type('#')
  const editor = screen.getByRole('textbox', { name: 'Configuration' })
  await pasteInto(editor, '\tbad: 1\n')
  expect(await screen.findByRole('button', { name: /Line 1, column 1 a line begins with a tab/ })).toBeVisible()
  await click('button', 'Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the draft' }))
  expect(await dialog.findByText(/1 error keeps it from being published/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  expect(state().published.number).toBe(3)
})

test('a draft that somebody else changed is told, and either text can be kept', async () => {
  const { state, overtake } = await open()
  await screen.findByRole('button', { name: 'Add page' })
  overtake()
  await type('# mine ')
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText(/Meanwhile the draft was changed by bo/)).toBeVisible()
  expect(state().text).toBe('title: By Bo\n')
  notice.getByRole('button', { name: 'Keep my text' }).click()
  await waitFor(() => expect(state().text).toBe(`# mine ${configuration}`))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a draft is published with a note after its changes were shown, and an earlier version comes back', async () => {
  const { app, state } = await open()
  await type('# mine ')
  await click('button', 'Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the draft' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Note' }), 'A greeting')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled())
  dialog.getByRole('button', { name: 'Publish' }).click()
  expect(await screen.findByText('Version 4 is published.')).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'publishDraft')?.body).toMatchObject({ note: 'A greeting' })
  await click('tab', 'Versions')
  await click('button', 'Compare with version 2')
  await click('button', 'Roll back to version 2')
  await click('button', 'Roll back')
  await waitFor(() => expect(state().published.text).toBe('title: Before\n'))
})

/** Counts the texts that are read beside the page, which is what everything but the text waits for. */
function watchReading() {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  return { texts: () => posted.mock.calls.map(([text]) => text as string), end: () => posted.mockRestore() }
}

test('while somebody types, nothing but the text changes, and it is read once, in a pause', async () => {
  await open()
  const reading = watchReading()
  await type('#')
  const editor = screen.getByRole('textbox', { name: 'Configuration' })
  await screen.findByText(/Draft saved/)
  await waitFor(() => expect(reading.texts()).toEqual([`#${configuration}`]))
  await waitFor(() =>
    expect(screen.getByTitle('Preview of Overview')).toHaveAttribute('src', expect.stringMatching(/draft=[1-9]/)),
  )
  editor.ownerDocument.execCommand('insertText', false, 'a')
  await screen.findByText('Saving the draft…')
  const changes: MutationRecord[] = []
  const watcher = new MutationObserver((found) => changes.push(...found))
  watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
  for (const key of 'bcdefgh') editor.ownerDocument.execCommand('insertText', false, key)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  changes.push(...watcher.takeRecords())
  watcher.disconnect()
  // What was taken out of the page is told of by what it was in.
  const places = changes.map(({ target }) => target).filter(({ isConnected }) => isConnected)
  const outside = places.filter((place) => editor.closest('.cm-editor')?.contains(place) !== true)
  expect(places.length).toBeGreaterThan(0)
  expect(outside).toEqual([])
  await waitFor(() => expect(reading.texts()).toEqual([`#${configuration}`, `#abcdefgh${configuration}`]))
  reading.end()
})

test('what was typed a moment ago is in what is compared and published', async () => {
  const { state } = await open()
  await type('# mine ')
  screen.getByRole('button', { name: 'Publish' }).click()
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the draft' }))
  const compared = await dialog.findByRole('textbox', { name: 'Changes' })
  expect(compared.querySelector('.cm-changedLine')).toHaveTextContent('# mine # ours, by hand')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled())
  dialog.getByRole('button', { name: 'Publish' }).click()
  await waitFor(() => expect(state().published.text).toBe(`# mine ${configuration}`))
})

test('what was typed a moment ago is in the structure, and stays when a form is changed', async () => {
  const { state } = await open()
  await type('# mine ')
  const text = screen.getByRole('textbox', { name: 'Configuration' })
  text.ownerDocument.execCommand('selectAll')
  pasteText(text, configuration.replace('id: results, size: 6', 'id: results, size: 4'))
  screen.getByRole('tab', { name: 'Pages and components' }).click()
  const width = await screen.findByRole('combobox', { name: 'Width of Results' })
  expect(width).toHaveValue('4')
  await userEvent.selectOptions(width, 'Full width')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Width of Tiles' }), 'Half')
  await waitFor(() =>
    expect(state().text).toBe(
      configuration.replace('id: results, size: 6', 'id: results, size: 12').replace('[csi] }', '[csi], size: 6 }'),
    ),
  )
})

test('what was typed a moment ago is saved when the editor is left, and undone by the button', async () => {
  const { app, state } = await open()
  await type('# mine ')
  await click('button', 'Undo')
  const text = screen.getByRole('textbox', { name: 'Configuration' })
  await waitFor(() => expect(text.textContent).not.toContain('# mine'))
  await click('button', 'Redo')
  await waitFor(() => expect(text.textContent).toContain('# mine # ours'))
  await type('# more ')
  app.go('/page/overview/visits/root')
  await waitFor(() => expect(state().text).toBe(`# more # mine ${configuration}`))
})

test.each([1440, 390])('the editor has no fault that axe finds, %i wide in both schemes', async (width) => {
  await open({ width })
  await click('button', /^Tiles/)
  await screen.findByText('From left to right; the first is the main one.')
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
