import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import {
  getMetadata,
  previewRename,
  removeChoice,
  saveChoice,
  saveQuestion,
  saveQuestionGroup,
} from '@gensvar/contract/metadata'
import type { Metadata, MetadataQuestion } from '@gensvar/contract/metadata'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const plain = {
  version: 5,
  foreignName: '',
  features: {},
  format: {},
  filterable: true,
  weighted: false,
  anonymizable: false,
  diffmode: '',
  sorder: 1,
  scaleMin: null,
  scaleMax: null,
  language: '',
} as const

const channel: MetadataQuestion = {
  ...plain,
  id: 1,
  variable: 'channel',
  type: 'single',
  title: { en: 'Channel', sv: 'Kanal' },
  question: { en: 'Where did you buy?' },
  group: 'visit',
  nChoices: 2,
  choices: [
    { id: 11, version: 7, extname: 'web', title: { en: 'Web shop' }, features: {}, isStep: false },
    { id: 12, version: 7, extname: 'till', title: {}, features: {}, isStep: false },
  ],
}

const drivers = Array.from({ length: 13 }, (_, at): MetadataQuestion => ({
  ...plain,
  id: 100 + at,
  variable: `driver_${at + 1}`,
  type: 'scale',
  scaleMin: 1,
  scaleMax: 5,
  title: { en: `Driver ${at + 1}` },
  question: {},
  group: '',
  nChoices: 0,
  choices: [],
}))

const group = {
  id: 3,
  version: 2,
  extName: 'visit',
  type: 'background',
  name: { en: 'The visit' },
  sorder: 1,
  features: {},
  format: {},
}

async function open(more: readonly Served[] = [], change: Partial<Metadata> = {}, width = 1440) {
  const all = [channel, ...drivers]
  const app = await renderApp(
    '/survey/visits/1',
    [
      ...more,
      serve(getMetadata, ({ query }) => {
        const found = all.filter(({ variable }) => variable.includes(query['text'] ?? ''))
        const from = Number(query['rowFrom'])
        return {
          locales: ['en', 'sv'] as const satisfies Metadata['locales'],
          groups: [group],
          questions: found.slice(from, from + 10),
          total: found.length,
          problems: [],
          ...change,
        }
      }),
      ...signedInServer(identityFixture({ isRoot: true }), startFixture()),
    ],
    { width },
  )
  await userEvent.click(await screen.findByRole('tab', { name: 'Questions' }))
  await screen.findByRole('searchbox', { name: 'Search questions' })
  return app
}

type App = Awaited<ReturnType<typeof open>>
const callsOf = (app: App, id: string) => app.calls.filter(({ route }) => route === id)
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function openQuestion(name = 'Channel'): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: `Edit question “${name}”` }))
  return dialog(`Edit question “${name}”`)
}

async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

describe('the metadata of a survey', () => {
  test('are searched, at most ten questions at once', async () => {
    const app = await open()
    expect(await screen.findByText('1–10 of 14 questions')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Edit question/ })).toHaveLength(10)
    await press('Next')
    expect(await screen.findByText('11–14 of 14 questions')).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox'), 'chan')
    expect(await screen.findByText('1 question')).toBeVisible()
    expect(screen.getByRole('button', { name: /Web shop/ })).toBeVisible()
    // One call for all of the word, not one for each letter.
    const asked = callsOf(app, 'getMetadata').map(({ query }) => query['text'])
    expect(asked).not.toContain('c')
    expect(asked.filter((text) => text === 'chan')).toHaveLength(1)
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'nothing such')
    expect(await screen.findByText('No question found')).toBeVisible()
  })

  test('have a search field, and show question groups, questions and choices, each of which is saved by its own form (META-09)', async () => {
    const app = await open([
      serve(saveQuestion, () => channel),
      serve(saveChoice, () => ({
        ...channel.choices[0],
        id: 11,
        version: 8,
        extname: 'web',
        title: {},
        features: {},
        isStep: false,
      })),
      serve(saveQuestionGroup, () => group),
    ])
    const question = await openQuestion()
    await retype(within(question).getByRole('textbox', { name: 'Title, Svenska' }), 'Kontaktväg')
    await userEvent.click(within(question).getByRole('checkbox', { name: 'Weighted' }))
    await userEvent.click(within(question).getByRole('button', { name: 'Save question' }))
    expect(await screen.findByText('“Channel” is saved')).toBeVisible()
    expect(callsOf(app, 'saveQuestion').map(({ body }) => body)).toEqual([
      expect.objectContaining({
        id: 1,
        version: 5,
        variable: 'channel',
        title: { en: 'Channel', sv: 'Kontaktväg' },
        question: { en: 'Where did you buy?', sv: '' },
        weighted: true,
        renameSeen: null,
      }),
    ])
    await press(/^till/)
    const choice = await dialog('Edit choice “till” of “Channel”')
    await retype(within(choice).getByRole('textbox', { name: 'Title, English' }), 'Till')
    await userEvent.click(within(choice).getByRole('button', { name: 'Save choice' }))
    await waitFor(() => expect(callsOf(app, 'saveChoice')).toHaveLength(1))
    expect(callsOf(app, 'saveChoice')[0]?.body).toMatchObject({
      id: 12,
      questionId: 1,
      version: 7,
      extname: 'till',
      title: { en: 'Till' },
    })
    await press(/^The visit/)
    const groups = await dialog('Edit group “visit”')
    await retype(within(groups).getByRole('textbox', { name: 'Title, English' }), 'Your visit')
    await userEvent.click(within(groups).getByRole('button', { name: 'Save group' }))
    await waitFor(() => expect(callsOf(app, 'saveQuestionGroup')).toHaveLength(1))
    expect(callsOf(app, 'saveQuestionGroup')[0]?.body).toMatchObject({ id: 3, version: 2, name: { en: 'Your visit' } })
  })

  test('tell where the configuration does not fit them any more', async () => {
    await open([], { problems: [{ line: 12, text: "'channel' has no choice 'fax'" }] })
    expect(await screen.findByText("Line 12: 'channel' has no choice 'fax'")).toBeVisible()
  })

  test('tell who may see them', async () => {
    await open([serve(getMetadata, () => refusal('forbidden', 'Only root users may do this.'))])
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
  })

  test.each([1440, 390])('have no accessibility problems at %i, also in their forms', async (width) => {
    await open([], {}, width)
    await screen.findByText('1–10 of 14 questions')
    expect(await accessibilityProblems()).toEqual([])
    useScheme('dark')
    await openQuestion()
    expect(await accessibilityProblems()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

describe('another name', () => {
  const preview = serve(previewRename, {
    seen: 42,
    touched: [
      { kind: 'responses', count: 56_120 },
      { kind: 'configuration', count: 2 },
    ],
    lines: [
      { line: 13, place: 'comparable.0' },
      { line: 231, place: 'filters' },
    ],
    left: [300],
  })

  test('is shown with all it touches before it is given, and only then', async () => {
    const app = await open([preview, serve(saveQuestion, () => ({ ...channel, variable: 'way' }))])
    const question = await openQuestion()
    await retype(within(question).getByRole('textbox', { name: 'Variable' }), 'way')
    await userEvent.click(within(question).getByRole('button', { name: 'Save question' }))
    const asked = await dialog('Rename “channel” to “way”?')
    expect(asked.textContent).toMatch(/answers of 56,120 responses/)
    expect(asked.textContent).toMatch(/Lines of the configuration that change: 13, 231/)
    expect(asked.textContent).toMatch(/stays in lines: 300/)
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
    const variable = within(question).getByRole('textbox', { name: 'Variable' })
    await waitFor(() => expect(variable).toHaveAccessibleDescription(/Nothing was saved/))
    expect(callsOf(app, 'saveQuestion')).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Save question' }))
    await userEvent.click(
      within(await dialog('Rename “channel” to “way”?')).getByRole('button', { name: 'Rename everywhere' }),
    )
    await waitFor(() => expect(callsOf(app, 'saveQuestion')).toHaveLength(1))
    expect(callsOf(app, 'saveQuestion')[0]?.body).toMatchObject({ variable: 'way', renameSeen: 42 })
  })

  test('that cannot be is refused at its field, with the reason', async () => {
    const words = 'Another choice of the question has the name "till".'
    const app = await open([serve(previewRename, () => refusal('conflict', words, { name: words }))])
    await userEvent.click(await screen.findByRole('button', { name: /Web shop/ }))
    const choice = await dialog('Edit choice “web” of “Channel”')
    const name = within(choice).getByRole('textbox', { name: 'Name' })
    await retype(name, 'till')
    await userEvent.click(within(choice).getByRole('button', { name: 'Save choice' }))
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Another choice of the question/))
    expect(name).toHaveAttribute('aria-invalid', 'true')
    expect(callsOf(app, 'saveChoice')).toEqual([])
  })
})

describe('a form of the metadata', () => {
  test('asks before changes are lost, and what to do where somebody else saved in between', async () => {
    let saves = 0
    const app = await open([
      serve(saveQuestion, () =>
        ++saves === 1
          ? refusal('conflict', 'Somebody else, or an import, has changed this since you opened it.', {
              version: 'is out of date',
            })
          : channel,
      ),
    ])
    const question = await openQuestion()
    await retype(within(question).getByRole('textbox', { name: 'Title, English' }), 'Way')
    await userEvent.keyboard('{Escape}')
    const lost = await dialog('Discard the changes?')
    await userEvent.click(within(lost).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(within(question).getByRole('button', { name: 'Save question' }))
    const conflict = await dialog('Somebody else has saved changes')
    expect(conflict.textContent).toMatch(/has changed this since you opened it/)
    await userEvent.click(within(conflict).getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(callsOf(app, 'saveQuestion')).toHaveLength(2))
  })

  test('deletes a choice after a question, and says where it is used', async () => {
    const words = '3 answers have this choice. Change them first.'
    const app = await open([serve(removeChoice, () => refusal('conflict', words))])
    await userEvent.click(await screen.findByRole('button', { name: /Web shop/ }))
    const choice = await dialog('Edit choice “web” of “Channel”')
    await userEvent.click(within(choice).getByRole('button', { name: 'Delete choice' }))
    const asked = await dialog('Delete the choice “web”?')
    await userEvent.click(within(asked).getByRole('button', { name: 'Delete choice' }))
    expect(await screen.findByText(words)).toBeVisible()
    expect(callsOf(app, 'removeChoice')[0]?.params).toMatchObject({ choiceId: '11' })
  })
})
