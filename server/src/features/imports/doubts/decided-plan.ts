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
  return doubts.reduce((before, doubt) => decide(before, doubt, chosenFor(doubt, decisions)), plan)
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

function decide(plan: ImportPlan, doubt: Doubt, choice: Choice): ImportPlan {
  const change = (settle: (column: PlannedColumn) => PlannedColumn): ImportPlan => ({
    ...plan,
    columns: plan.columns.map((column) => (column.variable === doubt.variable ? settle(column) : column)),
  })
  switch (doubt.kind) {
    case 'below':
    case 'above':
      return change((column) => ({ ...column, plan: withOutside(column.plan, doubt.kind, choice === 'blank') }))
    case 'dates':
      if (choice !== 'left-out') return plan
      return {
        ...change((column) => ({ ...column, leftOutDays: { before: doubt.before, after: doubt.after } })),
        span: plan.roles.eventDate === doubt.variable ? within(plan.span, doubt) : plan.span,
      }
    case 'undated':
      return choice === 'left-out' ? change((column) => ({ ...column, leavesOutUndated: true })) : plan
    case 'personal':
      return choice === 'hidden' ? change((column) => ({ ...column, hidden: true })) : plan
    case 'codes': {
      if (choice !== 'choices') return plan
      const changed = change((column) => ({ ...column, plan: asChoices(column.plan) }))
      return { ...changed, roles: withoutRole(plan.roles, doubt.variable) }
    }
  }
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
