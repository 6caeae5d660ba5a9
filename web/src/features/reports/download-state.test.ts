import { expect, test } from 'vitest'
import { finished, reportFixture } from '#web/testing/report-server.ts'
import { downloadState } from './download-state.ts'

test.each([
  ['none', undefined],
  ['none', { status: 'FAILED' }],
  ['none', { ...finished, expires: '2020-01-01T00:00:00Z' }],
  ['downloadQueued', { status: 'QUEUED', position: 3 }],
  ['downloadQueued', { status: 'PROCESSING', position: 0 }],
  ['downloadReady', finished],
  ['downloadCompleted', { ...finished, isDownloaded: true }],
] as const)('the download of a report is %s for %o (REPORT-06)', (state, change) => {
  expect(downloadState(change && reportFixture(1, change))).toBe(state)
})
