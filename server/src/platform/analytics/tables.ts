import { periodIndex } from '@gensvar/contract/periods'
import { toDayNumber } from '@gensvar/contract/dates'
import type { Question, SurveyShape, View } from '../survey-model.ts'
import type { UnitTree } from '../unit-tree.ts'
import { packAnswer } from './duckdb.ts'
import type { Cell, Column, StoredCell } from './duckdb.ts'

/** A response with what hangs on it, as read from the system of record. */
export interface ResponseRow {
  id: number
  state: number
  eventDate: string
  answers: Readonly<Record<string, number | string | readonly string[]>>
  unitIds: readonly number[]
  /** Language of the respondent where known. */
  language: string | null
  alerts: { open: number; processing: number; closed: number }
  recipients: readonly RecipientRow[]
}

/** A sending to a respondent. */
export interface RecipientRow {
  campaignId: number
  state: string
  unsubscribed: boolean
  opened: boolean
  clicked: boolean
}

/** Values for one table, column by column. */
export interface TableValues {
  table: string
  columns: readonly Column[]
  values: StoredCell[][]
}

interface ReadColumn extends Column {
  read(row: ResponseRow, day: number): StoredCell
}

/** Name of the table with a row per response. */
export function responseTable(surveyId: number): string {
  return `s${surveyId}`
}

/** Name of the table with a row per sending. */
export function recipientTable(surveyId: number): string {
  return `r${surveyId}`
}

/** Name of the table with a row per open answer. */
export function textTable(surveyId: number): string {
  return `t${surveyId}`
}

/** Column that holds the ids of a view's units at a depth (1 is the top). */
export function unitColumn(viewId: number, depth: number): string {
  return `u${viewId}_${depth}`
}

/** Column of a question; of a multiple choice, the column of one choice: 1 chosen, 0 not, null not answered. */
export function questionColumn(question: Question, code?: number): string {
  return code === undefined ? `q${question.id}` : `q${question.id}_${code}`
}

/** Column of a scale's answers in the form of `packAnswer`; there when `isPackable`. */
export function packedColumn(question: Question): string {
  return `q${question.id}_packed`
}

/** Whether a question's answers are stored packed as well: its scale lies between 0 and 10. */
export function isPackable({ type, scaleMin, scaleMax }: Question): boolean {
  return type === 'scale' && scaleMin !== null && scaleMax !== null && scaleMin >= 0 && scaleMax <= 10
}

const recipientColumns: readonly Column[] = [
  { name: 'response_id', type: 'int64' },
  { name: 'campaign_id', type: 'int32' },
  { name: 'state', type: 'text' },
  { name: 'unsubscribed', type: 'int8' },
  { name: 'opened', type: 'int8' },
  { name: 'clicked', type: 'int8' },
]

const textColumns: readonly Column[] = [
  { name: 'response_id', type: 'int64' },
  { name: 'question_id', type: 'int32' },
  { name: 'text', type: 'text' },
  { name: 'lang', type: 'text' },
]

/** The analytics tables of one survey: their columns, and how rows are made for them. */
export class SurveyTables {
  private readonly responseColumns: readonly ReadColumn[]
  private readonly textQuestions: readonly Question[]
  private readonly packedQuestions: readonly Question[]
  private readonly survey: SurveyShape

  constructor(survey: SurveyShape, tree: UnitTree) {
    this.survey = survey
    this.responseColumns = [
      ...survey.views.flatMap((view, index) => unitColumns(view, index, tree)),
      ...builtInColumns,
      ...[...survey.questions.values()].flatMap(questionColumns),
    ]
    this.textQuestions = [...survey.questions.values()].filter((question) => question.type === 'text')
    this.packedQuestions = [...survey.questions.values()].filter(isPackable)
  }

  /** Tells whether two versions of a survey store the same columns. */
  get signature(): string {
    return this.responseColumns.map((column) => `${column.name}:${column.type}`).join(' ')
  }

  /** Columns to sort by, so that the rows of a place, and of a period in it, lie together. */
  get sortColumns(): string[] {
    const [view] = this.survey.views
    return [...(view?.levels.map((_, index) => unitColumn(view.id, index + 1)) ?? []), 'day', 'id']
  }

  /** The three tables with the values of the given responses; with no responses, their empty shapes. */
  fill(rows: readonly ResponseRow[]): { responses: TableValues; recipients: TableValues; texts: TableValues } {
    const days = rows.map((row) => toDayNumber(row.eventDate))
    const responses = this.responseColumns.map((column) => rows.map((row, index) => column.read(row, days[index] ?? 0)))
    return {
      responses: { table: responseTable(this.survey.id), columns: this.responseColumns, values: responses },
      recipients: { table: recipientTable(this.survey.id), columns: recipientColumns, values: recipientValues(rows) },
      texts: { table: textTable(this.survey.id), columns: textColumns, values: this.textValues(rows) },
    }
  }

  /** Ids of questions with an answer among these that cannot be packed: the packed column does not stand for them. */
  oddQuestions(rows: readonly ResponseRow[]): number[] {
    const isOdd = (answer: number | null): boolean => answer !== null && packAnswer(answer) === null
    return this.packedQuestions
      .filter(({ variable }) => rows.some((row) => isOdd(numberOf(row.answers[variable]))))
      .map((question) => question.id)
  }

  private textValues(rows: readonly ResponseRow[]): Cell[][] {
    const values: [Cell[], Cell[], Cell[], Cell[]] = [[], [], [], []]
    for (const row of rows)
      for (const question of this.textQuestions) {
        const text = row.answers[question.variable]
        if (typeof text !== 'string' || text === '') continue
        values[0].push(row.id)
        values[1].push(question.id)
        values[2].push(text)
        values[3].push(question.language ?? row.language)
      }
    return values
  }
}

const builtInColumns: readonly ReadColumn[] = [
  { name: 'id', type: 'int64', read: (row) => row.id },
  { name: 'state', type: 'int8', read: (row) => row.state },
  { name: 'asked', type: 'int8', read: (row) => Number(wasAsked(row)) },
  { name: 'day', type: 'int32', read: (_, day) => day },
  { name: 'week', type: 'int32', read: (_, day) => periodIndex('week', day) },
  { name: 'month', type: 'int32', read: (_, day) => periodIndex('month', day) },
  { name: 'quarter', type: 'int32', read: (_, day) => periodIndex('quarter', day) },
  { name: 'year', type: 'int32', read: (_, day) => periodIndex('year', day) },
  { name: 'alerts_open', type: 'int16', read: (row) => row.alerts.open },
  { name: 'alerts_processing', type: 'int16', read: (row) => row.alerts.processing },
  { name: 'alerts_closed', type: 'int16', read: (row) => row.alerts.closed },
]

/**
 * Whether a respondent counts as asked: an interview always; a sample without an answer unless all its sendings
 * failed or wait. New samples count once something was sent; unapproved and cancelled ones never.
 */
function wasAsked(row: ResponseRow): boolean {
  if (row.state === 0) return true
  const sent = row.recipients.some((recipient) => recipient.state === 'SENT' || recipient.state === 'UNKNOWN')
  if (row.state === 2) return sent || row.recipients.length === 0
  return row.state === 1 && sent
}

function unitColumns(view: View, viewIndex: number, tree: UnitTree): ReadColumn[] {
  return view.levels.map((_, index) => ({
    name: unitColumn(view.id, index + 1),
    type: 'int32',
    read: (row) => tree.lineage(row.unitIds[viewIndex])[index] ?? null,
  }))
}

function questionColumns(question: Question): ReadColumn[] {
  const { variable } = question
  switch (question.type) {
    case 'scale':
    case 'numeric': {
      const plain: ReadColumn = {
        name: questionColumn(question),
        type: 'double',
        read: (row) => numberOf(row.answers[variable]),
      }
      return isPackable(question) ? [plain, { name: packedColumn(question), type: 'int64', read: packed(variable) }] : [plain]
    }
    case 'single':
      return [
        {
          name: questionColumn(question),
          type: 'int32',
          read: (row) => question.choiceByName.get(String(row.answers[variable] ?? ''))?.code ?? null,
        },
      ]
    case 'date':
      return [{ name: questionColumn(question), type: 'int32', read: (row) => dayOf(row.answers[variable]) }]
    case 'multiple':
      return question.choices.map((choice) => ({
        name: questionColumn(question, choice.code),
        type: 'int8',
        read: (row) => chosen(row.answers[variable], choice.extName),
      }))
    case 'text':
      return []
  }
}

type Answer = number | string | readonly string[] | undefined

function numberOf(answer: Answer): number | null {
  return typeof answer === 'number' && Number.isFinite(answer) ? answer : null
}

function packed(variable: string): ReadColumn['read'] {
  return (row) => {
    const answer = numberOf(row.answers[variable])
    return answer === null ? null : packAnswer(answer)
  }
}

function dayOf(answer: Answer): number | null {
  return typeof answer === 'string' && /^\d{4}-\d\d-\d\d$/.test(answer) ? toDayNumber(answer) : null
}

function chosen(answer: Answer, choice: string): Cell {
  return typeof answer === 'object' && answer.length > 0 ? Number(answer.includes(choice)) : null
}

function recipientValues(rows: readonly ResponseRow[]): Cell[][] {
  const pairs = rows.flatMap((row) => row.recipients.map((recipient) => ({ id: row.id, recipient })))
  return [
    pairs.map(({ id }) => id),
    pairs.map(({ recipient }) => recipient.campaignId),
    pairs.map(({ recipient }) => recipient.state),
    pairs.map(({ recipient }) => Number(recipient.unsubscribed)),
    pairs.map(({ recipient }) => Number(recipient.opened)),
    pairs.map(({ recipient }) => Number(recipient.clicked)),
  ]
}
