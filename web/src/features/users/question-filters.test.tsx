import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { suggestQuestionFilterValues } from '@gensvar/contract/user-filters'
import { userEntities } from '@gensvar/contract/entities/users'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import '#web/ui/styles.ts'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import { cleanup, render } from '#web/testing/render.tsx'
import { serve, startServing } from '#web/testing/serve.ts'
import { QuestionFilters } from './question-filters.tsx'
import type { QuestionFilterItem } from './question-filter-field.tsx'

let stop = () => {}

beforeEach(async () => {
  if (i18n.isInitialized) await changeLocale('en')
  else await startI18n('en')
  await loadLaterTexts('en')
})

afterEach(() => {
  cleanup()
  stop()
})

const store: QuestionFilterItem = {
  ...userEntities.UserQuestionFilter.example,
  value: 'oslo',
  valueTitles: { oslo: { en: 'Oslo' } },
}
const channel: QuestionFilterItem = {
  ...store,
  title: { en: 'Channel' },
  variable: 'channel',
  questionId: 13,
  value: '',
}

const suggestions = serve(suggestQuestionFilterValues, ({ params }) => {
  const all = [
    { value: 'bergen', title: { en: 'Bergen' } },
    { value: 'malmo', title: { en: 'Malmö' } },
  ]
  const wanted = params['text'] === '*' ? '' : (params['text'] ?? '').toLowerCase()
  const found = all.filter(({ title }) => title.en.toLowerCase().includes(wanted))
  return { suggestions: found, total: found.length }
})

function Block({ items: given, seen }: { items: QuestionFilterItem[]; seen: (string | number)[] }) {
  const [items, setItems] = useState(given)
  return (
    <QuestionFilters
      title="Store visits"
      items={items}
      onChange={(index, value) => {
        seen.push(index, value)
        setItems(items.map((item, at) => (at === index ? { ...item, value, changed: true } : item)))
      }}
    />
  )
}

function open(items: QuestionFilterItem[]) {
  const seen: (string | number)[] = []
  const serving = startServing([suggestions])
  stop = serving.stop
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Block items={items} seen={seen} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { seen, calls: serving.calls }
}

test('values are suggested while one types, and joined by semicolons', async () => {
  const { seen, calls } = open([store])
  const box = await screen.findByRole('combobox', { name: 'Store' })
  expect(screen.getByText('Oslo')).toBeVisible()
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole('option', { name: 'Malmö' }))
  expect(seen).toEqual([0, 'oslo;malmo'])
  await userEvent.type(box, 'ber')
  await waitFor(() => expect(calls.at(-1)?.params).toEqual({ survey: 'visits', questionId: '12', text: 'ber' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Bergen' }))
  expect(seen.slice(-2)).toEqual([0, 'oslo;malmo;bergen'])
})

test('a filter without values is added from the menu', async () => {
  const { seen } = open([{ ...store, value: '' }, channel])
  expect(
    await screen.findByText(
      'No limits: this person sees every place and all answers that the role allows. Choose a place below to limit what they see.',
    ),
  ).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a filter to Store visits' }), 'Channel')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Channel' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Bergen' }))
  expect(seen).toEqual([1, 'bergen'])
})

test('where there is nothing to choose, nothing is said of a choice', async () => {
  open([])
  const words = 'No limits: this person sees every place and all answers that the role allows.'
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('a value that is gone stays in sight, is told at its field and can be removed', async () => {
  const { seen } = open([{ ...store, value: 'oslo;paris', gone: ['paris'] }])
  const said = /^No longer a choice.*: paris\./
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Store' })).toBeInvalid()
  const pill = screen.getByText('paris').closest<HTMLElement>('.mantine-Pill-root')!
  await userEvent.click(within(pill).getByRole('button', { hidden: true }))
  expect(seen).toEqual([0, 'oslo'])
  await waitFor(() => expect(screen.queryByText(said)).toBeNull())
})
