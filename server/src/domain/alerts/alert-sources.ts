import type { AlertSource } from './alert-source.ts'
import { configuredRules } from './rules.ts'

/** All sources of alerts, in the order they are asked. */
export const alertSources: readonly AlertSource[] = [configuredRules]
