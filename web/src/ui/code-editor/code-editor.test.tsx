import '../styles.ts'
import { MantineProvider } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/dom'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startI18n } from '#web/lib/i18n.ts'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { cleanup, render } from '#web/testing/render.tsx'
import { CodeDiff, CodeEditor } from './code-editor.tsx'
import type { CodeEditorProps } from './code-types.ts'

beforeAll(() => startI18n('en'))

afterEach(() => {
  useScheme('light')
  cleanup()
})

type Given = Partial<CodeEditorProps>

function Example({ value = '', onChange, ...props }: Given) {
  const [text, setText] = useState(value)
  const change = (next: string) => {
    setText(next)
    onChange?.(next)
  }
  return <CodeEditor label="Script" language="javascript" value={text} onChange={change} {...props} />
}

function show(content: React.ReactNode) {
  return render(
    <MantineProvider>
      <Suspense fallback={null}>
        <main>{content}</main>
      </Suspense>
    </MantineProvider>,
  )
}

const editor = () => screen.findByRole('textbox', { name: 'Script' })

/** Puts the cursor into the editor and types as the keyboard does. */
async function type(keys: string) {
  const field = await editor()
  field.focus()
  await userEvent.keyboard(keys)
}

test('what is typed is reported, Tab indents, and Escape and Tab leave it', async () => {
  const onChange = vi.fn<(value: string) => void>()
  show(<Example onChange={onChange} />)
  await type('const a = 1')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('const a = 1'))
  const field = await editor()
  expect(field).toHaveAccessibleDescription('Escape, then Tab leaves the editor.')
  await userEvent.keyboard('{Tab}')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(expect.stringMatching(/ {2}/)))
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Escape}{Tab}')
  expect(document.activeElement).not.toBe(field)
})

test('shortcuts run what they are given instead of what the browser does', async () => {
  const save = vi.fn<() => void>()
  const dryRun = vi.fn<() => void>()
  show(
    <Example
      value={'let found = 1\n'}
      shortcuts={[
        { key: 'Mod-s', run: save },
        { key: 'Mod-Enter', run: dryRun },
      ]}
    />,
  )
  const field = await editor()
  field.focus()
  const notTaken = vi.fn<() => void>()
  const watch = (event: KeyboardEvent) => event.key !== 'Control' && !event.defaultPrevented && notTaken()
  document.addEventListener('keydown', watch)
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(save).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(dryRun).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Control>}f{/Control}')
  document.removeEventListener('keydown', watch)
  expect(notTaken).not.toHaveBeenCalled()
  expect(field).toHaveTextContent('let found = 1')
  const search = await screen.findByRole('textbox', { name: 'Search' })
  await userEvent.keyboard('found')
  expect(search).toHaveValue('found')
  expect(screen.getByRole('button', { name: 'Next match' })).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
})

test('problems are marked in the text and listed; one of the list leads to its place', async () => {
  const problems = [
    { line: 2, column: 5, severity: 'error', message: 'Unexpected token.' },
    { line: 1, column: null, severity: 'warning', message: 'Nothing uses this.' },
  ] as const
  show(<Example value={'let a = 1\nlet = 2\n'} problems={problems} />)
  const list = within(await screen.findByRole('list', { name: 'Problems' }))
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Line 2, column 5Unexpected token.',
    'Line 1Nothing uses this.',
  ])
  const field = await editor()
  await waitFor(() => expect(field.querySelector('.cm-lintRange-error')?.textContent).toBe('= 2'))
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.click(list.getByRole('button', { name: /Unexpected token/ }))
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('b')
  await waitFor(() => expect(field).toHaveTextContent('let a = 1let b= 2'))
})

test('suggestions are offered while a word is typed, and the chosen one is written', async () => {
  const onChange = vi.fn<(value: string) => void>()
  show(
    <Example
      onChange={onChange}
      completions={({ offset, before }) => {
        const word = /host\.(\w*)$/.exec(before)
        if (word === null) return null
        const suggestions = [
          { label: 'figure', detail: '(name)', info: 'A published figure.', kind: 'function' } as const,
        ]
        return { from: offset - (word[1] ?? '').length, suggestions }
      }}
    />,
  )
  await type('host.fi')
  const option = await screen.findByRole('option', { name: /figure/ })
  expect(await screen.findByText('A published figure.')).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(option)
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('host.figure'))
})

test('a text that is only read cannot be changed, and another text takes its place', async () => {
  const onChange = vi.fn<(value: string) => void>()
  const locked = (value: string) => (
    <MantineProvider>
      <CodeEditor label="Script" language="yaml" value={value} onChange={onChange} readOnly />
    </MantineProvider>
  )
  const { rerender } = render(locked('version: 1'))
  const field = await editor()
  expect(field).toHaveAttribute('aria-readonly', 'true')
  field.focus()
  await userEvent.keyboard('x')
  rerender(locked('version: 2'))
  await waitFor(() => expect(field).toHaveTextContent('version: 2'))
  expect(onChange).not.toHaveBeenCalled()
})

test('2,000 lines are open within a second', async () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `  - id: page-${at} # the page with the number ${at}`)
  // The code of the editor is there once another one was drawn.
  show(<Example />)
  await editor()
  cleanup()
  const started = performance.now()
  show(<Example value={lines.join('\n')} language="yaml" height={600} />)
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toContain('page-1 '), { interval: 10 })
  expect(performance.now() - started).toBeLessThan(1000)
  expect(document.querySelector('.cm-editor')?.getBoundingClientRect().height).toBe(600)
})

test('two texts are compared line by line, and equal ones are said to be equal', async () => {
  const before = ['version: 1', 'title: Overview', ''].join('\n')
  show(<CodeDiff label="Changes" before={before} after={before.replace('Overview', 'Start')} language="yaml" />)
  const diff = await screen.findByRole('textbox', { name: 'Changes' })
  await waitFor(() => expect(diff.querySelector('.cm-deletedChunk')).toHaveTextContent('title: Overview'))
  expect(diff.querySelector('.cm-changedLine')).toHaveTextContent('title: Start')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  cleanup()
  show(<CodeDiff label="Changes" before={before} after={before} language="yaml" />)
  expect(await screen.findByText('The texts are the same.')).toBeVisible()
})
