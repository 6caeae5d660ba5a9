import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { AnswerPlan, Inference, ScalePlan } from '../profile/answer-plan.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import { isAbout } from '../profile/header-words.ts'
import { compileDateFormat } from '../profile/date-format.ts'
import { dayFirst, monthFirst } from '../profile/date-forms.ts'
import type { DateForm } from '../profile/date-forms.ts'
import { dateReadings, inferDate, settledForm } from '../profile/infer-date.ts'
import type { DateOrder } from '../profile/infer-date.ts'
import {
  almostAll,
  countNumbers,
  fitHeader,
  inferNumber,
  ownMark,
  scalePlan,
  tellsMark,
} from '../profile/infer-number.ts'
import { inferText, turned } from '../profile/infer-text.ts'
import { findJoining } from '../profile/multiple-choice.ts'
import type { Separator } from '../profile/multiple-choice.ts'
import { numberWith } from '../profile/number-text.ts'
import type { DecimalMark } from '../profile/number-text.ts'
import { fitScale, widenScale } from '../profile/scale-fit.ts'
import { isBeside } from '../profile/verbal-scales.ts'
import { alignWords, readSteps } from './ordered-answers.ts'
import type { KnownSteps } from './ordered-answers.ts'
import type { PlanOptions } from './plan-options.ts'

/** A column as the inference sees it. */
export interface RawColumn {
  header: string
  /** The question whose row the column is; null for a question of its own. */
  partOf: string | null
  profile: ColumnProfile
}

/** How numbers and dates are written in the whole file. */
export interface FileStyle {
  mark: DecimalMark
  order: DateOrder
  /** What the program that wrote the file joins several answers by; null if it is not known. */
  joinedBy: Separator | null
}

/** Finds how numbers and dates are written in the file. A requested date format takes precedence. */
export function fileStyle(
  columns: readonly RawColumn[],
  { dateFormat, date }: Pick<PlanOptions, 'dateFormat' | 'date'>,
  joinedBy: Separator | null,
): FileStyle {
  const marks = columns.map(({ profile }) => tellsMark(profile))
  const commas = marks.filter((mark) => mark === ',').length
  const dots = marks.filter((mark) => mark === '.').length
  const settled = columns.map(({ header, profile }) => settledForm(header, profile))
  const orders = new Set(settled.filter((form) => form === dayFirst || form === monthFirst))
  const given = dateFormat === null ? null : knownForm(compileDateFormat(dateFormat))
  return {
    mark: commas > dots ? ',' : '.',
    order: { given, elsewhere: orders.size === 1 ? ([...orders][0] ?? null) : null, isDateChosen: date !== null },
    joinedBy,
  }
}

// A requested format that equals one of the two readings decides ambiguous columns.
function knownForm(form: DateForm): DateForm {
  const name = form.name
    .toLowerCase()
    .replace(/[.-]/g, '/')
    .replace(/\bd\/m\//, 'dd/mm/')
    .replace(/\bm\/d\//, 'mm/dd/')
  if (name === dayFirst.name && !form.name.includes('.')) return dayFirst
  if (name === monthFirst.name && !form.name.includes('.')) return monthFirst
  return form
}

/**
 * Infers what a column holds from its cells and its name; `isRating` means that it is known to be a rating if it can be
 * one. Errors: `validation` for dates that can be read two ways.
 */
export function inferColumn({ header, profile }: RawColumn, style: FileStyle, isRating = false): Inference {
  if (profile.filled === 0) return inferText(header, profile)
  const date =
    profile.dateCells > 0 || dateReadings(header, profile).length > 0 ? inferDate(header, profile, style.order) : null
  if (date) return date
  const mark = ownMark(profile) ?? style.mark
  const numbers = profile.numbers[mark]
  if (profile.leadingZeros === 0 && areNumbers(numbers.count, profile)) return inferNumber(header, profile, mark)
  return inferText(header, profile, { isRating, joinedBy: style.joinedBy })
}

/** Whether a column's answers are numbers, but for words that stand beside a scale: "prefer not to say". */
function areNumbers(count: number, { filled, values }: ColumnProfile): boolean {
  if (count >= almostAll * filled) return true
  if (count === 0) return false
  const beside = [...values].reduce((sum, [text, one]) => (isBeside(text) ? sum + one.count : sum), 0)
  return count >= almostAll * (filled - beside)
}

/** A column of small numbers becomes a rating if at least this many neighbours share one scale. */
const neighbours = 3

/**
 * Treats numbers named like a place (`Gate location`) as ratings if they cover the scale of several other columns, and
 * numbers of a row of a matrix (`Opening hours`) if another row is rated so; columns in the order of the file.
 */
export function recogniseRatings(inferred: readonly Inference[], columns: readonly RawColumn[]): Inference[] {
  const rated = inferred.flatMap(({ plan }, index) =>
    plan.type === 'scale' && !plan.binary ? [{ max: plan.max, partOf: columns[index]?.partOf ?? null }] : [],
  )
  return withoutCodes(inferred, columns).map((inference, index) => {
    const column = columns[index]
    if (!column || !['single', 'numeric'].includes(inference.plan.type) || column.profile.capped) return inference
    const { profile, partOf } = column
    const fit = profile.numbers['.'].count === profile.filled ? fitScale(countNumbers(profile, '.')) : null
    if (!fit || fit.max < 4 || fit.outside > 0) return inference
    const alike = rated.filter(({ max }) => max === fit.max)
    const inMatrix = partOf !== null && alike.some((other) => other.partOf === partOf)
    const namedAPlace = inference.plan.type === 'single' && isPlace(column.header) && alike.length >= neighbours
    return inMatrix || namedAPlace ? { plan: scalePlan(fit, '.'), warnings: [] } : inference
  })
}

/** The name of a column that says in words what the numbers of another stand for: `LANG_LBL` beside `LANG`. */
const labelName = /^(.+?)[ _.-]*(?:lbl|labels?|descr?|description)$/iu

/** Takes numbers whose words stand in a column of their own for codes of choices. */
function withoutCodes(inferred: readonly Inference[], columns: readonly RawColumn[]): Inference[] {
  const labelled = new Map(
    columns.flatMap(({ header, profile }, index) => {
      const name = labelName.exec(header)?.[1]?.toLowerCase()
      const isChoice = inferred[index]?.plan.type === 'single'
      return name !== undefined && isChoice ? [[name, profile.distinct] as const] : []
    }),
  )
  return inferred.map((inference, index) => {
    const { header = '', profile } = columns[index] ?? {}
    const words = labelled.get(header.toLowerCase())
    const isCode = words !== undefined && profile !== undefined && Math.abs(profile.distinct - words) <= 2
    if (!isCode || !['scale', 'numeric'].includes(inference.plan.type)) return inference
    return { plan: { type: 'single', kind: 'category' }, warnings: [] }
  })
}

function isPlace(header: string): boolean {
  return isAbout(header, 'unitCode') && !isAbout(header, 'key') && !isAbout(header, 'category')
}

/** Widens scales that lack their neighbours' highest answer; columns in the order of the file. */
export function alignScales(inferred: readonly Inference[], columns: readonly RawColumn[]): Inference[] {
  const fits = inferred.map(({ plan }, index) => {
    const column = columns[index]
    if (plan.type !== 'scale' || plan.binary || plan.steps || !column) return null
    const counts = countNumbers(column.profile, plan.mark)
    const stated = fitHeader(column.header, counts)
    const fit = stated?.isStated ? stated : fitScale(counts, plan.min === 0 && plan.max === 10)
    return fit && { fit, mark: plan.mark }
  })
  return alignWords(inferred, columns).map((inference, index) => {
    const own = fits[index]
    if (!own) return inference
    const others = fits.flatMap((other, place) => (other && place !== index ? [other.fit] : []))
    const wide = widenScale(own.fit, others)
    return wide.max === own.fit.max ? inference : { ...inference, plan: scalePlan(wide, own.mark) }
  })
}

/** What is known about a column beforehand: the survey's question, or the configured settings. */
export interface Wanted {
  type: AnswerPlan['type']
  min: number | null
  max: number | null
  separator: string | null
  /** Answers that contain the separator. */
  whole: readonly string[]
  level: boolean
  /** The numbers of the survey's question's words, and whether its numbers are turned. */
  steps?: ReadonlyMap<string, number> | null
  lowBest?: boolean
}

/**
 * Reads a column as a given type. Errors: `validation` with the first row that does not fit, unless nearly all cells
 * fit.
 */
export function readAs(wanted: Wanted, column: RawColumn, style: FileStyle): Inference {
  const { header, profile } = column
  const mark = ownMark(profile) ?? style.mark
  switch (wanted.type) {
    case 'single':
      return { plan: { type: 'single', kind: wanted.level ? 'level' : 'category' }, warnings: [] }
    case 'text': {
      const { plan, warnings } = inferText(header, profile)
      return { plan: plan.type === 'text' ? plan : { type: 'text', kind: 'comment' }, warnings }
    }
    case 'multiple': {
      const found = findJoining(profile.values, style.joinedBy)
      const separator = (wanted.separator as Separator | null) ?? found?.separator ?? ';'
      const fresh = found?.separator === separator ? found.whole : []
      return { plan: { type: 'multiple', separator, whole: [...new Set([...wanted.whole, ...fresh])] }, warnings: [] }
    }
    case 'date': {
      const date = profile.filled === 0 ? emptyDate(style) : inferDate(header, profile, style.order, true)
      if (!date) throw unfit(column, isNotDate, (text) => style.order.given?.read(text) != null)
      return date
    }
    case 'numeric':
      demandNumbers(column, mark)
      return { plan: { type: 'numeric', mark }, warnings: [] }
    case 'scale':
      return readScale(wanted, column, mark)
  }
}

function emptyDate(style: FileStyle): Inference {
  return { plan: { type: 'date', form: style.order.given ?? dayFirst }, warnings: [noteOn(say`no answers`)] }
}

function readScale(wanted: Wanted, column: RawColumn, mark: DecimalMark): Inference {
  if (wanted.steps && wanted.min !== null && wanted.max !== null)
    return orderedAnswers({ ...wanted, steps: wanted.steps, min: wanted.min, max: wanted.max }, column, mark)
  const labels = inferText(column.header, column.profile, { isRating: true })
  // The numbers of a question's answers say nothing about words.
  const isForeign = wanted.steps === null && labels.plan.type === 'scale' && labels.plan.words !== undefined
  const found = labels.plan.type === 'scale' && !isForeign ? labels.plan : null
  // A question that an earlier version did not turn keeps the direction of its answers.
  const keepsDirection = found?.lowBest === true && wanted.lowBest === false
  if (found && !keepsDirection && fitsWithin(found, wanted)) return labels
  const steps = (keepsDirection ? turned(found) : found)?.steps ?? null
  if (!steps) demandNumbers(column, mark)
  const counts = countNumbers(column.profile, mark)
  const values = steps ? [...steps.values()] : [...counts.keys()]
  const fit = steps ? null : fitScale(counts)
  const min = wanted.min ?? fit?.min ?? Math.min(...values, 1)
  const max = wanted.max ?? fit?.max ?? Math.max(...values, min + 1)
  const plan: ScalePlan = {
    type: 'scale',
    min,
    max,
    binary: min === 0 && max === 1,
    outside: 'counted',
    whole: values.every((value) => Number.isInteger(value)),
    mark,
    steps,
  }
  return { plan: wanted.lowBest ? turned(plan) : plan, warnings: [] }
}

/** Whether a scale found in a column is the wanted one. */
function fitsWithin({ min, max }: ScalePlan, wanted: Wanted): boolean {
  return (wanted.min ?? min) === min && (wanted.max ?? max) === max
}

/** Reads a column by the words of the survey's question. Errors: `validation` with the first cell that is none of them. */
function orderedAnswers(known: KnownSteps, column: RawColumn, mark: DecimalMark): Inference {
  const { misfit, inference } = readSteps(known, column, mark)
  if (misfit !== null) throw unfit(column, isNotStep, (text) => text !== misfit)
  return inference
}

function demandNumbers(column: RawColumn, mark: DecimalMark): void {
  const { profile } = column
  if (profile.numbers[mark].count >= almostAll * profile.filled) return
  throw unfit(column, isNotNumber, (text) => numberWith(mark, text) !== null)
}

type Misfit = (row: number, column: string, text: string) => Words

const isNotDate: Misfit = (row, column, text) => say`Row ${row}, column "${column}": "${text}" is not a date.`
const isNotStep: Misfit = (row, column, text) =>
  say`Row ${row}, column "${column}": "${text}" is not an answer of the question's scale.`
const isNotNumber: Misfit = (row, column, text) => say`Row ${row}, column "${column}": "${text}" is not a number.`

function unfit({ header, profile }: RawColumn, words: Misfit, fits: (text: string) => boolean): ImportRefusal {
  const [text = '', place] = [...profile.values].find(([value]) => !fits(value)) ?? [...profile.values][0] ?? []
  const row = place?.row ?? 0
  return new ImportRefusal('validation', words(row, header, text.slice(0, 60)), 'file', { row, column: header })
}
