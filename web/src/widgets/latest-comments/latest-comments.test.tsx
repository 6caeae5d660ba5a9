import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { interviewExample } from '@gensvar/contract/entities/interview'
import { getInterview } from '@gensvar/contract/interviews'
import type { CustomerComment } from '@gensvar/contract/widgets/latest-comments'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

function comment(interviewId: number, value: string, change: Partial<CustomerComment> = {}): CustomerComment {
  return {
    interviewId,
    eventDate: '2026-03-01',
    unit: 'Storgatan',
    score: 3,
    scoreMax: 10,
    face: 'negative',
    texts: [{ variable: 'comment', label: 'Comment', value, judgement: null }],
    ...change,
  }
}

function open(comments: CustomerComment[], withheld: string | null = null) {
  const start = startWith({ overview: [component('latest-comments', { id: 'voices', variables: ['comment'] })] })
  return renderApp('/page/overview/visits/root', [
    serveWidget('latest-comments', () => ({ comments, scoreTitle: 'Overall', withheld })),
    serve(getInterview, ({ params }) => ({
      ...interviewExample,
      interviewId: Number(params['interviewId']),
      sidebarData: {
        ...interviewExample.sidebarData,
        header: { title: `Interview ${params['interviewId']}`, subtitle: '' },
      },
    })),
    ...signedInServer(identityFixture(), start),
  ])
}

test('shows each comment with its score, face, unit and date', async () => {
  await open([comment(417, 'Too <b>slow</b>'), comment(416, 'Fine', { face: null, score: null, unit: null })])
  expect(await screen.findByRole('heading', { name: 'Latest comments' })).toBeVisible()
  await screen.findByText('Fine')
  const [first, second] = screen.getAllByRole('listitem').filter((item) => /Too|Fine/.test(item.textContent))
  expect(within(first!).getByText('Too <b>slow</b>')).toBeVisible()
  expect(within(first!).getByRole('img', { name: 'Poor' })).toBeVisible()
  expect(within(first!).getByRole('img', { name: 'Overall: 3 of 10' })).toBeVisible()
  expect(within(first!).getByRole('link', { name: 'Open the interview: Storgatan · 1 Mar 2026' })).toBeVisible()
  expect(within(second!).queryByRole('img')).toBeNull()
})

test('leads to the interview also where there is neither a unit nor a date to name it by', async () => {
  await open([comment(417, 'Slow', { unit: null, eventDate: null })])
  const link = await screen.findByRole('link', { name: 'Open the interview: #417' })
  expect(link).toHaveTextContent('Open the interview')
})

test('names the question of an answer that is not to the first one', async () => {
  await open([
    comment(417, 'Slow', {
      texts: [
        { variable: 'comment', label: 'Comment', value: 'Slow', judgement: null },
        { variable: 'improve', label: 'What could be better', value: 'More staff', judgement: null },
      ],
    }),
  ])
  expect(await screen.findByText('More staff')).toBeVisible()
  expect(screen.getByText('What could be better')).toBeVisible()
  expect(screen.queryByText('Comment')).toBeNull()
})

test('the focus comes back to the comment that was opened, unless it is somewhere else by then', async () => {
  const app = await open([comment(417, 'Slow'), comment(416, 'Fine', { eventDate: '2026-02-27' })])
  const second = () => screen.findByRole('link', { name: /27 Feb 2026/ })
  ;(await second()).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Interview 416' })).toBeVisible()
  app.back()
  await waitFor(async () => expect(await second()).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Interview 416' })).toBeVisible()
  const home = screen.getByRole('button', { name: 'Home' })
  home.focus()
  app.back()
  expect(await second()).toBeVisible()
  expect(home).toHaveFocus()
})

test('a click opens the interview, where the next comment is one key away', async () => {
  const app = await open([comment(417, 'Slow'), comment(416, 'Fine', { eventDate: '2026-02-27' })])
  await userEvent.click(await screen.findByRole('link', { name: /1 Mar 2026/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Interview 417' })).toBeVisible()
  expect(await screen.findByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('j')
  expect(await screen.findByRole('heading', { level: 1, name: 'Interview 416' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/root'))
})

test('cuts a long text between words, and shows the whole when asked', async () => {
  const long = `${'word '.repeat(100)}end`
  await open([comment(417, long)])
  const more = await screen.findByRole('button', { name: 'More' })
  expect(screen.queryByText(/end/)).toBeNull()
  expect(screen.getByText(/word…/)).toBeVisible()
  await userEvent.click(more)
  expect(screen.getByText(/word end/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Less' }))
  expect(screen.queryByText(/word end/)).toBeNull()
})

test('says that there are none', async () => {
  await open([])
  expect(await screen.findByText('Nobody has written a comment here')).toBeVisible()
})

test('says why none may be shown', async () => {
  await open([], 'This survey is anonymous: comments are not shown.')
  expect(await screen.findByText('This survey is anonymous: comments are not shown.')).toBeVisible()
  expect(screen.queryByText('Nobody has written a comment here')).toBeNull()
})
