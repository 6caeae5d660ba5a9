import { expect, test } from 'vitest'
import { sampleRow } from '#web/widgets/testing/sample-fixtures.ts'
import { sampleRowAddress } from './sample-row-target.ts'

const where = { survey: 'visits', screen: 'samplelist', viewCompletedSamples: false }

test('a completed response opens its sample page if the role sees them so, else its interview; others their sample page (SAMPLE-12) (SAMPLE-54) (ROLES-10)', () => {
  const completed = sampleRow(7, 'Eva', '0')
  expect(sampleRowAddress(completed, where)).toBe('/interview/visits/7')
  expect(sampleRowAddress(completed, { ...where, viewCompletedSamples: true })).toBe('/sample/visits/samplelist/7')
  for (const state of ['1', '2', '3', '4'])
    for (const viewCompletedSamples of [true, false])
      expect(sampleRowAddress(sampleRow(8, 'Ola', state), { ...where, viewCompletedSamples })).toBe(
        '/sample/visits/samplelist/8',
      )
})

test('a row that is not accessible or no response opens nothing', () => {
  expect(sampleRowAddress(sampleRow(7, 'Eva', '1', { accessAllowed: false }), where)).toBeNull()
  expect(sampleRowAddress(sampleRow(7, 'Eva', '1', { interviewId: null }), where)).toBeNull()
})
