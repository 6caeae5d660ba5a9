import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { interviewExample } from '@gensvar/contract/entities/interview'
import { getInterview, hideComment } from '@gensvar/contract/interviews'
import '#web/ui/styles.ts'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import { cleanup, render } from '#web/testing/render.tsx'
import { serve, startServing } from '#web/testing/serve.ts'
import { interviewQuery } from './queries.ts'
import { ScreenComment } from './screen-comment.tsx'

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

const interview = { survey: 'visits', interviewId: 417 }

function Interview() {
  const { data } = useQuery(interviewQuery(interview))
  return data?.screenComment ? <ScreenComment {...interview} state={data.screenComment} /> : null
}

test('the comment is hidden from public screens with one click, and shown there again', async () => {
  const sent: unknown[] = []
  stop = startServing([
    serve(getInterview, { ...interviewExample, screenComment: 'shown' }),
    serve(hideComment, ({ body }) => {
      sent.push(body)
      const { hidden } = body as { hidden: boolean }
      return { screenComment: hidden ? ('hidden' as const) : ('shown' as const) }
    }),
  ]).stop
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Interview />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Hide from screens' }))
  expect(await screen.findByText('This comment is kept from public screens.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show on screens again' }))
  expect(await screen.findByRole('button', { name: 'Hide from screens' })).toBeVisible()
  expect(sent).toEqual([{ hidden: true }, { hidden: false }])
})
