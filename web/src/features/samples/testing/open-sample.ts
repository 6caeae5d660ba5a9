import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import type { z } from 'zod'
import { segmentedDrillPathExample } from '@gensvar/contract/entities/navigation'
import { questionFieldExample, sampleEntities } from '@gensvar/contract/entities/samples'
import type { SampleRights } from '@gensvar/contract/entities/samples'
import type { SampleState } from '@gensvar/contract/entities/states'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { getSample, updateSample, validateSample } from '@gensvar/contract/samples'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { renderApp } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'

/** A sample as the server answers it. */
export type Sample = z.input<typeof getSample.response>
type Field = Sample['groups'][number]['fields'][number]

/** A field of a sample. */
export const field = (questionId: string, change: Partial<Field> = {}): Field => ({
  ...questionFieldExample,
  questionId,
  title: { en: questionId },
  type: 'text',
  value: `${questionId} of Eva`,
  ...change,
})

const choices = [
  { extName: 'spring', title: { en: 'Spring' } },
  { extName: 'autumn', title: { en: 'Autumn' } },
]

export const email = field('email', { title: { en: 'E-mail' }, type: 'Email', value: 'eva@example.org' })
export const reason = field('reason', { title: { en: 'Reason' }, value: null, cancelledComment: true })
export const note = field('note', { title: { en: 'Note' }, value: null, approvedComment: true })
/** A question for the evaluation period. */
export const period = field('period', {
  title: { en: 'Ask again in' },
  type: 'SingleChoice',
  value: null,
  choices,
  optional: true,
})

/** A new sample with two groups of fields and a table. */
export const example: Sample = {
  ...sampleEntities.Sample.example,
  groups: [
    { title: { en: 'Customer' }, fields: [field('name', { title: { en: 'Name' }, value: 'Eva' }), email] },
    {
      title: { en: 'Visit' },
      fields: [field('note.2', { title: { en: 'What happened' }, optional: true, value: null })],
    },
  ],
  tableGroups: [{ title: { en: 'Contacts' }, columns: [{ en: 'When' }], rows: [['2 March']] }],
}

/** Everything is allowed. */
export const rights: SampleRights = {
  canEdit: true,
  canEditState: true,
  canCancelSamples: true,
  canPostpone: true,
  hasSampleExtendedState: true,
  showApproveButtonInState2: true,
  showApproveButtonInState3: true,
  canResendEmail: true,
  canResendSMS: true,
  isResendDisabled: false,
  canDelete: true,
}

interface Stored {
  sample: Sample
  notices?: string[]
}

/** The far end: what it has stored, and what it finds wrong. */
export function farEnd(stored: Stored) {
  return [
    serve(getSegmentedDrillPath, segmentedDrillPathExample),
    ...signedInServer(identityFixture(), startFixture()),
    serve(getSample, () => stored.sample),
    serve(validateSample, { questionIdToMessages: {} }),
    serve(updateSample, ({ body }) => {
      stored.sample = { ...stored.sample, state: (body as { state: SampleState }).state, version: 2 }
      return { sample: stored.sample, notices: stored.notices ?? [] }
    }),
  ]
}

/** Opens the page of a sample from the ranking. */
export async function open(
  change: Partial<Sample> = {},
  extra: Parameters<typeof renderApp>[1] = [],
  notices?: string[],
) {
  const app = await renderApp('/ranking/visits/country=SE', [
    ...extra,
    ...farEnd({ sample: { ...example, ...change }, notices }),
  ])
  app.go('/sample/visits/ranking/418')
  await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
  return app
}

/** The calls of a route. */
export const sent = (app: RunningApp, route: string): SeenCall[] => app.calls.filter((call) => call.route === route)
export const button = (name: string) => screen.getByRole('button', { name })
export const box = (name: string | RegExp) => screen.getByRole('textbox', { name })
export const click = async (name: string) => userEvent.click(button(name))

/** Replaces the text of a field. */
export async function write(name: string | RegExp, text: string): Promise<void> {
  await userEvent.clear(box(name))
  if (text !== '') await userEvent.type(box(name), text)
}
