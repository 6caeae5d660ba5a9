import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { correctComment, learnFromRatings, listSimilarComments, translateComment } from '@gensvar/contract/comments'
import {
  textAnalyticsExample,
  textCategoryExample,
  textSearchExample,
  textSearchRowExample,
} from '@gensvar/contract/entities/text-analytics'
import { textLearningExample } from '@gensvar/contract/entities/text-learning'
import type { TextSearchResult, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { createTicket } from '@gensvar/contract/identity'
import { widgets } from '@gensvar/contract/widgets/index'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import { component } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

const questions = ['comment', 'improve']
const overviewExample = widgets['feedback-overview'].example.responses.data
const sentimentExample = widgets['feedback-sentiment'].example.responses.data

beforeEach(() => {
  vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window)
})

afterEach(() => {
  vi.restoreAllMocks()
  endApp()
})

/** A survey whose overview has some components, and whose page Comments has a search. */
function start(components: ReturnType<typeof component>[]) {
  const given = startFixture()
  const [page] = given.survey.pages
  const search = component('feedback-search', { id: 'fq', questions, customerInfo: ['store'] })
  return {
    ...given,
    survey: {
      ...given.survey,
      pages: [
        { ...page!, extname: 'overview', components },
        { ...page!, extname: 'comments', title: 'Comments', selectionInterval: 'last_1y', components: [search] },
      ],
    },
  }
}

function open(components: ReturnType<typeof component>[], answers: Served[], search = '', width = 1440) {
  return renderApp(
    `/page/overview/visits/country=SE${search}`,
    [...answers, ...signedInServer(identityFixture(), start(components))],
    { width },
  )
}

describe('text analytics', () => {
  const analytics = component('text-analytics', { id: 'voices', questions, size: 12 })

  test('shows interviews and those with comments, the circles, and three categories of each sentiment (TEXT-01) (TEXT-02) (TEXT-03) (COMP-14)', async () => {
    const top = ['Staff', 'Price', 'Food'].map((title, at) => ({ extName: title, title, nComments: 30 - at }))
    const each = (count: number) => top.slice(0, count)
    const { positiveFeedback, negativeFeedback, neutralFeedback } = textAnalyticsExample
    await open(
      [analytics],
      [
        serveWidget('text-analytics', () => ({
          ...textAnalyticsExample,
          positiveFeedback: { ...positiveFeedback, topCategories: each(3) },
          negativeFeedback: { ...negativeFeedback, topCategories: each(3) },
          neutralFeedback: { ...neutralFeedback, topCategories: each(3) },
        })),
      ],
    )
    const counts = '310 interviews, 145 with comments. 202 comments in all: one interview can have several.'
    expect(await screen.findByText(counts)).toBeVisible()
    for (const [name, share, count] of [
      ['Positive', '62.38 %', '126 comments'],
      ['Negative', '24.75 %', '50 comments'],
      ['Neutral', '12.87 %', '26 comments'],
    ] as const) {
      const circle = screen.getByRole('link', { name: new RegExp(`^${share.replace(' ', '\\s')}\\s*${name}`) })
      expect(circle.textContent).toContain(count)
      expect(circle.querySelector('circle[stroke-dasharray]')).not.toBeNull()
      const list = screen.getByRole('list', { name: `Largest categories: ${name}` })
      expect(
        within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Staff30', 'Price29', 'Food28'])
    }
  })

  test('‘See more details’ leads to the page with more about comments (TEXT-04)', async () => {
    const app = await open(
      [analytics],
      [serveWidget('text-analytics', (id) => (id === 'voices' ? textAnalyticsExample : undefined))],
    )
    await userEvent.click(await screen.findByRole('link', { name: 'See more details' }))
    await waitFor(() => expect(app.address()).toBe('/page/comments/visits/country=SE'))
  })

  test('a figure leads to the comments it counts, in the period it is of', async () => {
    const app = await open(
      [analytics],
      [serveWidget('text-analytics', (id) => (id === 'voices' ? textAnalyticsExample : undefined))],
    )
    const negative = await screen.findByRole('list', { name: 'Largest categories: Negative' })
    await userEvent.click(within(negative).getByRole('link', { name: 'Staff: 22 comments' }))
    await waitFor(() =>
      expect(app.address()).toContain(
        '/page/comments/visits/country=SE;date=last_3m?fq.sentiment=negative&fq.category=staff',
      ),
    )
  })

  test('says why figures are withheld, and what is still being analysed', async () => {
    let answer = { ...textAnalyticsExample, withheld: { en: 'Fewer than 10 comments.' } as { en: string } | null }
    await open([analytics], [serveWidget('text-analytics', () => answer)])
    expect(await screen.findByText('Fewer than 10 comments.')).toBeVisible()
    expect(screen.queryByText(/62/)).toBeNull()
    endApp()
    const learning = textLearningExample
    const analysis = { ...textAnalyticsExample.analysis, nWaiting: 1204, nEarlier: 1, lowBase: 500, learning }
    answer = { ...textAnalyticsExample, analysis, withheld: null }
    const app = await open(
      [analytics],
      [serveWidget('text-analytics', () => answer), serve(learnFromRatings, () => ({ taskId: 7 }))],
    )
    expect(await screen.findByText('1,204 comments are still being analysed and are not counted yet.')).toBeVisible()
    expect(screen.getByText(/^1 comment was judged by an earlier version/)).toBeVisible()
    expect(screen.getByText('Fewer than 500 comments: single ones weigh much.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'How comments are judged' }))
    expect(await screen.findByText(/judged by word lists/)).toBeVisible()
    expect(screen.getByText(/^Of 219 rated comments .* told 92\.7 % rightly, the word lists 88\.1 %/)).toBeVisible()
    expect(screen.getByText('Corrections count as well. Ratings: How satisfied are you?')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Learn from the ratings now' }))
    expect(await screen.findByText(/^It is being learnt/)).toBeVisible()
    expect(app.calls.filter(({ route }) => route === learnFromRatings.id)).toHaveLength(1)
  })
})

describe('the feedback overview', () => {
  const overview = component('feedback-overview', { id: 'fo', questions, size: 12 })
  const category = (title: string) => ({ ...textCategoryExample, extName: title.toLowerCase(), title })
  const topCategories = ['Staff', 'Price', 'Food', 'Web'].map(category)

  test('shows circles of all feedback (TEXT-05a) (COMP-15)', async () => {
    await open([overview], [serveWidget('feedback-overview', () => ({ ...overviewExample, topCategories }))])
    expect(await screen.findByRole('link', { name: /^62\.38\s%\s*Positive\s*126 comments$/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^24\.75\s%\s*Negative/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^12\.87\s%\s*Neutral/ })).toBeVisible()
  })

  test('shows the largest categories as stacked bars, never more than four, and as a table (TEXT-05b)', async () => {
    const { data } = widgets['feedback-overview'].calls
    const five = { ...overviewExample, topCategories: [...topCategories, category('Parking')] }
    expect(data.response.safeParse(five).success).toBe(false)
    await open([overview], [serveWidget('feedback-overview', () => ({ ...overviewExample, topCategories }))])
    const figure = await screen.findAllByRole('link', { name: /^Negative: 25\.00\s%, 22 comments$/ })
    expect(figure).toHaveLength(4)
    for (const one of figure) {
      const bar = one.closest('li')!.querySelectorAll<HTMLElement>('[style*="flex-grow"]')
      expect([...bar].map(({ style }) => style.flexGrow)).toEqual(['62.5', '25', '12.5'])
      const [positive, negative] = [...bar].map((part) => part.getBoundingClientRect().width)
      expect(positive! / negative!).toBeCloseTo(2.5, 1)
    }
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('table', { name: 'Largest categories' })
    expect(within(table).getByRole('row', { name: /^Price 88 Positive: 62\.50\s%/ })).toBeVisible()
  })

  test('tells quietly what is new or growing, with both shares, and leads to its comments', async () => {
    const { topics } = widgets['feedback-overview'].example.responses
    let answer = topics
    const serveBoth = () => [
      serveWidget('feedback-overview', (id) => (id === 'fq' ? undefined : overviewExample), { topics: () => answer }),
    ]
    const app = await open([overview], serveBoth())
    const list = await screen.findByRole('list', { name: 'New or growing' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.replace(/\s/g, ' ')),
    ).toEqual([
      'Waiting41 comments, 20.30 % of all, up from 8.20 %',
      'self-checkout17 comments, 8.42 % of all, none before',
    ])
    expect(screen.getByText(/^Larger share of the comments than before \(1 Oct – 31 Dec 2025\)/)).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(list).getByRole('link', { name: 'self-checkout' }))
    await waitFor(() => expect(app.address()).toContain('fq.term=self-checkout'))
    endApp()
    answer = { ...topics, topics: [], nComments: 12 }
    await open([overview], serveBoth())
    expect(await screen.findByText('Compared from 30 comments in each period on.')).toBeVisible()
    endApp()
    answer = { ...topics, topics: [], before: null }
    await open([overview], serveBoth())
    expect(await screen.findByText('Words that count most')).toBeVisible()
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    expect(screen.queryByText('New or growing')).toBeNull()
  })

  test('shows the words that count most, larger where more comments have them, and as a table', async () => {
    await open([overview], [serveWidget('feedback-overview', () => overviewExample)])
    const cloud = await screen.findByRole('list', { name: 'Words that count most' })
    const size = (name: RegExp) => parseFloat(getComputedStyle(within(cloud).getByRole('link', { name })).fontSize)
    expect(size(/^friendly: 48 comments, Positive/)).toBeGreaterThan(size(/^expensive: 11 comments, Negative/))
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('table', { name: 'Words that count most' })
    expect(within(table).getByRole('row', { name: 'slow 31 0 31' })).toBeVisible()
  })
})

describe('the sentiment view', () => {
  const view = component('feedback-sentiment', { id: 'fs', questions, size: 12 })

  test('opens a category to its questions and the categories in it, with two decimals (TEXT-06) (TEXT-10) (COMP-16)', async () => {
    const app = await open(
      [view],
      [serveWidget('feedback-sentiment', (id) => (id === 'fs' ? sentimentExample : undefined))],
    )
    const table = await screen.findByRole('table', { name: 'Feedback by category' })
    expect(screen.getByText('161 of 202 comments speak of a category')).toBeVisible()
    expect(within(table).getAllByRole('row')).toHaveLength(2)
    const staff = within(table).getByRole('button', { name: 'Open Staff' })
    staff.focus()
    await userEvent.keyboard('{ArrowRight}')
    const rows = within(table).getAllByRole('row').slice(1)
    const names = [/^Staff/, /^Comment46\.51 % of its comments/, /^What could be better/, /^Manner/]
    expect(rows).toHaveLength(names.length)
    for (const [at, name] of names.entries()) expect(within(rows[at]!).getByRole('rowheader').textContent).toMatch(name)
    expect(
      within(rows[1]!)
        .getAllByRole('link')
        .map(({ textContent }) => textContent.replace(/\s/g, ' ')),
    ).toEqual(['70.00 %', '18.33 %', '11.67 %'])
    const shown = table.textContent.match(/\d+[.,]?\d*\s?%/g) ?? []
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.filter((one) => !/^\d+\.\d\d\s%$/.test(one))).toEqual([])
    await userEvent.keyboard('{ArrowLeft}')
    expect(within(table).getAllByRole('row')).toHaveLength(2)
    await userEvent.keyboard('{Enter}')
    await userEvent.click(within(table).getByRole('link', { name: /^Negative: 39\.29\s%, 11 comments$/ }))
    await waitFor(() => expect(app.address()).toContain('fq.sentiment=negative&fq.category=staff&fq.questions=improve'))
  })

  test('keeps to its place on a phone', async () => {
    await open(
      [view],
      [serveWidget('feedback-sentiment', () => widgets['feedback-sentiment'].example.states!.long.data)],
      '',
      390,
    )
    const table = await screen.findByRole('table', { name: 'Feedback by category' })
    expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(390)
    expect(within(table).getAllByRole('link', { name: /^Negative: 25\.00\s%/ })[0]).toBeVisible()
  })
})

const found = (rows: TextSearchRow[], total = rows.length): TextSearchResult => ({
  ...textSearchExample,
  rows,
  totalNumberRows: total,
})

const searches = [
  ['feedback-search', component('feedback-search', { id: 'qs', questions, customerInfo: ['store'] })],
  ['question-search', component('question-search', { id: 'qs', question: 'comment', customerInfo: ['store'] })],
] as const

describe.each(searches)('%s', (type, search) => {
  test('has comment, sentiment, category and customer info, 25 rows a page, its word in the address (TEXT-07) (TEXT-08) (TEXT-17)', async () => {
    const asked: SeenCall['query'][] = []
    const app = await open(
      [search],
      [
        serveWidget(type, (_, { query }) => {
          asked.push(query)
          const from = Number(query['rowFrom'])
          const rows = Array.from({ length: Math.min(25, 60 - from) }, (_row, at) => ({
            ...textSearchRowExample,
            interviewId: from + at + 1,
          }))
          return found(rows, 60)
        }),
      ],
    )
    const table = await screen.findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Comment', 'Sentiment', 'Category', 'Customer info'])
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows).toHaveLength(25)
    const first = within(rows[0]!)
    expect(first.getByRole('rowheader').textContent).toContain('Kind staff, but the queue was long.')
    expect(first.getAllByRole('img').map((sign) => sign.getAttribute('aria-label'))).toEqual([
      'Positive',
      'Negative',
      'Positive',
      'Negative',
    ])
    expect(first.getByText('Waiting')).toBeVisible()
    expect(first.getByText('Eva Lind')).toBeVisible()
    expect([...rows[0]!.querySelectorAll('mark')].map((mark) => [mark.dataset['kind'], mark.textContent])).toEqual([
      ['positive', 'Kind'],
      ['category', 'staff'],
      ['negative', 'queue'],
      ['negative', ' was long'],
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }))
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(11))
    expect(asked.at(-1)).toMatchObject({ rowFrom: '50', rowTo: '75' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'queue')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ term: 'queue', rowFrom: '0', rowTo: '25' }))
    await userEvent.click(screen.getByRole('button', { name: 'Negative' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ term: 'queue', sentiment: 'negative' }))
    expect(app.address()).toBe('/page/overview/visits/country=SE?qs.term=queue&qs.sentiment=negative')
  })
})

test('a question search opens its Excel file by a URL in a new window, with what is searched (TEXT-09) (COMP-18)', async () => {
  await open(
    [searches[1][1]],
    [serveWidget('question-search', () => found([textSearchRowExample])), serve(createTicket, { ticket: 'once' })],
    '?qs.term=queue&qs.sentiment=negative&qs.category=staff',
  )
  expect(await screen.findByRole('row', { name: /Kind staff/ })).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Download Excel' }))
  await waitFor(() =>
    expect(window.open).toHaveBeenCalledWith(
      '/rest/comments/file/visits/qs/country%3DSE?term=queue&sentiment=negative&category=staff&token=once',
      '_blank',
    ),
  )
})

describe('a comment', () => {
  const search = searches[0][1]

  test('says which words count, and is corrected in its place (COMP-17)', async () => {
    let row: TextSearchRow = textSearchRowExample
    const alike = { ...textSearchRowExample, interviewId: 512, comment: 'The staff is kind, the queue is endless.' }
    const corrected = { by: 'Anna Berg', at: '2026-11-20T08:00:00Z' }
    const app = await open(
      [search],
      [
        serveWidget('feedback-search', () => found([row])),
        serve(listSimilarComments, { comments: [alike] }),
        serve(correctComment, () => {
          row = { ...row, sentiment: 'negative', positive: false, negative: true, corrected, version: 1 }
          return row
        }),
      ],
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Why, and correct' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Comment' }))
    expect(await dialog.findByText('Good and bad')).toBeVisible()
    expect(dialog.getByText('(weighs less before a “but”)')).toBeVisible()
    expect(dialog.getByText('Read as English.')).toBeVisible()
    // It is in the reader's language already.
    expect(dialog.queryByRole('button', { name: 'Translate' })).toBeNull()
    expect(await dialog.findByRole('link', { name: alike.comment })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/interview\/visits\/512$/),
    )
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Negative' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Staff' }))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Add a category' }), 'staff/manner')
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Save the correction' }))
    await waitFor(() => expect(app.calls.find(({ route }) => route === correctComment.id)).toBeDefined())
    expect(app.calls.find(({ route }) => route === correctComment.id)).toMatchObject({
      params: { survey: 'visits', interviewId: '417', variable: 'comment' },
      body: {
        judgement: {
          sentiment: 'negative',
          categories: [
            { extName: 'waiting', sentiment: 'negative' },
            { extName: 'staff/manner', sentiment: 'negative' },
          ],
        },
        version: 0,
      },
    })
    expect(await screen.findByText('The comment is corrected')).toBeVisible()
  })

  test('says that a language model judged it, and is translated by it', async () => {
    const row = { ...textSearchRowExample, language: 'sv', judgedBy: 'provider' as const, comment: 'Snäll personal.' }
    const app = await open(
      [search],
      [
        serveWidget('feedback-search', () => ({ ...found([row]), canTranslate: true })),
        serve(translateComment, { text: 'Kind staff.' }),
      ],
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Why, and correct' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Comment' }))
    expect(await dialog.findByText('Judged by the language model that your organisation has chosen.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Translate' }))
    expect(await dialog.findByText('Kind staff.')).toBeVisible()
    expect(dialog.getByText('Translated by a machine, without addresses and numbers.')).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    expect(app.calls.find(({ route }) => route === translateComment.id)?.params).toEqual({
      ...{ survey: 'visits', interviewId: '417', variable: 'comment' },
    })
  })

  test('is withheld with its reason, and none is found in the words of the search', async () => {
    let answer: TextSearchResult = {
      ...found([]),
      withheld: { en: 'This survey is anonymous: comments are not shown.' },
    }
    await open([search], [serveWidget('feedback-search', () => answer)])
    expect(await screen.findByText('This survey is anonymous: comments are not shown.')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Filter the table' })).toBeNull()
    endApp()
    answer = { ...found([]), nSilent: 5 }
    await open([search], [serveWidget('feedback-search', () => answer)], '?qs.sentiment=mixed')
    expect(await screen.findByText(/^5 answers say nothing, .* neither counted nor listed\.$/)).toBeVisible()
    expect(await screen.findByText('No comment is like that')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    expect(await screen.findByText(/^No comments/)).toBeVisible()
  })
})
