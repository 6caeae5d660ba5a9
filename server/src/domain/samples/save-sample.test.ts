import { sampleButtons } from '@gensvar/contract/sample-buttons'
import type { SampleState } from '@gensvar/contract/entities/states'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { sampleAccess } from './sample-access.ts'
import type { SampleAccess } from './sample-access.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { AppError } from '#server/platform/errors.ts'
import { sampleRightsOf } from './sample-rights.ts'
import { saveSample } from './save-sample.ts'
import type { SampleSave } from './save-sample.ts'

let board: Dashboard
let ctx: Ctx
let access: SampleAccess
let id = 0

beforeAll(async () => {
  board = await openDashboard({ questions: { period: { type: 'text' } } })
  ctx = await board.contextAs({ isRoot: true })
  access = await sampleAccess(ctx, board.survey)
  id = board.responseIds[5] ?? 0
})
afterAll(() => board.close())

/** What decides about the buttons, all of it independent of each other. */
interface Given {
  canEditState: boolean
  canCancelSamples: boolean
  canPostpone: boolean
  hasSampleExtendedState: boolean
  showApproveButtonInState2: boolean
  showApproveButtonInState3: boolean
}

const names = [
  'canEditState',
  'canCancelSamples',
  'canPostpone',
  'hasSampleExtendedState',
  'showApproveButtonInState2',
  'showApproveButtonInState3',
] as const
const all = (value: boolean): Given => Object.fromEntries(names.map((name) => [name, value])) as unknown as Given

/** All, none, each one alone, each one missing, and each pair with the right to change the state. */
const cases: readonly Given[] = [
  all(true),
  all(false),
  ...names.map((name) => ({ ...all(false), [name]: true })),
  ...names.map((name) => ({ ...all(true), [name]: false })),
  ...names.map((name) => ({ ...all(false), canEditState: true, [name]: true })),
]

function accessWith(given: Given): SampleAccess {
  const { model, rights } = access
  const { showApproveButtonInState2, showApproveButtonInState3, hasSampleExtendedState } = given
  const { evalPeriodQuestion: _, ...sample } = model.config.sample
  const period = hasSampleExtendedState ? { evalPeriodQuestion: 'period' } : {}
  const shown = { showApproveButtonInState2, showApproveButtonInState3 }
  return {
    ...access,
    model: { ...model, config: { ...model.config, sample: { ...sample, ...shown, ...period } } },
    rights: {
      ...rights,
      flags: {
        ...rights.flags,
        canChangeStateOpenPeriods: given.canEditState,
        canCancelSamples: given.canCancelSamples,
        canPostponeSamples: given.canPostpone,
      },
    },
  }
}

const undone = new Error('undone')

/** What becomes of a sample that is in a state and saved; nothing is kept. */
async function attempt(state: number, given: SampleAccess, save: Partial<SampleSave>) {
  let result: { state: number } | string = ''
  await write(ctx, async (tx) => {
    await tx.db.updateTable('response').set({ state }).where('id', '=', id).execute()
    try {
      result = await saveSample(tx, given, { id }, { version: 1, overwrite: true, values: {}, defs: [], ...save })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      result = error.code
    }
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return result as { state: number } | string
}

describe('the server changes the state exactly where the button is shown', () => {
  const acts = [
    ['approve', 2],
    ['cancel', 4],
    ['unapprove', 3],
  ] as const

  test.each([0, 1, 2, 3, 4])('in state %i, with every flag', async (state) => {
    const row = await readCase(ctx, access, id)
    for (const given of cases) {
      const one = accessWith(given)
      const rights = sampleRightsOf(ctx, one, { ...row, state })
      // Nothing of a completed interview can be changed.
      expect(rights).toMatchObject({ ...given, canEditState: given.canEditState && state !== 0 })
      const buttons = sampleButtons(String(state) as SampleState, rights)
      for (const [act, to] of acts) {
        // Saved in the state it has, a sample stays as it is.
        if (to === state) continue
        const values: Record<string, string> =
          act === 'unapprove' && given.hasSampleExtendedState ? { period: 'spring' } : {}
        const result = await attempt(state, one, { state: to, values })
        const said = `${act} in ${state} with ${JSON.stringify(given)}`
        if (buttons[act]) expect(result, said).toMatchObject({ state: to })
        else expect(result, said).toBe('forbidden')
      }
    }
  })

  test('no sample becomes new again or completed', async () => {
    const everything = accessWith(all(true))
    for (const state of [1, 2, 3, 4]) expect(await attempt(state, everything, { state: 0 })).toBe('forbidden')
    for (const state of [0, 2, 3, 4]) expect(await attempt(state, everything, { state: 1 })).toBe('forbidden')
  })
})

describe('a button with states of its own', () => {
  const button = (fromState: number) => ({ button: { fromState, extname: 'reopen' } })

  test('changes the state where it is still the first one', async () => {
    const everything = accessWith(all(true))
    expect(await attempt(4, everything, { state: 1, ...button(4) })).toMatchObject({ state: 1 })
    expect(await attempt(3, everything, { state: 1, ...button(4) })).toBe('conflict')
  })

  test('needs the rights that its state needs', async () => {
    const may = (missing: keyof Given) => accessWith({ ...all(true), [missing]: false })
    expect(await attempt(1, may('canEditState'), { state: 2, ...button(1) })).toBe('forbidden')
    expect(await attempt(1, may('canCancelSamples'), { state: 4, ...button(1) })).toBe('forbidden')
    expect(await attempt(1, may('canPostpone'), { state: 3, ...button(1) })).toBe('forbidden')
    expect(await attempt(1, accessWith(all(true)), { state: 0, ...button(1) })).toBe('forbidden')
    expect(await attempt(1, accessWith(all(true)), { state: 3, ...button(1) })).toBe('validation')
  })
})
