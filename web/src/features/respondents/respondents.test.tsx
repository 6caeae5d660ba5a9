import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import {
  anonymiseResponses,
  eraseRespondent,
  findRespondents,
  getDataProtection,
  getHeldData,
  previewAnonymisation,
  saveRetention,
  stopProtectionTask,
} from '@gensvar/contract/respondents'
import type { FoundResponse, HeldCounts, ProtectionTask } from '@gensvar/contract/respondents'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const kim: FoundResponse = {
  survey: 'visits',
  surveyTitle: 'Store visits',
  responseId: 31,
  isExact: true,
  name: 'Kim Lund',
  email: 'kim@example.org',
  phone: '',
  foreignId: 'c7',
  eventDate: '2026-01-08',
  state: 'Completed',
  unit: 'Norway, Oslo',
}
const none: HeldCounts = {
  ...{ responses: 1, answers: 5, comments: 2, records: 0, alerts: 1, changes: 0, recipients: 0 },
  ...{ shares: 0, notices: 0, mails: 0, files: 3, copies: 0, paths: 0 },
}
const task: ProtectionTask = {
  id: 9,
  act: 'anonymise',
  from: null,
  to: '2025-01-31',
  state: 'running',
  created: '2026-02-01T08:00:00Z',
  progress: { done: 500, total: 2000 },
  reason: '',
}

/** A server of one survey's data protection. */
function protectionServer(change: { isAnonymous?: boolean; refused?: string | null } = {}) {
  let retention = { anonymiseAfter: null as number | null, eraseAfter: null as number | null, version: 0 }
  let tasks: ProtectionTask[] = [task]
  let found = [kim]
  const served: Served[] = [
    serve(getDataProtection, () => ({
      isAnonymous: false,
      refused: null,
      timeZone: 'Europe/Oslo',
      retention,
      tonight:
        retention.anonymiseAfter === null ? [] : [{ act: 'anonymise' as const, to: '2025-01-31', responses: 1200 }],
      tasks,
      ...change,
    })),
    serve(findRespondents, () => ({
      responses: found,
      hasMore: false,
      searched: [{ survey: 'visits', title: 'Store visits' }],
      leftOut: [{ survey: 'staff', title: 'Our staff', reason: 'anonymous' as const }],
    })),
    serve(getHeldData, {
      responses: [
        {
          ...{ survey: 'visits', surveyTitle: 'Store visits', responseId: 31, eventDate: '2026-01-08' },
          ...{ state: 'Completed', unit: 'Norway, Oslo', foreignId: 'c7' },
          contact: [{ field: 'email' as const, text: 'kim@example.org' }],
          answers: [{ title: 'How was it?', text: 'Kaldt' }],
          comments: [{ at: '2026-01-09T08:00:00Z', author: 'Anna', text: 'Called back' }],
          ...{ alerts: [], changes: [], sendings: [] },
        },
      ],
      counts: none,
      withoutKey: 0,
    }),
    serve(eraseRespondent, () => {
      found = []
      return { counts: none }
    }),
    serve(previewAnonymisation, () =>
      change.isAnonymous
        ? { counts: null, questions: [], kept: [{ variable: 'age', title: 'Age' }] }
        : {
            counts: { responses: 40, contacts: 38, keys: 40, comments: 2, alerts: 0 },
            questions: [{ variable: 'comment', title: 'Comment', answers: 12 }],
            kept: [],
          },
    ),
    serve(anonymiseResponses, { taskId: 10 }),
    serve(stopProtectionTask, () => {
      tasks = [{ ...task, state: 'failed', reason: 'Cancelled by Anna.' }]
      return { ok: true as const }
    }),
    serve(saveRetention, ({ body }) => {
      const asked = body as typeof retention
      if (asked.version !== retention.version) return refusal('conflict', 'stale', { version: 'stale' })
      retention = { ...asked, version: asked.version + 1 }
      return retention
    }),
  ]
  return served
}

function open(served: Served[], canAdministrate = true) {
  const start = startFixture()
  const may = startFixture({ rights: { ...start.rights, canAdministrate } })
  return renderApp('/respondents/visits', [...served, ...signedInServer(identityFixture(), may)])
}

const called = (app: Awaited<ReturnType<typeof open>>, id: string) =>
  app.calls.filter(({ route }) => route === id).map(({ body }) => body)

async function search(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email, phone, name or customer number'), 'kim')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
}

describe('a respondent', () => {
  test('is found, shown with what is held, and erased once the word is typed', async () => {
    const app = await open(protectionServer())
    await search()
    expect(await screen.findByText(/Not searched, because nobody can be looked for.*Our staff/)).toBeVisible()
    await userEvent.click(await screen.findByText('Kim Lund'))
    const dialog = within(await screen.findByRole('dialog', { name: 'What is held' }))
    for (const text of ['kim@example.org', 'Kaldt', 'Called back']) expect(await dialog.findByText(text)).toBeVisible()
    expect(called(app, 'getHeldData')).toEqual([{ responses: [{ survey: 'visits', responseId: 31 }] }])
    await userEvent.click(dialog.getByRole('button', { name: 'Erase…' }))
    const erasing = within(await screen.findByRole('dialog', { name: 'Erase for good' }))
    expect(erasing.getByText('Kept report and import files')).toHaveTextContent('Kept report and import files 3')
    expect(erasing.queryByText('Records')).toBeNull()
    const button = erasing.getByRole('button', { name: 'Erase 1 response' })
    expect(button).toBeDisabled()
    expect(called(app, 'eraseRespondent')).toEqual([])
    await userEvent.type(erasing.getByLabelText('Type “erase” to confirm'), 'Erase')
    await userEvent.click(button)
    expect(await screen.findByText('Erased: 1 response')).toBeVisible()
    expect(called(app, 'eraseRespondent')).toEqual([
      { responses: [{ survey: 'visits', responseId: 31 }], mayImportAgain: false },
    ])
    expect(await screen.findByText('Nobody found')).toBeVisible()
  })

  test('cannot be looked for by whoever sees a part of the survey, or administers nothing', async () => {
    await open(protectionServer({ refused: 'Only administrators who see all responses of the survey may do this.' }))
    expect(await screen.findByText(/who see all responses/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull()
    endApp()
    const app = await open(protectionServer(), false)
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(called(app, 'getDataProtection')).toEqual([])
  })
})

describe('how long answers are kept', () => {
  test('is saved in months, and what that does tonight is said', async () => {
    const app = await open(protectionServer())
    await userEvent.type(await screen.findByLabelText('Anonymise after'), '24')
    await userEvent.click(screen.getByRole('button', { name: 'Save rules' }))
    expect(await screen.findByText('Next night 1,200 responses up to 31 Jan 2025 are anonymised.')).toBeVisible()
    expect(called(app, 'saveRetention')).toEqual([{ anonymiseAfter: 24, eraseAfter: null, version: 0 }])
  })

  test('is for anonymising alone in an anonymous survey, without a number anywhere', async () => {
    await open(protectionServer({ isAnonymous: true }))
    expect(await screen.findByLabelText('Erase after')).toBeDisabled()
    expect(await screen.findByText(/How many there are is not told/)).toBeVisible()
    expect(screen.getByText(/Answers kept.*Age/)).toBeVisible()
  })
})

test('anonymising shows what it reaches, asks, and its task can be stopped', async () => {
  const app = await open(protectionServer())
  expect(await screen.findByText('Answers removed: Comment (12)')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Anonymise…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('40 responses are anonymised for good. Nobody can undo it.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Anonymise' }))
  await waitFor(() => expect(called(app, 'anonymiseResponses')).toEqual([{ from: null, to: null }]))
  expect(screen.getByRole('progressbar', { name: /Anonymise: – 31 Jan 2025/ })).toHaveAttribute('aria-valuenow', '25')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Stopped.*Cancelled by Anna/)).toBeVisible()
})

test('the page has no accessibility problems in either scheme, nor have its dialogs', async () => {
  await open(protectionServer())
  await search()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.click(await screen.findByText('Kim Lund'))
  await screen.findByText('Kaldt')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Erase…' }))
  await screen.findByLabelText('Type “erase” to confirm')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
