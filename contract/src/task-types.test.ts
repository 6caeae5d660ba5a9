import { expect, test } from 'vitest'
import { taskTypes } from './task-types.ts'

test('every type that is named is there, and some of every kind', () => {
  const named =
    'ANONYMIZE_DATA AUTOFLOWS_EVENT BULK_MAIL TEST SAMPLES_REPORT CORE_REPORT ALERTS_REPORT ACTIONS_REPORT ' +
    'RANKING_REPORT INTERVIEWS_REPORT OVERVIEW_REPORT STATUS_MAIL ALERT_MAIL NOTIFICATION_MAIL ACTION_MAIL MAIL_MERGE ' +
    'RANKINGLIST_REPORT IMPORT_INTERVIEWS'
  expect(taskTypes).toEqual(expect.arrayContaining(named.split(' ')))
  const count = (kind: RegExp) => taskTypes.filter((type) => kind.test(type)).length
  expect(count(/^INTEGRATION_/)).toBeGreaterThan(1)
  expect(taskTypes.filter((type) => type.startsWith('SURVEY_TOOL_'))).toEqual([
    'SURVEY_TOOL_CONTACT',
    'SURVEY_TOOL_BACKUP',
    'SURVEY_TOOL_COMPLETE',
  ])
  expect(taskTypes).toEqual(
    expect.arrayContaining(['MAIL_PROVIDER_BACKUP', 'GATEWAY_WEBHOOK', 'MAIL_PROVIDER_WEBHOOK']),
  )
})
