import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listAudit } from '@gensvar/contract/audit'
import type { AuditEntryRow } from '@gensvar/contract/audit'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const entry: AuditEntryRow = {
  ...{ id: 1, at: '2026-02-10T10:00:00Z', user: 'Anna Berg', isByUser: true, actor: null, program: '' },
  ...{ action: 'alert.closed', object: '7', survey: 'visits', details: ['stateAfter: 3'], requestId: 'r1' },
}
const rows: AuditEntryRow[] = [
  entry,
  { ...entry, id: 2, action: 'metadata.choice.save', actor: 'Kim Ek' },
  { ...entry, id: 3, action: 'campaign.start', user: null, isByUser: false, program: 'campaigns' },
  { ...entry, id: 4, action: 'import', user: null },
  { ...entry, id: 5, action: 'of.another-version', user: null, isByUser: false },
]

test('the audit log says in words who did what, is filtered, and is for root alone', async () => {
  const serving = (isRoot: boolean) => [
    serve(listAudit, { rows, total: rows.length }),
    ...signedInServer(identityFixture({ isRoot }), startFixture()),
  ]
  const app = await renderApp('/auditlog/visits', serving(true))
  const table = await screen.findByRole('table', { name: 'Who did what' })
  await within(table).findByRole('rowheader', { name: 'Alert: closed' })
  const said = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [within(row).getByRole('rowheader').textContent, within(row).getAllByRole('cell')[1]?.textContent])
  expect(said).toEqual([
    ['Alert: closed', 'Anna Berg'],
    ['Questions: choice saved', 'Kim Ek as Anna Berg'],
    ['Campaign: started', 'The program: campaigns'],
    ['Import of a file: done', 'A user who is gone'],
    ['of.another-version', 'Nobody signed in'],
  ])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Campaign')
  await userEvent.type(screen.getByRole('textbox', { name: 'Who' }), 'anna')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Done by' }), 'People')
  await userEvent.type(screen.getByRole('textbox', { name: 'From' }), '01/02/2026')
  await waitFor(() =>
    expect(app.calls.findLast(({ route }) => route === 'listAudit')?.query).toMatchObject({
      ...{ thing: 'campaign', who: 'anna', by: 'people', from: '2026-02-01' },
    }),
  )
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  endApp()
  await renderApp('/auditlog/visits', serving(false))
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})
