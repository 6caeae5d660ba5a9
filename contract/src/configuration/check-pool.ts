import type { NameCheck } from './check-names.ts'
import { poolScaleOf } from './pool.ts'
import { didYouMean } from './suggest.ts'
import type { SurveyConfig } from './survey-config.ts'

/** Checks the indicators that take part in a pool: they exist, have a scale to compare on, and none stands for two. */
export function checkPool(check: NameCheck, { pool, indicators }: SurveyConfig): void {
  if (!pool) return
  const named = new Map<string, string>()
  for (const [name, common] of Object.entries(pool.indicators)) {
    const path = ['pool', 'indicators', name]
    const indicator = Object.hasOwn(indicators, name) ? indicators[name] : undefined
    if (!indicator) {
      check.error(path, `there is no indicator '${name}'${didYouMean(name, Object.keys(indicators))}`)
      continue
    }
    const before = named.get(common)
    if (before !== undefined) check.error(path, `'${before}' takes part as '${common}' already`)
    named.set(common, name)
    if (indicator.rank !== undefined) check.error(path, `'${name}' is a rank, which other organisations do not share`)
    else if (poolScaleOf(indicator) === null)
      check.error(
        path,
        `'${name}' has no scale that organisations compare on; give it minValue 0 and maxValue 100 (or -100 and 100), or the unit '%'`,
      )
  }
}
