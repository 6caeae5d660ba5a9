import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listTrackings } from '@gensvar/contract/campaigns'
import { trackingExample } from '@gensvar/contract/entities/campaign-examples'
import { listRecordings, openRecording, playRecording } from '@gensvar/contract/recordings'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import { campaignServer } from './testing/campaign-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endApp()
})

/** A second of silence as WAVE, which every browser plays. */
function silence(): string {
  const samples = 8000
  const bytes = new DataView(new ArrayBuffer(44 + samples))
  const text = (at: number, words: string) =>
    [...words].forEach((letter, place) => bytes.setUint8(at + place, letter.charCodeAt(0)))
  text(0, 'RIFF')
  bytes.setUint32(4, 36 + samples, true)
  text(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, 8000, true)
  bytes.setUint32(28, 8000, true)
  bytes.setUint16(32, 1, true)
  bytes.setUint16(34, 8, true)
  text(36, 'data')
  bytes.setUint32(40, samples, true)
  for (let at = 44; at < 44 + samples; at++) bytes.setUint8(at, 128)
  return btoa(Array.from(new Uint8Array(bytes.buffer), (byte) => String.fromCharCode(byte)).join(''))
}

const rows = [true, false].map((recording, at) => ({
  ...{ ...trackingExample.rows[0]!, id: 900 + at, recording },
  columnValues: { customer: `Customer ${900 + at}` },
}))

function open() {
  return renderApp('/mailcampaign/visits/6', [
    serve(listTrackings, { ...trackingExample, rows, totalRows: 2 }),
    serve(listRecordings, {
      recordings: [
        { id: 4, title: 'Why do you say so?', seconds: 7 },
        { id: 5, title: 'What else?', seconds: 1 },
      ],
    }),
    serve(playRecording, { type: 'audio/wav', audio: silence() }),
    serve(openRecording, undefined),
    ...campaignServer({ sendingType: 'PHONE' }),
    serveWidget('mail-campaigns-list', () => ({ rows: [] })),
    ...signedInServer(
      identityFixture({ isRoot: false }),
      startWith({ overview: [component('mail-campaigns-list', { id: 'mc' })] }),
    ),
  ])
}

const menuOf = async (name: RegExp) => {
  const row = await screen.findByRole('rowheader', { name })
  await userEvent.click(within(row).getByRole('button'))
}

test('a row offers its recordings where it has some, in a dialog 600 wide that plays them (CAMPD-15e) (CAMPD-16b)', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: window } as unknown as Window)
  const app = await open()
  await menuOf(/Customer 901/)
  expect(await screen.findByRole('menuitem', { name: 'Preview' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Play recording' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await menuOf(/Customer 900/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Play recording' }))
  const dialog = await screen.findByRole('dialog', { name: 'Recordings' })
  expect((await within(dialog).findByText('Why do you say so?', { exact: false })).textContent).toBe(
    'Why do you say so? 7 seconds',
  )
  await waitFor(() => expect(Math.round(dialog.getBoundingClientRect().width)).toBe(600))
  const player = await within(dialog).findByLabelText<HTMLAudioElement>('Why do you say so?')
  await waitFor(() => expect(player.duration).toBe(1))
  // By the keyboard alone: it is reached by Tab, and has the browser's own keys.
  player.focus()
  expect(document.activeElement).toBe(player)
  player.muted = true
  await player.play()
  expect(player.paused).toBe(false)
  expect(app.calls.flatMap(({ route, params }) => (route === 'playRecording' ? params['recordingId'] : []))).toEqual(
    expect.arrayContaining(['4', '5']),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open in a new tab: What else?' }))
  await waitFor(() =>
    expect(opened).toHaveBeenCalledWith(
      expect.stringMatching(/\/rest\/mailcampaign\/recording\/visits\/\d+\/900\?recording=5&token=once$/),
      '_blank',
    ),
  )
})
