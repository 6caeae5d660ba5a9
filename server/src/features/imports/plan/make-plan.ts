import { quoted, say } from '@gensvar/contract/say'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ProductExport } from '../products/product.ts'
import type { Table } from '../tables/table.ts'
import type { AnswerPlan, Inference } from '../profile/answer-plan.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import { columnLanguages } from '../profile/column-language.ts'
import { missingTest } from '../profile/not-answered.ts'
import type { MissingTest } from '../profile/not-answered.ts'
import { withoutLabels } from '../profile/scale-direction.ts'
import { oneValueWarning } from '../profile/one-value.ts'
import { scaleWarnings } from '../profile/scale-warnings.ts'
import type { Analysis } from './analyse.ts'
import { demandColumn } from './demand-column.ts'
import { correlationsOf } from './correlations.ts'
import { leaveOutBlank } from './blank-columns.ts'
import { settleGroups } from './choice-groups.ts'
import { checkEventDate, eventDateOf, otherEventDates } from './event-date.ts'
import type { ExistingQuestion, ExistingSurvey } from './existing-survey.ts'
import { findKey, findRoles } from './find-roles.ts'
import { findSpan } from './find-span.ts'
import type { ImportPlan } from './import-plan.ts'
import { checkRenamed, matchColumns } from './match-columns.ts'
import { alignScales, fileStyle, inferColumn, readAs, recogniseRatings } from './infer-columns.ts'
import type { FileStyle, RawColumn, Wanted } from './infer-columns.ts'
import { metadataNote, readMetadata, unfinishedNote } from './metadata-columns.ts'
import { nameColumns } from './name-columns.ts'
import type { NamedColumn } from './name-columns.ts'
import { decisions, leftAlone } from './plan-notes.ts'
import type { PlanOptions } from './plan-options.ts'
import { columnOfEverything, everything, planViews, sharedNames } from './plan-views.ts'
import { turnScales } from './ordered-answers.ts'
import { ofType } from './planned.ts'
import type { PlannedColumn, QuestionSettings } from './planned.ts'

type Head = Pick<Table, 'headers' | 'wordings' | 'product'>

/** The test for "no answer" of each column of the file, by the survey and the configuration. */
export function missingTests(table: Head, options: PlanOptions, existing: ExistingSurvey | null): MissingTest[] {
  return columnsOf(table, options, existing).map((column) => missingTest(notAnsweredOf(column, options, existing)))
}

/**
 * Decides the type and role of every column. The existing survey takes precedence over the file, and what was asked
 * for over what is inferred. Errors: `validation` naming the column.
 */
export async function makePlan(
  table: Head & Pick<Table, 'notes' | 'namesRow'>,
  analysis: Analysis,
  options: PlanOptions,
  existing: ExistingSurvey | null,
): Promise<ImportPlan> {
  const named = columnsOf(table, options, existing)
  const profileOf = (column: NamedColumn): ColumnProfile => analysis.profiles[column.index] ?? neverProfile(column)
  const settled = settleGroups(named, table.product, profileOf, existing)
  const { kept, notes: blank } = leaveOutBlank(settled, profileOf, (column) => isWanted(column, options, existing))
  const fresh = checkRenamed(kept, existing, options.match, table.namesRow)
  const raw = kept.map((column) => ({
    header: column.about || column.variable,
    partOf: column.partOf,
    profile: profileOf(column),
  }))
  const style = fileStyle(raw, options, table.product?.joinedBy ?? null)
  const main = options.main === null ? -1 : kept.indexOf(demandColumn(kept, options.main, 'main'))
  const wanted = kept.map((column) => wantedOf(column, kept, options, existing))
  const pause = backgroundPauses()
  const guessed: Inference[] = []
  for (const [index, column] of raw.entries()) {
    const known = wanted[index]
    guessed.push(known ? readAs(known, column, style) : inferNew(kept[index], column, style, index === main))
    await pause()
  }
  const read = alignScales(recogniseRatings(guessed, raw), raw).map((inference, index) =>
    wanted[index] ? (guessed[index] ?? inference) : inference,
  )
  const aligned = turnScales(read, raw).map((inference, index) => {
    const column = kept[index]
    return column && questionOf(column, existing) ? (guessed[index] ?? inference) : inference
  })
  const columns = kept.map((column, index) => planned(column, profileOf(column), aligned[index], options, existing))
  const { product } = table
  return finish(columns, analysis, options, existing, {
    style,
    product,
    before: table.notes,
    after: [...fresh, ...blank],
  })
}

function inferNew(column: NamedColumn | undefined, raw: RawColumn, style: FileStyle, isMain: boolean): Inference {
  if (column?.parts) return { plan: { type: 'multiple', separator: ';', whole: [] }, warnings: [] }
  return column?.metadata ? readMetadata(column.metadata, raw, style) : inferColumn(raw, style, isMain)
}

/** Whether a column is imported though it holds no answers: it has a type or a role. */
function isWanted(column: NamedColumn, options: PlanOptions, existing: ExistingSurvey | null): boolean {
  if (options.keepBlank || questionOf(column, existing) || settingsOf(column, options)) return true
  const asked = [...(options.hierarchy ?? []), options.date, options.key]
  return asked.some((name) => {
    const wanted = name?.trim().toLowerCase()
    return wanted === column.header.toLowerCase() || wanted === column.variable.toLowerCase()
  })
}

function neverProfile(column: NamedColumn): never {
  throw new Error(`column ${column.index} has no profile`)
}

/** Gives columns the survey already knows their names there. */
function columnsOf(table: Head, options: PlanOptions, existing: ExistingSurvey | null): NamedColumn[] {
  const wanted = options.date?.trim().toLowerCase()
  const plain = table.headers.map((header) => header.trim().toLowerCase())
  const dateIndex = plain.findIndex((header) => header === (wanted ?? 'date') && header === 'date')
  const columns = nameColumns(table, dateIndex === -1 ? null : dateIndex)
  return existing ? matchColumns(columns, existing, options.match) : columns
}

function wantedOf(
  column: NamedColumn,
  columns: readonly NamedColumn[],
  options: PlanOptions,
  existing: ExistingSurvey | null,
): Wanted | null {
  if (column.parts) return null
  const question = questionOf(column, existing)
  const settings = settingsOf(column, options)
  const levels = existing?.views.flatMap((view) => view.levels) ?? [
    ...(options.hierarchy ?? []).map((name) => demandColumn(columns, name, 'hierarchy').variable),
    ...(options.views ?? []).flatMap((view) => view.levels),
  ]
  const level = levels.includes(column.variable)
  if (question) return { ...question, level, separator: settings?.separator ?? question.separator }
  if (level) return { type: 'single', min: null, max: null, separator: null, whole: [], level }
  const isDate = options.date !== null && demandColumn(columns, options.date, 'date') === column
  if (isDate) return { type: 'date', min: null, max: null, separator: null, whole: [], level }
  const type = settings?.type ?? (settings?.min === undefined && settings?.max === undefined ? null : 'scale')
  if (!settings || type === null) return null
  return {
    type,
    min: settings.min ?? null,
    max: settings.max ?? null,
    separator: settings.separator ?? null,
    whole: [],
    level,
  }
}

function settingsOf(column: NamedColumn, options: PlanOptions): QuestionSettings | null {
  const name = [column.variable, column.header].find((one) => Object.hasOwn(options.questions, one))
  return name === undefined ? null : (options.questions[name] ?? null)
}

function questionOf(column: NamedColumn, existing: ExistingSurvey | null): ExistingQuestion | undefined {
  return existing?.questions.find(({ variable }) => variable === column.variable)
}

function notAnsweredOf(
  column: NamedColumn,
  options: PlanOptions,
  existing: ExistingSurvey | null,
): readonly (string | number)[] {
  return settingsOf(column, options)?.notAnswered ?? questionOf(column, existing)?.notAnswered ?? []
}

function planned(
  column: NamedColumn,
  profile: ColumnProfile,
  inference: Inference | undefined,
  options: PlanOptions,
  existing: ExistingSurvey | null,
): PlannedColumn {
  if (!inference) throw new Error('unreachable')
  const question = questionOf(column, existing)
  const settings = settingsOf(column, options)
  const plan: AnswerPlan =
    inference.plan.type === 'scale'
      ? { ...inference.plan, outside: settings?.outside ?? question?.outside ?? inference.plan.outside }
      : inference.plan
  const outside = plan.type === 'scale' && !plan.lowBest ? scaleWarnings(plan, profile) : []
  const guessed =
    inference.plan.type === 'scale' && !question && settings?.min === undefined && settings?.max === undefined
  const alone = guessed && plan.type === 'scale' ? oneValueWarning(plan, profile, column.variable) : []
  const missing = profile.missing > 0 ? [missingWarning(profile)] : []
  return {
    ...column,
    title: plan.type === 'scale' && plan.lowBest && !question ? withoutLabels(column.title) : column.title,
    profile,
    plan,
    warnings: [...column.warnings, ...inference.warnings, ...outside, ...alone, ...missing],
    questionId: question?.id ?? null,
    language: null,
    notAnswered: notAnsweredOf(column, options, existing),
    ...(question && Object.keys(question.renamed).length > 0 && { renamed: question.renamed }),
    settings,
  }
}

function missingWarning({ missing, missingWords }: ColumnProfile): ImportNote {
  const words = [...missingWords]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([word]) => word)
  return noteOn(
    missing === 1
      ? say`1 cell says ${quoted(words)}: not answered`
      : say`${missing} cells say ${quoted(words)}: not answered`,
  )
}

async function finish(
  inferred: readonly PlannedColumn[],
  analysis: Analysis,
  options: PlanOptions,
  existing: ExistingSurvey | null,
  file: {
    style: FileStyle
    product: ProductExport | null
    /** Notes for the top and the end of the report. */
    before: readonly ImportNote[]
    after: readonly ImportNote[]
  },
): Promise<ImportPlan> {
  const found = eventDateOf(inferred, options.date, existing)
  const { columns, eventDate } = freeDateName(inferred, found)
  const key = options.key === null ? null : demandColumn(columns, options.key, 'key').variable
  const views = planViews(columns, analysis, options, existing)
  const levels = views.flatMap((view) => view.levels)
  const bare = levels.includes(everything) && !columns.some(({ variable }) => variable === everything)
  const shared = sharedNames(views, columns, analysis.codes)
  const marked = [...columns, ...(bare ? [columnOfEverything(existing)] : [])].map((column): PlannedColumn => {
    if (levels.includes(column.variable)) {
      const told = shared.filter(({ variable }) => variable === column.variable).map(({ warning }) => warning)
      return { ...column, plan: { type: 'single', kind: 'level' }, warnings: [...column.warnings, ...told] }
    }
    const isKey = column.variable === key && column.questionId === null && column.settings?.type === undefined
    return isKey ? { ...column, plan: { type: 'text', kind: 'identifier' } } : column
  })
  checkEventDate(marked, eventDate)
  const correlations = await correlationsOf(marked, analysis.codes)
  const { roles, headline } = findRoles(
    marked,
    { eventDate, key, levels },
    { asked: options.main, before: existing?.main ?? null, correlations },
  )
  const told = marked.map((column) => {
    const warning = headline.warnings.get(column.variable)
    return warning ? { ...column, warnings: [...column.warnings, warning] } : column
  })
  const withLanguages = await tellLanguages(told, options.locale)
  return {
    columns: withLanguages,
    views,
    roles,
    rows: analysis.rows,
    span: findSpan(marked, eventDate),
    notes: [
      ...file.before,
      ...metadataNote(file.product, marked),
      ...unfinishedNote(file.product, analysis.profiles, options.include.includes('unfinished')),
      ...decisions(options, existing, eventDate, views, file.style),
      ...(options.date === null && existing?.eventDate == null ? otherEventDates(marked, eventDate) : []),
      ...headline.notes,
      ...leftAlone(existing, marked),
      ...file.after,
    ],
    suggestedKey: key === null ? findKey(marked) : null,
    unfinished: options.include.includes('unfinished') ? null : (file.product?.unfinished ?? null),
  }
}

/** `date` means the event date in drill paths: another column of that name is renamed. */
function freeDateName(
  columns: readonly PlannedColumn[],
  eventDate: string | null,
): { columns: readonly PlannedColumn[]; eventDate: string | null } {
  const clash = columns.find(
    ({ variable, questionId }) => variable === 'date' && variable !== eventDate && questionId === null,
  )
  if (!clash) return { columns, eventDate }
  const taken = new Set(columns.map(({ variable }) => variable))
  const variable = ['date_2', 'date_3', 'date_4'].find((name) => !taken.has(name)) ?? `date_${clash.index + 1}`
  const warning = noteOn(say`"date" is the name of the event date: named ${variable}`)
  return {
    columns: columns.map((column) =>
      column === clash ? { ...column, variable, warnings: [...column.warnings, warning] } : column,
    ),
    eventDate,
  }
}

async function tellLanguages(columns: readonly PlannedColumn[], locale: string): Promise<PlannedColumn[]> {
  const open = ofType(columns, 'text').filter(({ plan }) => plan.kind === 'comment')
  const languages = await columnLanguages(
    open.map(({ profile }) => profile.sample),
    locale,
  )
  const byVariable = new Map(open.map(({ variable }, index) => [variable, languages[index] ?? null]))
  return columns.map((column) => ({
    ...column,
    language: column.settings?.language ?? byVariable.get(column.variable) ?? null,
  }))
}
