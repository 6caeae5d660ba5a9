/**
 * Types of task, as the specification lists them and named alike where it gives a kind only. One without a handler in
 * this version fails when it is processed, and says so.
 */
export const taskTypes = [
  'ANONYMIZE_DATA',
  'AUTOFLOWS_EVENT',
  'BULK_MAIL',
  'TEST',
  'INTEGRATION_FETCH',
  'INTEGRATION_PUSH',
  'INTEGRATION_WEBHOOK',
  'SURVEY_TOOL_CONTACT',
  'SURVEY_TOOL_BACKUP',
  'SURVEY_TOOL_COMPLETE',
  'SAMPLES_REPORT',
  'CORE_REPORT',
  'ALERTS_REPORT',
  'ACTIONS_REPORT',
  'RANKING_REPORT',
  'INTERVIEWS_REPORT',
  'OVERVIEW_REPORT',
  'STATUS_MAIL',
  'ALERT_MAIL',
  'NOTIFICATION_MAIL',
  'ACTION_MAIL',
  'MAIL_MERGE',
  'MAIL_PROVIDER_BACKUP',
  'RANKINGLIST_REPORT',
  'IMPORT_INTERVIEWS',
  'GATEWAY_WEBHOOK',
  'MAIL_PROVIDER_WEBHOOK',
  'CLEAN_UP',
  'ESCALATE_ALERTS',
  'EVALUATE_ACTIONS',
  'NOTICE_DIGESTS',
  'ENFORCE_RETENTION',
  'MOVE_UNIT',
  'SUBSCRIPTIONS',
  'HANDLE_SAMPLES',
  'HANDLE_MESSAGES',
  'CAMPAIGN_ROUNDS',
  'COUNT_ANSWERS',
  'FETCH_RECORDINGS',
  'ANALYSE_COMMENTS',
] as const

/** One of them. */
export type TaskTypeName = (typeof taskTypes)[number]
