import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listNotices, streamNotices } from '@gensvar/contract/notices'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { streamed } from '#web/testing/streamed.ts'

afterEach(() => endApp())

/** A survey whose next version has its first page under another title. */
async function openSurvey() {
  let published = false
  const first = startFixture()
  const [page, ...others] = first.survey.pages
  const renamed = { ...page!, title: { en: 'Renamed' } }
  const next = { ...first, version: 'two', survey: { ...first.survey, pages: [renamed, ...others] } }
  const streams: ReturnType<typeof streamed>[] = []
  const app = await renderApp('/page/overview/visits/root', [
    serve(streamNotices, () => {
      const stream = streamed()
      streams.push(stream)
      stream.send('unread', { unread: 0 })
      return stream.response
    }),
    serve(listNotices, { notices: [], unread: 0, hasMore: false }),
    serve(getSurveyStart, () => (published ? next : first)),
    ...signedInServer(identityFixture(), first),
  ])
  await screen.findByRole('link', { name: 'Overview' })
  await waitFor(() => expect(streams).not.toEqual([]))
  return {
    app,
    publish: () => {
      published = true
      streams.at(-1)?.send('configuration', { survey: 'visits', version: 'two' })
    },
  }
}

test('a published version is shown within five seconds, without a reload', async () => {
  const { publish } = await openSurvey()
  publish()
  expect(await screen.findByRole('link', { name: 'Renamed' }, { timeout: 5000 })).toBeVisible()
})

test('a published version waits for a dialog, is offered meanwhile, and is shown once that is closed', async () => {
  const { publish } = await openSurvey()
  await userEvent.click(screen.getByRole('button', { name: 'Support' }))
  const dialog = await screen.findByRole('dialog')
  publish()
  expect(await screen.findByText('A new version of this page is published.')).toBeVisible()
  expect(screen.getByText('Overview', { selector: 'nav span' })).toBeInTheDocument()
  expect(dialog).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
  screen.getByRole('dialog').focus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('link', { name: 'Renamed' })).toBeVisible()
  expect(screen.queryByText('A new version of this page is published.')).toBeNull()
})

test('a version that waits is shown when it is asked for', async () => {
  const { publish } = await openSurvey()
  await userEvent.click(screen.getByRole('button', { name: 'Support' }))
  await screen.findByRole('dialog')
  publish()
  const load = await screen.findByText('Load it')
  load.closest('button')!.click()
  await waitFor(() => expect(screen.getByText('Renamed', { selector: 'nav span' })).toBeInTheDocument())
  expect(screen.getByRole('dialog')).toBeVisible()
})
