import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getDraft, saveDraft } from '@gensvar/contract/dashboard-editor'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { serve, startServing } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { makeKeeper } from './draft-keeper.ts'
import type { DraftKeeper, EditedDraft } from './draft-keeper.ts'

const published = {
  ...{ number: 1, text: 'title: Visits\n', author: 'anna', created: '2026-03-02T08:15:00Z' },
  ...{ source: 'user' as const, note: '' },
}
const first: DraftState = {
  ...{ text: published.text, version: 1, isDraft: false, basedOn: 1, changedBy: null, changed: null },
  ...{ published, protectedSections: [] },
}

let sent: string[] = []
/** What the server waits for before it answers. */
let hold: Promise<void> | null = null
let stop = () => {}

beforeEach(() => {
  let state = first
  sent = []
  hold = null
  const served = [
    serve(getDraft, () => state),
    serve(saveDraft, ({ body }) => {
      const { text } = body as { text: string }
      sent.push(text)
      state = { ...state, text, isDraft: true, version: state.version + 1 }
      return state
    }),
  ].map(({ route, answer }) => ({
    route,
    answer: async (seen: SeenCall) => {
      const given = answer(seen)
      await hold
      return given
    },
  }))
  ;({ stop } = startServing(served))
})

afterEach(() => stop())

/** A keeper, and what it tells of: each state of the draft, and how often the text. */
function keeperOf() {
  const keeper = makeKeeper('visits', first)
  const told: EditedDraft[] = []
  const seen = { told, keys: 0 }
  keeper.store.subscribe(() => told.push(keeper.store.get()))
  keeper.typed.subscribe(() => (seen.keys += 1))
  const type = (keys: string) => {
    for (const key of keys) keeper.change(keeper.value + key, true)
  }
  return { keeper, seen, type }
}

test('keys are told to the field of the text alone, until there is a pause', async () => {
  const { keeper, seen, type } = keeperOf()
  type('# all of this')
  expect(seen.keys).toBe(13)
  // The first one: that something is to be saved and can be undone.
  expect(seen.told).toHaveLength(1)
  expect(seen.told[0]).toMatchObject({ settled: published.text, saving: 'waiting', canUndo: true })
  await waitFor(() => expect(keeper.store.get().settled).toBe('title: Visits\n# all of this'))
  expect(seen.told).toHaveLength(2)
  await waitFor(() => expect(keeper.store.get().saving).toBe('saved'))
  expect(sent).toEqual(['title: Visits\n# all of this'])
})

const typed = 'title: Visits\n# mine'

test.each<[name: string, act: (keeper: DraftKeeper) => unknown, text: string]>([
  ['another tab is opened', (keeper) => keeper.settle(), typed],
  ['a form is changed', (keeper) => keeper.change(`a: 1\n${keeper.value}`), `a: 1\n${typed}`],
  ['it is saved', (keeper) => keeper.flush(), typed],
  ['it is undone', (keeper) => keeper.undo(), published.text],
  ['it is undone and made again', (keeper) => [keeper.undo(), keeper.redo()], typed],
  [
    'what somebody else has is taken, and that is undone',
    (keeper) => keeper.takeTheirs().then(() => keeper.undo()),
    typed,
  ],
  ['the editor is left', (keeper) => keeper.end(), typed],
])('what was just typed is not lost when %s', async (_, act, text) => {
  const { keeper, type } = keeperOf()
  type('# mine')
  await act(keeper)
  expect(keeper.value).toBe(text)
  expect(keeper.store.get().settled).toBe(text)
  await keeper.flush()
  expect(keeper.store.get()).toMatchObject({ saving: 'saved', saved: { text } })
})

test('what is typed right before the editor is left is saved', async () => {
  const { keeper, type } = keeperOf()
  type('# mine')
  keeper.end()
  await waitFor(() => expect(sent).toEqual([typed]))
})

/** Makes the server wait with its answers until the function given back is called. */
function held(): () => void {
  let answer = () => {}
  hold = new Promise((resolve) => (answer = resolve))
  return answer
}

test('what is typed while the server answers is saved in its own pause, not right after each answer', async () => {
  const { keeper, type } = keeperOf()
  const answer = held()
  type('# a')
  await waitFor(() => expect(sent).toHaveLength(1))
  type('b')
  answer()
  await waitFor(() => expect(keeper.store.get()).toMatchObject({ saving: 'waiting', saved: { version: 2 } }))
  expect(sent).toHaveLength(1)
  await waitFor(() => expect(keeper.store.get().saving).toBe('saved'))
  expect(sent).toEqual(['title: Visits\n# a', 'title: Visits\n# ab'])
})

test('who asks for the text to be saved waits until all of it is', async () => {
  const { keeper, type } = keeperOf()
  const answer = held()
  type('# a')
  const saving = keeper.flush()
  await waitFor(() => expect(sent).toHaveLength(1))
  type('b')
  answer()
  expect(await saving).toBe(true)
  expect(sent).toEqual(['title: Visits\n# a', 'title: Visits\n# ab'])
})
