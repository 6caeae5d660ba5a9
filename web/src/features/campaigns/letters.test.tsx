import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createLettersDownload, openLetter, renderLetter } from '@gensvar/contract/letters'
import { listReports, registerDownloadInitiated } from '@gensvar/contract/reports'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { examplePdf } from '#web/ui/pdf-view/example-pdf.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import { campaignServer } from './testing/campaign-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endApp()
})

/** The reader of PDF is large: the first file waits for it. */
const firstPdf = { timeout: 20_000 }
const taskUUID = '7f3c1c5e-5a3e-4f0e-9a61-2d0c8a4b6e10'

function open({
  sendingType = 'LETTER',
  isRoot = true,
  served = [],
}: { sendingType?: 'LETTER' | 'EMAIL'; isRoot?: boolean; served?: Served[] } = {}) {
  return renderApp('/mailcampaign/visits/6', [
    ...served,
    serve(createLettersDownload, { taskUUID }),
    serve(registerDownloadInitiated, { ok: true }),
    serve(listReports, { reports: [] }),
    serve(renderLetter, { pdf: examplePdf, pages: 1 }),
    serve(openLetter, undefined),
    ...campaignServer({ sendingType }),
    serveWidget('mail-campaigns-list', () => ({ rows: [] })),
    ...signedInServer(
      identityFixture({ isRoot }),
      startWith({ overview: [component('mail-campaigns-list', { id: 'mc' })] }),
    ),
  ])
}

const menuOf = async (name: RegExp) => {
  const row = await screen.findByRole('rowheader', { name })
  await userEvent.click(within(row).getByRole('button'))
}

test('root downloads all letters or the new ones, which are prepared as a report (CAMPD-13)', async () => {
  const app = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Download all letters' }))
  expect(await screen.findByText('Preparing report')).toBeVisible()
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'registerDownloadInitiated')).toBe(true))
  await userEvent.click(screen.getByRole('button', { name: 'Download new letters' }))
  await waitFor(() =>
    expect(app.calls.filter(({ route }) => route === 'createLettersDownload').map(({ body }) => body)).toEqual([
      { onlyNew: false },
      { onlyNew: true },
    ]),
  )
  endApp()
  await open({ sendingType: 'EMAIL' })
  expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download all letters' })).toBeNull()
  endApp()
  await open({ isRoot: false })
  await screen.findByRole('table', { name: 'Messages' })
  expect(screen.queryByRole('button', { name: 'Download new letters' })).toBeNull()
})

test('that there are no new letters is said', async () => {
  const words = 'There are no new letters: all of them were downloaded.'
  await open({ served: [serve(createLettersDownload, () => refusal('conflict', words))] })
  await userEvent.click(await screen.findByRole('button', { name: 'Download new letters' }))
  expect(await screen.findByText(words)).toBeVisible()
})

test('a row opens its letter by the tracking id in a new tab (CAMPD-15d)', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: window } as unknown as Window)
  await open()
  await menuOf(/Customer 900/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download the letter' }))
  await waitFor(() =>
    expect(opened).toHaveBeenCalledWith(
      expect.stringMatching(/\/rest\/mailcampaign\/letter\/visits\/\d+\/900\?token=once$/),
      '_blank',
    ),
  )
})

test('a preview shows HTML for an e-mail, and the pages of a PDF for a letter (PREVIEW-01)', async () => {
  const app = await open()
  await menuOf(/Customer 900/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Preview' }))
  const letter = await screen.findByRole('dialog', { name: 'Preview' })
  expect((await within(letter).findByRole('group', { name: 'Page 1 of 1' }, firstPdf)).textContent).toContain(
    'Kim Lind',
  )
  expect(letter.querySelector('iframe')).toBeNull()
  expect(app.calls.find(({ route }) => route === 'renderLetter')?.query).toEqual({ mode: 'maillive' })
  endApp()
  await open({ sendingType: 'EMAIL' })
  await menuOf(/Customer 900/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Preview' }))
  const mail = await screen.findByRole('dialog', { name: 'Preview' })
  await waitFor(() => expect(mail.querySelector('iframe')).toBeVisible())
})
