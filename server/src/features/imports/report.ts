import { Count, listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { ImportNote } from './import-words.ts'
import type { ImportPlan } from './plan/import-plan.ts'
import type { PlannedColumn, Roles } from './plan/planned.ts'

/** What an import found in a column. */
export interface ColumnReport {
  /** Its name in the file, or its position if it has none. */
  column: Words
  variable: string
  /** Type in words, `scale 1-5`. */
  type: Words
  /** Least and greatest answer, or some answers; null without any. */
  range: Words | null
  /** Rows without an answer, including words for "no answer". */
  blanks: number
  /** Different answers; `10,000+` where there are too many to count. */
  distinct: string
  /** The column's role: level, event date, key ... */
  role: Words
  warnings: ImportNote[]
}

/** One line per column of a plan. */
export function reportColumns(plan: ImportPlan): ColumnReport[] {
  return plan.columns
    .filter(({ index }) => index >= 0)
    .map((column) => ({
      column: column.header === '' ? say`(column ${column.index + 1})` : say`${column.header}`,
      variable: column.variable,
      type: typeOf(column),
      range: rangeOf(column),
      blanks: column.profile.blank + column.profile.missing,
      distinct: column.profile.capped ? `${column.profile.distinct - 1}+` : String(column.profile.distinct),
      role: roleOf(column, plan),
      warnings: column.warnings.map((note) => ({ ...note, where: { column: nameOf(column), ...note.where } })),
    }))
}

/** The name of a column in messages: its header, or its variable if that is blank. */
function nameOf({ header, variable }: PlannedColumn): string {
  return header === '' ? variable : header
}

const textKinds = {
  comment: say`text`,
  identifier: say`text, identifier`,
  email: say`text, email`,
  phone: say`text, phone`,
  name: say`text, name`,
}

function typeOf({ plan, language, parts }: PlannedColumn): Words {
  if (parts) return say`multiple choice (${new Count(parts.length)} columns)`
  switch (plan.type) {
    case 'scale':
      return plan.binary ? say`yes/no 0-1` : say`scale ${plan.min}-${plan.max}`
    case 'single':
      return plan.kind === 'yes-no' ? say`yes/no` : say`single choice`
    case 'multiple':
      return plan.separator === '\n' ? say`multiple choice (line break)` : say`multiple choice (${plan.separator})`
    case 'numeric':
      return say`numeric`
    case 'date':
      return say`date (${plan.form.name})`
    case 'text':
      return plan.kind === 'comment' && language !== null ? say`text (${language})` : textKinds[plan.kind]
  }
}

function rangeOf({ plan, profile }: PlannedColumn): Words | null {
  if (profile.filled === 0) return null
  if (plan.type === 'numeric' || (plan.type === 'scale' && !plan.steps)) {
    const { min, max } = profile.numbers[plan.mark]
    return say`${Number(min.toPrecision(8))} to ${Number(max.toPrecision(8))}`
  }
  if (plan.type === 'date') {
    const found =
      profile.dates.find(({ form, count }) => form === plan.form && count > 0) ??
      profile.dates.find(({ count }) => count > 0)
    return found ? say`${found.min} to ${found.max}` : null
  }
  if (plan.type === 'text') return say`${Math.round(profile.characters / profile.filled)} characters on average`
  const common = [...profile.values]
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, 3)
    .map(([text]) => shorten(text))
  return say`${common.join(', ') + (profile.distinct > 3 ? ', ...' : '')}`
}

/** A text on one line, cut to the width of a cell. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 24 ? `${line.slice(0, 23)}…` : line
}

const contactWords: Record<keyof Roles['contact'], Words> = {
  name: say`respondent's name`,
  email: say`respondent's email`,
  phone: say`respondent's phone`,
  language: say`respondent's language`,
}

function roleOf({ variable }: PlannedColumn, { views, roles }: ImportPlan): Words {
  const level = views.map((view) => view.levels.indexOf(variable)).find((index) => index >= 0)
  const contact = (['name', 'email', 'phone', 'language'] as const).find((part) => roles.contact[part] === variable)
  const parts = [
    level !== undefined && say`level ${level + 1}`,
    variable === roles.eventDate && say`event date`,
    variable === roles.key && say`key`,
    variable === roles.main && say`main rating`,
    roles.drivers.includes(variable) && say`driver`,
    variable === roles.recommend?.variable && say`recommendation`,
    contact !== undefined && contactWords[contact],
  ]
  return listed(
    parts.filter((part) => part !== false),
    ', ',
  )
}
