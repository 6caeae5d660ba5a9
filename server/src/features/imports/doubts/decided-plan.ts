import type { DateSpan } from '../plan/find-span.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn, Roles } from '../plan/planned.ts'
import { leavesOut } from '../profile/answer-plan.ts'
import type { AnswerPlan, ScalePlan } from '../profile/answer-plan.ts'
import { choicesOf, doubtId } from './doubt.ts'
import type { Choice, Decisions, Doubt } from './doubt.ts'

/** The choice in force for a doubt. */
export function chosenFor(doubt: Doubt, decisions: Decisions): Choice {
  return decisions.get(doubtId(doubt)) ?? choicesOf[doubt.kind][0]
}

/**
 * A plan with its doubts decided. Every survey is made and changed from the plan without decisions through this one
 * function, so that it does not matter when something is decided, nor what was decided before.
 */
export function decidedPlan(plan: ImportPlan, doubts: readonly Doubt[], decisions: Decisions): ImportPlan {
  // A file can raise thousands of doubts about as many columns.
  const byColumn = Map.groupBy(doubts, ({ variable }) => variable)
  const columns = plan.columns.map((column) =>
    (byColumn.get(column.variable) ?? []).reduce(
      (before, doubt) => decideColumn(before, doubt, chosenFor(doubt, decisions)),
      column,
    ),
  )
  const { span, roles } = doubts.reduce(
    (before, doubt) => decideUse(before, doubt, chosenFor(doubt, decisions)),
    plan as Pick<ImportPlan, 'span' | 'roles'>,
  )
  return { ...plan, columns, span, roles }
}

/** What of a plan may be shown: without hidden columns. */
export function shownPlan(plan: ImportPlan): ImportPlan {
  const hidden = plan.columns.filter((column) => column.hidden).map(({ variable }) => variable)
  return {
    ...plan,
    columns: plan.columns.filter((column) => !column.hidden),
    roles: hidden.reduce(withoutRole, plan.roles),
  }
}

function decideColumn(column: PlannedColumn, doubt: Doubt, choice: Choice): PlannedColumn {
  switch (doubt.kind) {
    case 'below':
    case 'above':
      return { ...column, plan: withOutside(column.plan, doubt.kind, choice === 'blank') }
    case 'dates':
      return choice === 'left-out' ? { ...column, leftOutDays: { before: doubt.before, after: doubt.after } } : column
    case 'undated':
      return choice === 'left-out' ? { ...column, leavesOutUndated: true } : column
    case 'personal':
      return choice === 'hidden' ? { ...column, hidden: true } : column
    case 'codes':
      return choice === 'choices' ? { ...column, plan: asChoices(column.plan) } : column
  }
}

/** What a decision changes of the plan besides the column. */
function decideUse(
  use: Pick<ImportPlan, 'span' | 'roles'>,
  doubt: Doubt,
  choice: Choice,
): Pick<ImportPlan, 'span' | 'roles'> {
  const { span, roles } = use
  if (doubt.kind === 'dates' && choice === 'left-out' && roles.eventDate === doubt.variable)
    return { roles, span: within(span, doubt) }
  if (doubt.kind === 'codes' && choice === 'choices') return { span, roles: withoutRole(roles, doubt.variable) }
  return use
}

function within(span: DateSpan | null, { from, to }: { from: string; to: string }): DateSpan | null {
  if (span === null) return null
  return { first: span.first < from ? from : span.first, last: span.last > to ? to : span.last }
}

function withOutside(plan: AnswerPlan, side: 'below' | 'above', isBlank: boolean): AnswerPlan {
  if (plan.type !== 'scale') return plan
  const below = side === 'below' ? isBlank : leavesOut(plan, plan.min - 1)
  const above = side === 'above' ? isBlank : leavesOut(plan, plan.max + 1)
  return { ...plan, outside: outsideOf(below, above) }
}

/** The setting of a scale that leaves out what is below or above it, or both. */
export function outsideOf(below: boolean, above: boolean): ScalePlan['outside'] {
  if (below && above) return 'blank'
  if (below) return 'below'
  return above ? 'above' : 'counted'
}

function asChoices(plan: AnswerPlan): AnswerPlan {
  return plan.type === 'scale' || plan.type === 'numeric' ? { type: 'single', kind: 'category', codes: plan } : plan
}

/** The roles without one column; the next rating becomes the main one if it was that. */
function withoutRole(roles: Roles, variable: string): Roles {
  const drivers = roles.drivers.filter((driver) => driver !== variable)
  const isMain = roles.main === variable
  return {
    ...roles,
    main: isMain ? (drivers[0] ?? null) : roles.main,
    drivers: isMain ? drivers.slice(1) : drivers,
    tiles: roles.tiles.filter((tile) => tile !== variable && (!isMain || tile !== drivers[0])),
    recommend: roles.recommend?.variable === variable ? null : roles.recommend,
    comments: roles.comments.filter((comment) => comment !== variable),
    heading: roles.heading === variable ? null : roles.heading,
  }
}
