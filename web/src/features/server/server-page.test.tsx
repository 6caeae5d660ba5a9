import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  getServerSettings,
  listBackups,
  saveBackupSchedule,
  saveServerSettings,
  saveSystemMessage,
  sendTrialMail,
  startBackup,
} from '@gensvar/contract/server-settings'
import type { BackupRun } from '@gensvar/contract/server-settings'
import { assignTaskState } from '@gensvar/contract/tasks'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const stored = {
  version: 4,
  general: {
    ...{ language: 'en' as const, systemLogoURL: '/new/logo.svg', supportDeskURL: null },
    ...{ egressAllow: ['api.example.org'], reopens: null },
  },
  message: null,
  messageState: 'none' as const,
  backup: null,
  onlyInFile: ['realms'],
}
const environment = [
  { name: 'DATABASE_URL', source: 'file' as const, value: null, isSecret: true },
  { name: 'GENSVAR_URL', source: 'environment' as const, value: 'https://survey.example.org', isSecret: false },
  { name: 'PORT', source: 'default' as const, value: '8080', isSecret: false },
]
const good: BackupRun = {
  ...{ id: 2, state: 'proved', file: '/var/backups/gensvar-2.backup', madeAt: '2026-02-10T02:30:00Z', seconds: 3.2 },
  ...{ rows: 12_345, bytes: 2_400_000, proof: { at: '2026-02-10T02:31:00Z', seconds: 5, rows: 12_345 }, reason: '' },
}
const failed: BackupRun = {
  ...good,
  ...{ id: 3, state: 'failed', file: '', seconds: null, rows: null, bytes: null, proof: null },
  reason: 'There is no folder /var/backups for the backup. Nothing was written.',
}

async function open() {
  let running: { taskId: number; done: number; total: number; text: string } | null = null
  const app = await renderApp('/server/visits', [
    serve(getServerSettings, { ...stored, environment, email: 'root@example.org', sendsMail: true }),
    serve(listBackups, () => ({
      ...{ folder: '/var/backups', next: '2026-02-11T02:30:00Z', running, last: good, lastProved: good },
      rows: [failed, good],
    })),
    serve(startBackup, () => {
      running = { taskId: 9, done: 50, total: 200, text: 'Writing the backup' }
      return { taskId: 9 }
    }),
    serve(assignTaskState, () => {
      running = null
      return refusal('not_found', 'There is no such task.')
    }),
    serve(saveSystemMessage, () => ({ ...stored, version: 5 })),
    serve(saveServerSettings, () => ({ ...stored, version: 5 })),
    serve(saveBackupSchedule, () =>
      refusal('validation', 'The schedule is wrong.', { 'backup.timeZone': 'unknown time zone' }),
    ),
    serve(sendTrialMail, { ok: true }),
    ...signedInServer(identityFixture({ isRoot: true }), startFixture()),
  ])
  await screen.findByRole('heading', { name: 'Server', level: 1 })
  return app
}

test('the page of the server says whether there is a backup that restores, and makes one', async () => {
  await open()
  expect(await screen.findByText(`The last backup failed: ${failed.reason}`)).toBeVisible()
  const table = await screen.findByRole('table', { name: 'Backups' })
  expect(within(table).getByText('Proved')).toBeVisible()
  expect(screen.getByText('12,345 rows compared in 5.0 s')).toBeVisible()
  // Of a secret only that it is set; what is not set is shown when asked for.
  const variables = within(screen.getByRole('table', { name: 'Environment' }))
  expect(variables.getByRole('row', { name: /DATABASE_URL Set File/ })).toBeVisible()
  expect(variables.queryByText('PORT')).toBeNull()
  expect(screen.getByText(/change these: realms|changes these: realms/)).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText('Writing the backup')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Back up now' })).toBeVisible()
})

test('a message, settings and a schedule are saved from it, and a wrong field is named', async () => {
  const app = await open()
  const sent = (route: string) => app.calls.findLast((one) => one.route === route)?.body
  await userEvent.type(await screen.findByRole('textbox', { name: 'English' }), 'Closed on Sunday')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How serious' }), 'Warning')
  await userEvent.click(screen.getByRole('button', { name: 'Save the message' }))
  await waitFor(() =>
    expect(sent('saveSystemMessage')).toMatchObject({
      version: 4,
      message: { severity: 'warning', from: null, texts: { en: 'Closed on Sunday', fi: '' } },
    }),
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Support desk' }), 'https://help.example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Save the settings' }))
  await waitFor(() =>
    expect(sent('saveServerSettings')).toMatchObject({ general: { supportDeskURL: 'https://help.example.org' } }),
  )
  await userEvent.click(screen.getByRole('switch', { name: /^Back up every day/ }))
  const zone = screen.getByRole('textbox', { name: 'Time zone' })
  await userEvent.clear(zone)
  await userEvent.type(zone, 'Europe/Stockholm')
  await userEvent.click(screen.getByRole('button', { name: 'Save the schedule' }))
  await waitFor(() => expect(zone).toHaveAccessibleDescription(/unknown time zone/i))
  expect(sent('saveBackupSchedule')).toMatchObject({ backup: { at: '02:30', keep: 7, proof: true } })
})
