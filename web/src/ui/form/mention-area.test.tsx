import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '../styles.ts'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { cleanup, render } from '#web/testing/render.tsx'
import { MentionArea } from './mention-area.tsx'

afterEach(() => {
  useScheme('light')
  cleanup()
})

const people = [
  { name: 'Anna Berg', username: 'anna@example.org' },
  { name: 'Ulf Ek', username: 'ulf' },
]
let terms: string[] = []

function Stage() {
  const [text, setText] = useState('')
  return (
    <MentionArea
      label="Comment"
      listLabel="People"
      value={text}
      onChange={setText}
      searchKey={['test']}
      find={(term) => {
        terms.push(term)
        return Promise.resolve(people.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase())))
      }}
    />
  )
}

beforeEach(() => {
  terms = []
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <main>
          <Stage />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  )
})

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
const list = () => screen.findByRole('listbox', { name: 'People' })

describe('a text area in which people are mentioned', () => {
  test('offers people after an @, chosen by the keyboard, whose user name stays in the text', async () => {
    await userEvent.type(area(), 'Can @')
    expect(within(await list()).getAllByRole('option')).toHaveLength(2)
    expect(area()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id)
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(area()).toHaveValue('Can @ulf ')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('call?')
    expect(area()).toHaveValue('Can @ulf call?')
  })

  test('searches for what is typed, also inside a text, and takes a click', async () => {
    await userEvent.type(area(), 'Hello and more', { initialSelectionStart: 0 })
    area().setSelectionRange(6, 6)
    await userEvent.keyboard('@an')
    await waitFor(async () => expect(within(await list()).getAllByRole('option')).toHaveLength(1))
    await waitFor(() => expect(terms.at(-1)).toBe('an'))
    await userEvent.click(screen.getByRole('option', { name: /Anna Berg/ }))
    expect(area()).toHaveValue('Hello @anna@example.org and more')
    expect(area()).toHaveFocus()
    expect(area().selectionStart).toBe('Hello @anna@example.org '.length)
  })

  test('leaves an address alone, and Enter and the arrows while nobody is offered', async () => {
    await userEvent.type(area(), 'Write to me@example')
    await userEvent.keyboard('{Enter}next')
    expect(area()).toHaveValue('Write to me@example\nnext')
    for (const code of ['ArrowUp', 'ArrowDown']) expect(fireEvent.keyDown(area(), { key: code, code })).toBe(true)
    expect(terms).toEqual([])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('closes with Escape and keeps what was typed', async () => {
    await userEvent.type(area(), '@ul')
    await list()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await userEvent.keyboard('{Enter}')
    expect(area()).toHaveValue('@ul\n')
  })
})
