import { describe, expect, test } from 'vitest'
import type { SampleRights } from './entities/samples.ts'
import type { SampleState } from './entities/states.ts'
import { sampleButtons } from './sample-buttons.ts'

const flags = [
  'canEditState',
  'canCancelSamples',
  'canPostpone',
  'hasSampleExtendedState',
  'showApproveButtonInState2',
  'showApproveButtonInState3',
] as const
const states: readonly SampleState[] = ['0', '1', '2', '3', '4']

const none: SampleRights = {
  canEdit: false,
  canEditState: false,
  canCancelSamples: false,
  canPostpone: false,
  hasSampleExtendedState: false,
  showApproveButtonInState2: false,
  showApproveButtonInState3: false,
  canResendEmail: false,
  canResendSMS: false,
  isResendDisabled: false,
  canDelete: false,
}

/** Every combination of the flags. */
const combinations = Array.from({ length: 2 ** flags.length }, (_, bits) => ({
  ...none,
  ...Object.fromEntries(flags.map((flag, at) => [flag, (bits & (1 << at)) !== 0])),
}))

/** The states in which a button is shown with these flags. */
function shownIn(button: keyof ReturnType<typeof sampleButtons>, rights: SampleRights): string {
  return states.filter((state) => sampleButtons(state, rights)[button]).join('')
}

describe('buttons of a sample, in every state with every flag', () => {
  test('approve: when new, approved or unapproved by the flags, and only where the state can be edited (SAMPLE-21a) (SAMPLE-21b) (SAMPLE-21c)', () => {
    for (const rights of combinations) {
      const expected = `1${rights.showApproveButtonInState2 ? '2' : ''}${rights.showApproveButtonInState3 ? '3' : ''}`
      expect(shownIn('approve', rights), JSON.stringify(rights)).toBe(rights.canEditState ? expected : '')
    }
  })

  test('cancel: unless it is cancelled, with both rights (SAMPLE-22)', () => {
    for (const rights of combinations)
      expect(shownIn('cancel', rights)).toBe(rights.canEditState && rights.canCancelSamples ? '0123' : '')
  })

  test('unapprove: unless it is unapproved, with both rights and a period (SAMPLE-23)', () => {
    for (const rights of combinations) {
      const isOffered = rights.canEditState && rights.canPostpone && rights.hasSampleExtendedState
      expect(shownIn('unapprove', rights)).toBe(isOffered ? '0124' : '')
    }
  })

  test.each([
    ['resendEmail', 'canResendEmail'],
    ['resendSMS', 'canResendSMS'],
  ] as const)('%s: with %s, unless resending is disabled', (button, flag) => {
    const given = { ...none, [flag]: true }
    expect([given, { ...given, isResendDisabled: true }, none].map((one) => sampleButtons('1', one)[button])).toEqual([
      true,
      false,
      false,
    ])
  })
})
