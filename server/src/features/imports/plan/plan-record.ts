import { compileDateFormat } from '../profile/date-format.ts'
import { dateForms } from '../profile/date-forms.ts'
import type { AnswerPlan } from '../profile/answer-plan.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import type { DateSpan } from './find-span.ts'
import type { ImportPlan } from './import-plan.ts'
import type { PlannedColumn } from './planned.ts'

/**
 * What is kept of a survey's imports so that its configuration can be generated again: the plan without decisions, and
 * what was given beside the file.
 */
export interface PlanRecord {
  plan: ImportPlan
  /** The survey's title in the configuration. */
  title: string
  /** Day of the import (ISO), which the choices of periods are relative to. */
  today: string
  /** Configuration that adds to the generated one; null without. */
  given: string | null
}

/** Answers of a column are kept if there are no more different ones, and only of closed questions. */
const mostValues = 60

/** A plan as JSON. Answers that people wrote are left out. */
export function planToJson({ plan, ...rest }: PlanRecord): string {
  const columns = plan.columns.map((planned) => {
    const { plan: answers, profile, warnings: _, ...column } = planned
    return { ...column, plan: answersToJson(answers), profile: profileToJson(profile, answers) }
  })
  const { notes: _, unfinished: __, ...kept } = plan
  return JSON.stringify({ ...rest, plan: { ...kept, columns } })
}

/** Reads what `planToJson` wrote. */
export function planFromJson(stored: object): PlanRecord {
  const record = stored as Omit<PlanRecord, 'plan'> & {
    plan: Omit<ImportPlan, 'columns' | 'notes' | 'unfinished'> & { columns: StoredColumn[] }
  }
  const columns = record.plan.columns.map((column): PlannedColumn => ({
    ...column,
    warnings: [],
    plan: answersFromJson(column.plan),
    profile: profileFromJson(column.profile),
  }))
  return { ...record, plan: { ...record.plan, columns, notes: [], unfinished: null } }
}

/**
 * The plan of a survey after another import: columns of the new file, and those of earlier ones that it lacks. Columns
 * that were known keep what the first import found in them, and their roles unless this one's headline was chosen.
 */
export function mergePlans(
  before: ImportPlan,
  next: ImportPlan,
  { isHeadlineChosen }: { isHeadlineChosen: boolean },
): ImportPlan {
  const known = new Map(before.columns.map((column) => [column.variable, column]))
  const added = next.columns.filter(({ variable }) => !known.has(variable))
  const settled = before.columns.map((column) => {
    const again = next.columns.find(({ variable }) => variable === column.variable)
    return again?.settings ? withSettings(column, again) : column
  })
  const roles = added.length === 0 && !isHeadlineChosen ? before.roles : next.roles
  const span = spanOfBoth(before.span, next.span)
  return { ...next, roles, span, columns: [...settled, ...added], rows: Math.max(before.rows, next.rows) }
}

function spanOfBoth(one: DateSpan | null, other: DateSpan | null): DateSpan | null {
  if (one === null || other === null) return one ?? other
  return {
    first: one.first < other.first ? one.first : other.first,
    last: one.last > other.last ? one.last : other.last,
  }
}

function withSettings(column: PlannedColumn, { settings, plan, notAnswered, language }: PlannedColumn): PlannedColumn {
  return {
    ...column,
    settings: { ...column.settings, ...settings },
    notAnswered,
    language,
    plan:
      column.plan.type === 'scale' && plan.type === 'scale' ? { ...column.plan, outside: plan.outside } : column.plan,
  }
}

type StoredPlan = ReturnType<typeof answersToJson>
type StoredProfile = ReturnType<typeof profileToJson>
type StoredColumn = Omit<PlannedColumn, 'plan' | 'profile' | 'warnings'> & { plan: StoredPlan; profile: StoredProfile }

function answersToJson(plan: AnswerPlan) {
  if (plan.type === 'date') return { type: plan.type, form: plan.form.name }
  if (plan.type === 'scale') return { ...plan, steps: plan.steps && [...plan.steps] }
  // Only a decision makes choices of numbers, and a plan is stored without decisions.
  if (plan.type === 'single') return { type: plan.type, kind: plan.kind }
  return plan
}

function answersFromJson(plan: StoredPlan): AnswerPlan {
  if (plan.type === 'date')
    return { type: 'date', form: dateForms.find(({ name }) => name === plan.form) ?? compileDateFormat(plan.form) }
  return plan.type === 'scale' ? { ...plan, steps: plan.steps && new Map(plan.steps) } : plan
}

function profileToJson(profile: ColumnProfile, plan: AnswerPlan) {
  const { values, dates, sample: _, missingWords: __, numbers, ...counts } = profile
  const isClosed = plan.type === 'scale' || plan.type === 'single'
  return {
    ...counts,
    values: isClosed && values.size <= mostValues ? [...values] : [],
    dates:
      plan.type === 'date'
        ? dates.filter(({ count }) => count > 0).map(({ form, ...date }) => ({ ...date, form: form.name }))
        : [],
    // JSON has no infinity, which stands for "no numbers".
    numbers: Object.entries(numbers).map(([mark, tally]) => [mark, tally.count === 0 ? null : tally] as const),
  }
}

function profileFromJson({ values, dates, numbers, ...counts }: StoredProfile): ColumnProfile {
  const none = { count: 0, integers: 0, min: Infinity, max: -Infinity }
  const tallies = new Map(numbers.map(([mark, tally]) => [mark, tally ?? none]))
  return {
    ...counts,
    values: new Map(values),
    dates: dates.flatMap(({ form: name, ...date }) => {
      const form = dateForms.find((one) => one.name === name)
      return form ? [{ ...date, form }] : []
    }),
    numbers: { '.': tallies.get('.') ?? none, ',': tallies.get(',') ?? none },
    sample: [],
    missingWords: new Map(),
  }
}
