import type { Question, SurveyShape, View } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { ident, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { alertTable, alertValues, storedAlertColumns } from './alert-columns.ts'
import { answerColumns } from './answer-columns.ts'
import type { AnswerColumns } from './answer-columns.ts'
import { builtInColumns } from './built-in-columns.ts'
import type { ReadColumn } from './built-in-columns.ts'
import { CommentColumns } from './comment-columns.ts'
import type { Cell, Column, TableShape } from './analytics-store.ts'
import type { Place, ResponseRow } from './response-row.ts'
import { addContact, addText, textColumns } from './text-columns.ts'
import type { TextValues } from './text-columns.ts'
import { AnswerReader } from './written-answers.ts'

/** Values for one table, column by column. */
export interface TableValues extends TableShape {
  values: Cell[][]
}

/** Raise it when the tables change in a way that the names and types of their columns do not show. */
export const storeLayout = 10

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

/** Column of `RecipientRow.id`. */
export const messageIdColumn = 'message_id'

/** The response that a row of the other tables belongs to. */
const ofResponse = 'response_id'

const recipientColumns: readonly Column[] = [
  { name: ofResponse, type: 'int64' },
  { name: 'campaign_id', type: 'int32' },
  { name: 'state', type: 'text' },
  { name: 'by_mail', type: 'int8' },
  { name: 'unsubscribed', type: 'int8' },
  { name: 'opened', type: 'int8' },
  { name: 'clicked', type: 'int8' },
  { name: 'answered', type: 'int8' },
  { name: 'bounced', type: 'int8' },
  { name: 'complained', type: 'int8' },
  { name: messageIdColumn, type: 'int64' },
]

/** Columns of messages in `sentMessages`, which no column of responses has the name of; each is 1 or 0. */
export const messageColumns = {
  by_mail: 'message_by_mail',
  bounced: 'message_bounced',
  opened: 'message_opened',
  clicked: 'message_clicked',
  answered: 'message_answered',
  unsubscribed: 'message_unsubscribed',
} as const

/** The messages of a survey that were sent, to be joined with its responses. */
export function sentMessages(surveyId: number): Fragment {
  const columns = Object.entries(messageColumns).map(
    ([name, column]) => portableSql`${ident(name)} as ${ident(column)}`,
  )
  return portableSql`(select response_id as message_of, ${join(columns)} from ${ident(recipientTable(surveyId))}
                       where state = ${'SENT'}) as message`
}

/** A question with its columns, of which `first` is the place of the first. */
interface AskedColumns {
  question: Question
  first: number
  columns: AnswerColumns
}

/** Rows for a survey's four tables. */
export interface SurveyRows {
  responses: TableValues
  alerts: TableValues
  recipients: TableValues
  texts: TableValues
  /** Ids of questions with an answer among these rows that their column cannot hold; see `SurveyTables.withWide`. */
  tooWide: number[]
}

/** The analytics tables of one survey: their columns, and the rows of responses in them. */
export class SurveyTables {
  private readonly survey: SurveyShape
  private readonly tree: UnitTree
  /** Ids of the scales that are stored as doubles. */
  readonly wide: readonly number[]
  private readonly fixed: readonly ReadColumn[]
  private readonly columns: readonly Column[]
  private readonly answers: AnswerReader<AskedColumns>
  private readonly comments = new Map<number, { first: number; columns: CommentColumns }>()

  /** `wide` are the ids of scales with answers that are not all small whole numbers. */
  constructor(survey: SurveyShape, tree: UnitTree, wide: readonly number[] = []) {
    this.survey = survey
    this.tree = tree
    this.wide = [...survey.questions.values()].flatMap(({ id, type }) =>
      type === 'scale' && wide.includes(id) ? id : [],
    )
    this.fixed = [...survey.views.flatMap((view, index) => unitColumns(view, index, tree)), ...builtInColumns(survey)]
    const all: Column[] = this.fixed.map(({ name, type }) => ({ name, type }))
    const asked: [string, AskedColumns][] = []
    for (const question of survey.questions.values()) {
      const columns = this.columnsOf(question)
      asked.push([question.variable, { question, first: all.length, columns }])
      all.push(...columns.columns)
    }
    this.answers = new AnswerReader(asked)
    for (const facet of survey.facets?.values() ?? []) {
      if (facet.facet?.kind !== 'category') continue
      const columns = new CommentColumns(facet)
      this.comments.set(facet.facet.of, { first: all.length, columns })
      all.push(...columns.columns)
    }
    this.columns = all
  }

  /** The same tables with these scales stored as doubles. */
  withWide(questionIds: readonly number[]): SurveyTables {
    return new SurveyTables(this.survey, this.tree, questionIds)
  }

  /** Equal for two versions of a survey that store the same columns, whatever is wide. */
  get signature(): string {
    const columns = [...this.columns, ...storedAlertColumns, ...recipientColumns, ...textColumns]
    const wide = new Set(this.wide.map((id) => `q${id}`))
    return columns.map(({ name, type }) => `${name}:${wide.has(name) ? 'int16' : type}`).join(' ')
  }

  /** Questions that are levels of any view. */
  get levels(): readonly string[] {
    return [...new Set(this.survey.views.flatMap((view) => view.levels))]
  }

  /** Whether weights depend on the answers to levels, which change when units move. */
  get hasWeightsOfPlaces(): boolean {
    const { levels } = this
    return this.survey.weights?.questions.some((variable) => levels.includes(variable)) ?? false
  }

  /** Columns by which rows are stored: rows of a unit and of those below it are adjacent, and in the order of days. */
  private get order(): readonly string[] {
    const [first] = this.survey.views
    return [...(first?.levels.map((_, index) => unitColumn(first.id, index + 1)) ?? []), 'day']
  }

  /** The first view's units in the order their rows are stored: rows of a unit and of those below it are adjacent. */
  get unitOrder(): readonly number[] {
    return this.tree.inOrder(this.survey.views[0]?.id ?? 0)
  }

  /** The four tables with the values of the given responses; without responses, the columns alone. */
  fill(rows: readonly ResponseRow[]): SurveyRows {
    const { id } = this.survey
    const { values, texts, tooWide } = this.answerValues(rows)
    this.fixed.forEach(({ read }, index) => {
      values[index] = rows.map((row) => read(row))
    })
    return {
      responses: { table: responseTable(id), columns: this.columns, key: 'id', order: this.order, values },
      alerts: { table: alertTable(id), columns: storedAlertColumns, key: ofResponse, values: alertValues(rows) },
      recipients: {
        table: recipientTable(id),
        columns: recipientColumns,
        key: ofResponse,
        values: recipientValues(rows),
      },
      texts: { table: textTable(id), columns: textColumns, key: ofResponse, values: texts },
      tooWide: [...tooWide],
    }
  }

  /** What places decide of their rows: units and the answers to the levels, in the table's columns of these names. */
  places(places: readonly Place[]): Pick<TableValues, 'columns' | 'values'> {
    const { views, questions } = this.survey
    const levels = this.levels.flatMap((level) => questions.get(level) ?? [])
    const units = views.flatMap((view, index) => unitColumns(view, index, this.tree))
    const columns = [
      ...units.map(({ name, type }) => ({ name, type })),
      ...levels.flatMap((question) => this.columnsOf(question).columns),
    ]
    const values: Cell[][] = units.map(({ read }) => places.map((place) => read(place)))
    for (const question of levels) {
      const { columns: own, write } = this.columnsOf(question)
      const first = values.length
      for (const _ of own) values.push(Array.from<Cell>({ length: places.length }).fill(null))
      places.forEach((place, at) => {
        const answer = place.answers[question.variable]
        if (answer !== undefined) write(values, first, at, answer)
      })
    }
    return { columns, values }
  }

  private columnsOf(question: Question): AnswerColumns {
    return answerColumns(question, this.wide.includes(question.id))
  }

  // Loops over the answers given: looking up every question in every row is many times slower.
  private answerValues(rows: readonly ResponseRow[]): { values: Cell[][]; texts: TextValues; tooWide: Set<number> } {
    // Copied for each column: filling each one anew takes many times as long.
    const blank = rows.map((): Cell => null)
    const values = this.columns.map(() => blank.slice())
    const texts: TextValues = [[], [], [], [], [], []]
    const tooWide = new Set<number>()
    for (const [at, row] of rows.entries()) {
      if (row.contact) addContact(texts, row, row.contact)
      for (const judgement of row.judgements ?? []) {
        const comment = this.comments.get(judgement.questionId)
        comment?.columns.write(values, comment.first, at, judgement)
      }
      this.answers.read(row.answers, ({ question, first, columns }, answer) => {
        if (question.type === 'text') {
          if (typeof answer === 'string' && answer !== '')
            addText(texts, row, question.id, answer, question.language ?? row.language)
        } else if (!columns.write(values, first, at, answer)) tooWide.add(question.id)
      })
    }
    return { values, texts, tooWide }
  }
}

function unitColumns(
  view: View,
  viewIndex: number,
  tree: UnitTree,
): (Column & { read: (row: Pick<ResponseRow, 'unitIds'>) => Cell })[] {
  return view.levels.map((_, index) => ({
    name: unitColumn(view.id, index + 1),
    type: 'int32',
    read: (row) => tree.lineage(row.unitIds[viewIndex])[index] ?? null,
  }))
}

function recipientValues(rows: readonly ResponseRow[]): Cell[][] {
  const pairs = rows.flatMap((row) => row.recipients.map((recipient) => ({ id: row.id, recipient })))
  return [
    pairs.map(({ id }) => id),
    pairs.map(({ recipient }) => recipient.campaignId),
    pairs.map(({ recipient }) => recipient.state),
    pairs.map(({ recipient }) => Number(recipient.byMail)),
    pairs.map(({ recipient }) => Number(recipient.unsubscribed)),
    pairs.map(({ recipient }) => Number(recipient.opened)),
    pairs.map(({ recipient }) => Number(recipient.clicked)),
    pairs.map(({ recipient }) => Number(recipient.answered)),
    pairs.map(({ recipient }) => Number(recipient.bounced)),
    pairs.map(({ recipient }) => Number(recipient.complained)),
    pairs.map(({ recipient }) => recipient.id),
  ]
}
