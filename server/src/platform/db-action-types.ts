import type { Generated } from 'kysely'
import type { LocalText } from '@gensvar/contract/local-text'
import type { DateText, Json, JsonOrNull, MomentNow, MomentOrNull, Optional } from './db-columns.ts'

/** The figure of an action over some days, and what its interval is made of. */
export interface ActionFigure {
  /** Days it covers, half-open. */
  from: string
  to: string
  /** Null where it was withheld, or without answers. */
  value: number | null
  n: number
  low: number | null
  high: number | null
  /** Of weighted answers: so many equally weighted ones would be as exact, and the sum of the weights. */
  weighted?: { effectiveN: number; sum: number } | undefined
}

/** What the evaluation of an action found. */
export interface ActionResult {
  /** The figure before it started that it was compared with: the frozen one. */
  before: ActionFigure | null
  /** The figure at its deadline. */
  end: ActionFigure
  /** The difference of both changes in the figure's unit with its standard error; null with too few answers. */
  difference: number | null
  standardError: number | null
  low: number | null
  high: number | null
  /** Comparable units that were compared, and their answers before and after. */
  comparable: number
  comparableBefore: number
  comparableAfter: number
}

/** An action. */
export interface ActionTable {
  id: Generated<number>
  survey_id: number
  view: string
  unit_id: Optional<number>
  filters: Generated<string>
  extname: string
  expression: string
  kind: Optional<string>
  goal: number
  period: string
  period_start: DateText
  deadline: DateText
  responsible_user_id: Optional<number>
  state: Generated<number>
  version: Generated<number>
  reason: JsonOrNull<LocalText>
  baseline: JsonOrNull<ActionFigure>
  result: JsonOrNull<ActionResult>
  created_by_user_id: Optional<number>
  created_at: MomentNow
  closed_at: MomentOrNull
}

/** A note in an action's history. */
export interface ActionCommentTable {
  id: Generated<number>
  action_id: number
  user_id: Optional<number>
  username: Generated<string>
  actor_user_id: Optional<number>
  actor_username: Optional<string>
  message: string
  score: Optional<number>
  goal: Optional<number>
  created_at: MomentNow
}

/** `effect_block`: effects of questions that were entered by hand, for a place and a time. */
export interface EffectBlockTable {
  id: Generated<number>
  survey_id: number
  drill_path: string
  from_date: DateText | null
  to_date: DateText | null
  from_csi: number | null
  to_csi: number | null
  rows: Json<{ questionVariable: string; effectSize: number }[]>
  version: Generated<number>
}
