import type { AlertSource } from './alert-source.ts'
import { configuredRules } from './rules.ts'
import { scriptAlerts } from './script-alerts.ts'

/** All sources of alerts, in the order they are asked: of two alerts with one name, the rule's is raised. */
export const alertSources: readonly AlertSource[] = [configuredRules, scriptAlerts]
