import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import { sampleEntities } from '@gensvar/contract/entities/samples'
import { resendInvitation, startMailAction, startPushCampaigns, updateSample } from '@gensvar/contract/samples'
import { refusal, serve } from '#web/testing/serve.ts'
import { callsOf, editorOf, endEditor, openEditor, partsOf } from '#web/testing/open-sample-editor.tsx'

afterEach(endEditor)

const button = (name: string) => screen.getByRole('button', { name })
const click = (name: string) => userEvent.click(button(name))
const ok = { ok: true } as const
const notSetUp = 'Push campaigns are not set up on this server. Nothing was sent.'

test('the editor has state, mail action and push campaign buttons (SEDIT-12e)', async () => {
  await openEditor(editorOf(partsOf('state-button', 'mail-action-button', 'push-campaign-button')))
  for (const name of ['Approve', 'Remind', 'Ask now']) expect(button(name)).toBeEnabled()
})

describe('a state button', () => {
  const buttons = ['1', '2', '3', '4'].flatMap((fromState) =>
    partsOf('state-button').map((part) => ({
      componentDef: {
        ...part.componentDef,
        extname: `from${fromState}`,
        title: `From ${fromState}`,
        fromState: Number(fromState),
        toState: fromState === '2' ? 1 : 2,
      },
    })),
  )
  const shown = () => screen.queryAllByRole('button').map((one) => one.textContent)

  const states = ['0', '1', '2', '3', '4'] as const

  test.each(states)('is shown only in the state it is for: in state %s (SEDIT-13a)', async (state) => {
    await openEditor(editorOf(buttons, { state }))
    expect(shown()).toEqual(state === '0' ? [] : [`From ${state}`])
  })

  test('is not offered without the right to its change', async () => {
    const to = (toState: number) =>
      partsOf('state-button').map(({ componentDef }) => ({ componentDef: { ...componentDef, toState } }))
    const rights = { ...sampleEditorExample.rights, canEditState: true, canCancelSamples: false, canPostpone: false }
    for (const [toState, change, isShown] of [
      [2, {}, true],
      [2, { canEditState: false }, false],
      [3, {}, false],
      [3, { canPostpone: true }, true],
      [4, {}, false],
      [4, { canCancelSamples: true }, true],
    ] as const) {
      await openEditor(editorOf(to(toState), { rights: { ...rights, ...change } }))
      expect(shown(), `${toState} ${JSON.stringify(change)}`).toEqual(isShown ? ['Approve'] : [])
      endEditor()
    }
  })

  test('saves the sample with its second state and its name, and is gone then (SEDIT-13c)', async () => {
    const editor = await openEditor(editorOf(buttons))
    await click('From 1')
    expect(await screen.findByText('The sample is saved.')).toBeVisible()
    expect(editor.sent()).toEqual([
      {
        version: 1,
        overwrite: false,
        fields: {},
        stateChange: { fromState: '1', toState: '2', extname: 'from1' },
      },
    ])
    expect(shown()).toContain('From 2')
    expect(shown()).not.toContain('From 1')
    expect(editor.saved.map(({ state }) => state)).toEqual(['2'])
  })
})

describe('a mail action button', () => {
  test('starts the mail action as configured, and says that it did (SEDIT-28)', async () => {
    const editor = await openEditor(sampleEditorExample, { before: [serve(startMailAction, ok)] })
    await click('Remind')
    expect(await screen.findByText('Remind: the mail action has been started.')).toBeVisible()
    expect(callsOf(editor, startMailAction.id)).toEqual([
      expect.objectContaining({
        params: { survey: 'visits', component: 'customers', sampleId: '418' },
        body: {
          extname: 'remind',
          template: 'reminder',
          mailVariable: 'email',
          campaignName: 'Reminders',
          strictFiltering: true,
        },
      }),
    ])
  })

  test('says what is not set up, and sends nothing for a sample that is not active', async () => {
    const words = 'Sending e-mail is not set up on this server. Nothing was sent.'
    await openEditor(sampleEditorExample, {
      before: [serve(startMailAction, () => refusal('unavailable', words))],
    })
    await click('Remind')
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText(/has been started/)).toBeNull()
    endEditor()
    await openEditor({ ...sampleEditorExample, isActive: false })
    expect(button('Remind')).toBeDisabled()
    expect(screen.getByText('This sample is not active, so nothing can be sent for it.')).toBeVisible()
  })
})

describe('a push campaign button', () => {
  test('starts its campaigns, and says that it did (SEDIT-29)', async () => {
    const editor = await openEditor(sampleEditorExample, { before: [serve(startPushCampaigns, ok)] })
    await click('Ask now')
    expect(await screen.findByText('Ask now: the push campaign has been started.')).toBeVisible()
    expect(callsOf(editor, startPushCampaigns.id)).toEqual([
      expect.objectContaining({
        params: { survey: 'visits', component: 'customers', sampleId: '418' },
        body: { extname: 'push', campaigns: ['after_visit'] },
      }),
    ])
  })

  test('is disabled after one click (SEDIT-14)', async () => {
    const editor = await openEditor(sampleEditorExample, {
      before: [serve(startPushCampaigns, () => refusal('unavailable', notSetUp))],
    })
    await userEvent.dblClick(button('Ask now'))
    expect(button('Ask now')).toBeDisabled()
    expect(await screen.findByText(notSetUp)).toBeVisible()
    expect(button('Ask now')).toBeDisabled()
    expect(callsOf(editor, startPushCampaigns.id)).toHaveLength(1)
  })

  test('is disabled for a sample that is not active (SEDIT-15)', async () => {
    await openEditor({ ...sampleEditorExample, isActive: false })
    expect(button('Ask now')).toBeDisabled()
  })
})

describe('the resend button', () => {
  const rights = sampleEditorExample.rights
  const withRights = (change: Partial<SampleEditorData['rights']>) =>
    editorOf(partsOf('group', 'resend-button'), { rights: { ...rights, ...change } })

  test.each([
    [{ canResendEmail: true, canResendSMS: false, isResendDisabled: false }, ['Resend by e-mail']],
    [{ canResendEmail: false, canResendSMS: true, isResendDisabled: false }, ['Resend by SMS']],
    [{ canResendEmail: true, canResendSMS: true, isResendDisabled: false }, ['Resend by e-mail', 'Resend by SMS']],
    [{ canResendEmail: true, canResendSMS: true, isResendDisabled: true }, []],
    [{ canResendEmail: false, canResendSMS: false, isResendDisabled: false }, []],
  ])('offers what can be sent again: %o (SAMPLE-28) (SAMPLE-29)', async (change, names) => {
    await openEditor(withRights(change))
    expect(screen.queryAllByRole('button', { name: /^Resend/ }).map((one) => one.textContent)).toEqual(names)
  })

  test('sends the invitation by e-mail, or says why it cannot (SEDIT-12d)', async () => {
    const editor = await openEditor(withRights({ canResendSMS: true }), {
      before: [
        serve(resendInvitation, ok),
        serve(updateSample, () => refusal('unavailable', 'Sending text messages is not set up on this server.')),
      ],
    })
    await click('Resend by e-mail')
    expect(await screen.findByText('The invitation is sent again.')).toBeVisible()
    expect(callsOf(editor, resendInvitation.id)).toEqual([
      expect.objectContaining({
        params: { survey: 'visits', sampleId: '418' },
        body: { email: 'eva@example.org' },
      }),
    ])
    await waitFor(() => expect(button('Resend by SMS')).toBeEnabled())
    await click('Resend by SMS')
    expect(await screen.findByText('Sending text messages is not set up on this server.')).toBeVisible()
    expect(callsOf(editor, updateSample.id)).toEqual([
      expect.objectContaining({ query: { resendSMS: 'true' }, body: { version: 1, state: '1' } }),
    ])
  })

  test('leaves the address to the server where the editor shows none', async () => {
    const { rights } = sampleEditorExample
    const said = 'Sending e-mail is not set up on this server. Nothing was sent.'
    const editor = await openEditor(editorOf(partsOf('comments', 'resend-button'), { rights }), {
      before: [serve(updateSample, { sample: sampleEntities.Sample.example, notices: [said] })],
    })
    await click('Resend by e-mail')
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByText('The invitation is sent again.')).toBeNull()
    expect(callsOf(editor, resendInvitation.id)).toEqual([])
    expect(callsOf(editor, updateSample.id)).toEqual([
      expect.objectContaining({ query: { resendEmail: 'true' }, body: { version: 1, state: '1' } }),
    ])
  })
})
