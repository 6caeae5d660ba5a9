import type { ConditionKind, ConditionOf } from '@gensvar/contract/conditions'
import type { CheckedRow, RowSurvey, ServerKind } from './condition-kind.ts'
import { any } from './kinds/any.ts'
import { campaign } from './kinds/campaign.ts'
import { choice } from './kinds/choice.ts'
import { dates } from './kinds/dates.ts'
import { monthDay } from './kinds/month-day.ts'
import { not } from './kinds/not.ts'
import { range } from './kinds/range.ts'
import { sampleState } from './kinds/sample-state.ts'
import { unit } from './kinds/unit.ts'
import { units } from './kinds/units.ts'

/**
 * The server's part of every kind of condition. A new kind also needs an example in
 * `server/src/testing/portability/shapes.ts`, which compares the two engines.
 */
export const conditionKinds: { readonly [K in ConditionKind]: ServerKind<K> } = {
  choice,
  range,
  dates,
  monthDay,
  campaign,
  sampleState,
  unit,
  units,
  any,
  not,
}

/** Name of a condition in messages: its variable, or what it is about. */
export function nameOf<K extends ConditionKind>(condition: ConditionOf<K>): string {
  return conditionKinds[condition.kind].nameOf(condition, nameOf)
}

/** Whether a stored row matches a condition; null when the row alone does not tell. */
export function isMetBy<K extends ConditionKind>(
  condition: ConditionOf<K>,
  row: CheckedRow,
  survey: RowSurvey,
): boolean | null {
  return conditionKinds[condition.kind].isMetBy(condition, row, survey, isMetBy)
}
