import { expect, test } from 'vitest'
import { finished, reportFixture } from '#web/testing/report-server.ts'
import { downloadState } from './download-state.ts'

test('a download is none, downloadQueued, downloadReady or downloadCompleted (REPORT-06)', () => {
  expect(downloadState(undefined)).toBe('none')
  const stateOf = (change: Parameters<typeof reportFixture>[1]) => downloadState(reportFixture(1, change))
  expect(stateOf({ status: 'FAILED' })).toBe('none')
  expect(stateOf({ ...finished, expires: '2020-01-01T00:00:00Z' })).toBe('none')
  expect(stateOf({ status: 'QUEUED', position: 3 })).toBe('downloadQueued')
  expect(stateOf({ status: 'PROCESSING', position: 0 })).toBe('downloadQueued')
  expect(stateOf(finished)).toBe('downloadReady')
  expect(stateOf({ ...finished, isDownloaded: true })).toBe('downloadCompleted')
})
