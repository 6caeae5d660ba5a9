export { escalationTask } from './escalation-task.ts'
export { tryAlertRules } from './try-rules.ts'
export { saveUnitOwner } from './unit-owner.ts'
