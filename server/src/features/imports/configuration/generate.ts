import { decidedPlan, shownPlan } from '../doubts/decided-plan.ts'
import type { Decisions, Doubt } from '../doubts/doubt.ts'
import type { PlanRecord } from '../plan/plan-record.ts'
import { readConfigFile } from './config-file.ts'
import { mergeConfigurations } from './merge-configurations.ts'
import { writeConfiguration } from './write-configuration.ts'

/**
 * Generates the configuration of a survey from what is kept of its imports, with what was given beside the file. Throws
 * `validation` for a given part that does not fit the questions as they are decided.
 */
export function generateConfiguration(
  { plan, title, today, given }: PlanRecord,
  extName: string,
  decided: { doubts: readonly Doubt[]; decisions: Decisions },
): string {
  const settled = decidedPlan(plan, decided.doubts, decided.decisions)
  const written = writeConfiguration(shownPlan(settled), { extName, title }, today)
  const text = given === null ? written : mergeConfigurations(written, given).text
  // The written text is validated like any other: an error in it would otherwise show on every page.
  readConfigFile('the written configuration', text).check(settled.columns)
  return text
}
