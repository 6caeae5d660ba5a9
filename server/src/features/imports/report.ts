import type { ImportPlan } from './plan/import-plan.ts'
import type { PlannedColumn } from './plan/planned.ts'

/** What an import found out about a column. */
export interface ColumnReport {
  column: string
  variable: string
  /** Type in words, `scale 1-5`. */
  type: string
  /** Least and greatest answer, or some answers. */
  range: string
  /** Rows without an answer, words for "no answer" included. */
  blanks: number
  /** Different answers; `10,000+` where there are too many to count. */
  distinct: string
  /** The part the column plays: level, event date, key ... */
  role: string
  warnings: string[]
}

/** One line per column of a plan. */
export function reportColumns(plan: ImportPlan): ColumnReport[] {
  return plan.columns
    .filter(({ index }) => index >= 0)
    .map((column) => ({
      column: column.header === '' ? `(column ${column.index + 1})` : column.header,
      variable: column.variable,
      type: typeOf(column),
      range: rangeOf(column),
      blanks: column.profile.blank + column.profile.missing,
      distinct: column.profile.capped ? `${column.profile.distinct - 1}+` : String(column.profile.distinct),
      role: roleOf(column, plan),
      warnings: column.warnings,
    }))
}

function typeOf({ plan, language }: PlannedColumn): string {
  switch (plan.type) {
    case 'scale':
      return plan.binary ? 'yes/no 0-1' : `scale ${plan.min}-${plan.max}`
    case 'single':
      return plan.kind === 'yes-no' ? 'yes/no' : 'single choice'
    case 'multiple':
      return `multiple choice (${plan.separator === '\n' ? 'line break' : plan.separator})`
    case 'numeric':
      return 'numeric'
    case 'date':
      return `date (${plan.form.name})`
    case 'text':
      return plan.kind === 'comment' ? `text${language === null ? '' : ` (${language})`}` : `text, ${plan.kind}`
  }
}

function rangeOf({ plan, profile }: PlannedColumn): string {
  if (profile.filled === 0) return ''
  if (plan.type === 'numeric' || (plan.type === 'scale' && !plan.steps)) {
    const { min, max } = profile.numbers[plan.mark]
    return `${Number(min.toPrecision(8))} to ${Number(max.toPrecision(8))}`
  }
  if (plan.type === 'date') {
    const found =
      profile.dates.find(({ form, count }) => form === plan.form && count > 0) ??
      profile.dates.find(({ count }) => count > 0)
    return found ? `${found.min} to ${found.max}` : ''
  }
  if (plan.type === 'text') return `${Math.round(profile.characters / profile.filled)} characters on average`
  const common = [...profile.values]
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, 3)
    .map(([text]) => shorten(text))
  return common.join(', ') + (profile.distinct > 3 ? ', ...' : '')
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 24 ? `${line.slice(0, 23)}…` : line
}

function roleOf({ variable }: PlannedColumn, { views, roles }: ImportPlan): string {
  const level = views.map((view) => view.levels.indexOf(variable)).find((index) => index >= 0)
  const contact = Object.entries(roles.contact).find(([, one]) => one === variable)?.[0]
  const parts = [
    level === undefined ? '' : `level ${level + 1}`,
    variable === roles.eventDate ? 'event date' : '',
    variable === roles.key ? 'key' : '',
    variable === roles.main ? 'main rating' : '',
    roles.drivers.includes(variable) ? 'driver' : '',
    variable === roles.recommend?.variable ? 'recommendation' : '',
    contact === undefined ? '' : `respondent's ${contact}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** The report as a table for a terminal, warnings below it. */
export function printReport(columns: readonly ColumnReport[]): string {
  const head = ['column', 'variable', 'type', 'range', 'blanks', 'distinct', 'part']
  const rows = columns.map(({ column, variable, type, range, blanks, distinct, role }) => [
    shorten(column),
    shorten(variable),
    type,
    range,
    String(blanks),
    distinct,
    role,
  ])
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => [...(row[index] ?? '')].length)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) =>
        index === 4 || index === 5 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const warnings = columns.flatMap(({ column, warnings: all }) => all.map((warning) => `  ${column}: ${warning}`))
  const table = [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
  return [...table, ...(warnings.length > 0 ? ['', 'Warnings', ...warnings] : [])].join('\n')
}
