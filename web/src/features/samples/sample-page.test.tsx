import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { sampleEditorEntities } from '@gensvar/contract/entities/sample-editor'
import type { SampleRights } from '@gensvar/contract/entities/samples'
import type { SampleState } from '@gensvar/contract/entities/states'
import { getSample, getSampleEditor } from '@gensvar/contract/samples'
import { getSurveyStart, getSurveyStatus } from '@gensvar/contract/surveys'
import { sampleTable } from '@gensvar/contract/widgets/sample-table'
import { identityFixture, signedInServer, startFixture, statusFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import {
  box,
  button,
  click,
  email,
  example,
  farEnd,
  field,
  open,
  period,
  rights,
  sent,
  write,
} from './testing/open-sample.ts'
import type { Sample } from './testing/open-sample.ts'

type Start = z.input<typeof getSurveyStart.response>

afterEach(() => {
  useScheme('light')
  endApp()
})

describe('the page of a sample', () => {
  test('shows groups with their fields, and tables (SAMPLE-24), state and place', async () => {
    await open()
    for (const title of ['Customer', 'Visit', 'Contacts'])
      expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(box(/^Name/)).toHaveValue('Eva')
    expect(box(/^E-mail/)).toHaveValue('eva@example.org')
    expect(within(screen.getByRole('table', { name: 'Contacts' })).getByRole('cell', { name: '2 March' })).toBeVisible()
    const head = within(screen.getByRole('region', { name: 'Eva Lind' }))
    expect(head.getByText('Stockholm, 2 March 2026')).toBeVisible()
    expect(head.getByText('New')).toBeVisible()
    const place = within(screen.getByRole('navigation', { name: 'Place of the sample' }))
    expect(await place.findByRole('link', { name: 'Sweden' })).toBeVisible()
  })

  test('is at its address, with the page it was opened from and its number (NAV-16)', async () => {
    for (const [fromPage, back] of [
      ['overview', '/page/overview/visits/country=SE'],
      ['samplelist', '/samplelist/visits/country=SE'],
    ] as const) {
      const app = await renderApp(`/sample/visits/${fromPage}/418`, farEnd({ sample: example }))
      await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
      expect(sent(app, 'getSample')[0]?.params).toEqual({ survey: 'visits', sampleId: '418' })
      await click('Back')
      await waitFor(() => expect(app.address()).toBe(back))
      endApp()
    }
  })

  test('is accessible in both schemes, wide and narrow', async () => {
    await open({ ...rights, evalPeriodQuestion: period })
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('says when there is no such sample, or none may be opened', async () => {
    const app = await renderApp('/sample/visits/ranking/419', [
      serve(getSample, () => refusal('not_found', 'There is no such response.')),
      ...farEnd({ sample: example }),
    ])
    expect(await screen.findByText('There is no such sample')).toBeVisible()
    await userEvent.click(button('To the start page'))
    await waitFor(() => expect(app.address()).toContain('/page/overview/visits'))
    endApp()
    await renderApp('/sample/visits/ranking/none', farEnd({ sample: example }))
    expect(await screen.findByText('There is no such sample')).toBeVisible()
    endApp()
    await renderApp('/sample/visits/ranking/418', [
      serve(getSample, () => refusal('forbidden', 'Your role may not open samples of this survey.')),
      ...farEnd({ sample: example }),
    ])
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
  })

  test('says that the period is closed, and until when samples are open', async () => {
    await open({ period: { isOpen: false, from: '2026-01-01', to: '2026-03-31' }, canEdit: false, canEditState: false })
    expect(screen.getByRole('note')).toHaveTextContent(
      'The period of this sample is closed. You can read it, but not change it.',
    )
    const head = () => within(screen.getByRole('region', { name: 'Eva Lind' }))
    expect(head().getByText('Dates open for changes: 1 Jan 2026 to 31 Mar 2026')).toBeVisible()
    endApp()
    await open({ period: { isOpen: true, from: '2026-01-01', to: null } })
    expect(head().getByText('Dates open for changes: from 1 Jan 2026 on')).toBeVisible()
    expect(screen.queryByRole('note')).toBeNull()
  })

  test('has no inputs and no Save where nothing may be changed', async () => {
    const groups = [{ title: { en: 'Customer' }, fields: [{ ...email, readOnly: true }] }]
    await open({ canEdit: false, canEditState: false, canResendEmail: false, groups })
    expect(screen.getByRole('group', { name: 'E-mail' })).toHaveTextContent('E-maileva@example.org')
    expect(screen.queryByRole('textbox', { name: /E-mail/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByText('Your role can read this sample, but not change it.')).toBeVisible()
  })
})

describe('the state of a sample', () => {
  const questions = {
    stateQuestion: field('visit_state', { title: { en: 'Visit state' }, value: 'planned' }),
    subStateQuestion: field('visit_substate', { title: { en: 'Sub-state' }, value: 'called' }),
    evalPeriodQuestion: period,
  }

  test('is chosen among those allowed (SAMPLE-25a), with its questions (SAMPLE-25b) (SAMPLE-25c) (SAMPLE-25d)', async () => {
    const app = await open({ ...rights, ...questions, state: '1' })
    const choice = within(screen.getByRole('radiogroup', { name: 'State' }))
    const names = choice.getAllByRole('radio').map((radio) => radio.closest('div')?.parentElement?.textContent)
    expect(names).toEqual(['New', 'Approved, no response yet', 'Not approved', 'Cancelled'])
    expect(box(/^Visit state/)).toHaveValue('planned')
    expect(box(/^Sub-state/)).toHaveValue('called')
    expect(screen.getByRole('combobox', { name: /Ask again in/ })).not.toBeRequired()
    // Not approved needs the period.
    await userEvent.click(choice.getByRole('radio', { name: 'Not approved' }))
    await click('Save')
    const asked = screen.getByRole('combobox', { name: /Ask again in/ })
    await waitFor(() => expect(asked).toHaveAccessibleDescription('Fill this in'))
    expect(sent(app, 'updateSample')).toEqual([])
    await userEvent.click(asked)
    await userEvent.click(await screen.findByRole('option', { name: 'Spring' }))
    await click('Save')
    await waitFor(() => expect(sent(app, 'updateSample')).toHaveLength(1))
    expect(sent(app, 'updateSample')[0]?.body).toMatchObject({ state: '3', fields: { period: 'spring' } })
  })

  test('is in words alone, and once, where no other is allowed', async () => {
    await open({ state: '2', canEditState: false })
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getAllByText('Approved, no response yet')).toHaveLength(1)
    expect(screen.queryByRole('heading', { name: 'State' })).toBeNull()
  })
})

/** The specification's rules, written down once more. */
function expectedButtons(state: SampleState, has: SampleRights): string[] {
  const approves = {
    '1': true,
    '2': has.showApproveButtonInState2,
    '3': has.showApproveButtonInState3,
    '0': false,
    '4': false,
  }
  return [
    ...(has.canEditState && state !== '4' && has.canCancelSamples ? ['Cancel sample'] : []),
    ...(has.canEditState && state !== '3' && has.canPostpone && has.hasSampleExtendedState ? ['Unapprove'] : []),
    ...(has.canEditState && approves[state] ? ['Approve'] : []),
  ]
}

function expectedEntries(has: SampleRights): string[] {
  return [
    ...(has.canResendEmail && !has.isResendDisabled ? ['Resend e-mail'] : []),
    ...(has.canResendSMS && !has.isResendDisabled ? ['Resend SMS'] : []),
    ...(has.canDelete ? ['Delete'] : []),
  ]
}

describe('the buttons', () => {
  const without = (...names: (keyof SampleRights)[]): SampleRights => ({
    ...rights,
    ...Object.fromEntries(names.map((name) => [name, false])),
  })
  const cases: SampleRights[] = [
    rights,
    without('canEditState'),
    without('canCancelSamples'),
    without('canPostpone', 'canResendSMS'),
    without('hasSampleExtendedState', 'canResendEmail'),
    without('showApproveButtonInState2', 'canDelete'),
    without('showApproveButtonInState3'),
    { ...rights, isResendDisabled: true },
  ]

  const states = ['1', '2', '3', '4'] as const

  test.each(states)(
    'in state %s follow the flags (SAMPLE-16) (SAMPLE-21a) (SAMPLE-21b) (SAMPLE-21c) (SAMPLE-22) (SAMPLE-23) (SAMPLE-27) (SAMPLE-28) (SAMPLE-29)',
    async (state) => {
      for (const has of cases) {
        await open({ ...has, state, evalPeriodQuestion: period })
        const all = screen.getAllByRole('button').map((one) => one.textContent)
        expect(all.filter((name) => ['Cancel sample', 'Unapprove', 'Approve'].includes(name))).toEqual(
          expectedButtons(state, has),
        )
        const entries = expectedEntries(has)
        if (entries.length === 0) expect(all).not.toContain('More')
        else {
          await click('More')
          const menu = await screen.findAllByRole('menuitem')
          expect(menu.map((entry) => entry.textContent)).toEqual(entries)
        }
        endApp()
      }
    },
  )

  test('of a completed response change nothing', async () => {
    await open({ ...rights, state: '0', canEdit: false, canEditState: false, isResendDisabled: true, canDelete: false })
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel sample' })).toBeNull()
    expect(screen.getByRole('link', { name: 'To the interview' })).toHaveAttribute('href', '/interview/visits/418')
  })
})

describe('the editor of the table that the sample was opened from', () => {
  const start = startFixture()
  const customers: Start['survey']['pages'][number] = {
    ...start.survey.pages[0]!,
    extname: 'customers',
    kind: 'samples',
    components: [{ type: 'sample-table', config: sampleTable.example.config }],
  }
  const withEditor = { ...start, survey: { ...start.survey, pages: [...start.survey.pages, customers] } }

  async function openFrom(fromPage: string, change: Partial<Sample> = {}) {
    const app = await renderApp(`/sample/visits/${fromPage}/418`, [
      serve(getSampleEditor, sampleEditorEntities.SampleEditorData.example),
      ...signedInServer(identityFixture(), withEditor),
      ...farEnd({ sample: { ...example, ...change } }),
    ])
    await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
    return app
  }

  test('is offered beside the form, which keeps what was entered meanwhile', async () => {
    const app = await openFrom('customers')
    await write(/^What happened/, 'Bought a bicycle')
    await userEvent.click(screen.getByRole('radio', { name: 'Summary' }))
    expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel sample' })).toBeNull()
    expect(sent(app, 'getSampleEditor').map((call) => call.params)).toEqual([
      { survey: 'visits', component: 'customers', sampleId: '418' },
    ])
    await userEvent.click(screen.getByRole('radio', { name: 'All fields' }))
    expect(box(/^What happened/)).toHaveValue('Bought a bicycle')
    expect(screen.queryByRole('heading', { name: 'Comments' })).toBeNull()
  })

  test('may be removed from the configuration while the form is filled in, which keeps what was entered', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let current: Start = withEditor
      const app = await renderApp('/sample/visits/customers/418', [
        serve(getSurveyStart, () => current),
        serve(getSurveyStatus, () => statusFixture({ version: current.version })),
        ...farEnd({ sample: example }),
      ])
      await screen.findByRole('radio', { name: 'Summary' })
      await write(/^What happened/, 'Bought a bicycle')
      current = { ...start, version: 'two' }
      vi.advanceTimersByTime(60_000)
      await waitFor(() => expect(screen.queryByRole('radio', { name: 'Summary' })).toBeNull())
      expect(box(/^What happened/)).toHaveValue('Bought a bicycle')
      await click('Save')
      await waitFor(() => expect(sent(app, 'updateSample')).toHaveLength(1))
      expect(sent(app, 'updateSample')[0]?.body).toMatchObject({ fields: { 'note.2': 'Bought a bicycle' } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('stands alone where the page has no fields, and is left out where the table is another', async () => {
    await openFrom('samplelist', { groups: [] })
    expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible()
    expect(screen.queryByRole('radiogroup', { name: 'View of the sample' })).toBeNull()
    endApp()
    const app = await openFrom('ranking')
    expect(screen.queryByRole('radio', { name: 'Summary' })).toBeNull()
    expect(sent(app, 'getSampleEditor')).toEqual([])
  })
})
