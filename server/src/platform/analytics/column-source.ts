import { toDayNumber } from '@gensvar/contract/dates'
import type { CampaignFilter } from '@gensvar/contract/filter-values'
import { and, ident, integer, join, or, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import type { Choice, Question, SurveyShape, View } from '../survey-model.ts'
import type { Unit, UnitTree } from '../unit-tree.ts'
import type { AnswerSource, NumberComparison } from './answer-source.ts'
import { isPackable, packedColumn, questionColumn } from './answer-columns.ts'
import { recipientTable, textTable, unitColumn } from './tables.ts'

/** Years whose days `isOnDay` knows. */
const years = { first: 1950, last: 2150 }

/** A sum over rows; a packed one is a total that `unpackTotal` makes three numbers of. */
export interface Atom {
  sql: Fragment
  packed: boolean
}

/** A sum that is one number. */
export function plainAtom(fragment: Fragment): Atom {
  return { sql: fragment, packed: false }
}

/** Answers in the columns of the analytics store's tables. */
export class ColumnSource implements AnswerSource {
  readonly survey: SurveyShape
  readonly tree: UnitTree
  readonly state = ident('state')
  private readonly odd: readonly number[]

  /** `odd` are the questions with answers their packed column does not stand for. */
  constructor(survey: SurveyShape, tree: UnitTree, odd: readonly number[]) {
    this.survey = survey
    this.tree = tree
    this.odd = odd
  }

  /** Number, sum and sum of squares of a question's answers. */
  moments(question: Question): Atom[] {
    if (isPackable(question) && !this.odd.includes(question.id))
      return [{ sql: sql`sum(${ident(packedColumn(question))})`, packed: true }]
    const values = column(question)
    return [sql`count(${values})`, sql`sum(${values})`, sql`sum(${values} * ${values})`].map(plainAtom)
  }

  answered(question: Question): Fragment {
    if (question.type === 'text') return this.textRows(question, sql`true`)
    if (question.type !== 'multiple') return sql`${column(question)} is not null`
    // One choice stands for all: they are all null or all not.
    const [first] = question.choices
    return first ? sql`${column(question, first)} is not null` : sql`false`
  }

  isOneOf(question: Question, choices: readonly Choice[]): Fragment {
    if (choices.length === 0) return sql`false`
    if (question.type === 'multiple') {
      const chosen = choices.map((choice) => sql`${column(question, choice)} = 1`)
      return sql`(${this.answered(question)} and ${or(chosen)})`
    }
    const codes = join(choices.map((choice) => integer(choice.code)))
    return sql`(${column(question)} is not null and ${column(question)} in (${codes}))`
  }

  compare(question: Question, comparison: NumberComparison, value: number): Fragment {
    return sql`(${column(question)} is not null and ${column(question)} ${operators[comparison]} ${value})`
  }

  isBetween(question: Question | null, from: string | null, to: string | null): Fragment {
    const day = dayColumn(question)
    const bounds = [
      ...(question ? [sql`${day} is not null`] : []),
      ...(from === null ? [] : [sql`${day} >= ${toDayNumber(from)}`]),
      ...(to === null ? [] : [sql`${day} < ${toDayNumber(to)}`]),
    ]
    return and(bounds)
  }

  isOnDay(question: Question | null, month: number, day: number): Fragment {
    const list = daysOfYears(month, day).map(integer)
    if (list.length === 0) return sql`false`
    return sql`(${dayColumn(question)} is not null and ${dayColumn(question)} in (${join(list)}))`
  }

  textIs(question: Question, text: string): Fragment {
    return this.textRows(question, sql`text = ${text}`)
  }

  textContains(question: Question, part: string): Fragment {
    return this.textRows(question, sql`position(lower(${part}) in lower(text)) > 0`)
  }

  isRecipient(filter: CampaignFilter): Fragment {
    const demands = [
      sql`campaign_id = ${filter.campaign}`,
      ...(filter.state === 'any' ? [] : [deliveryStates[filter.state]]),
      ...(filter.opened === 'any' ? [] : [sql`opened = ${Number(filter.opened === 'yes')}`]),
      ...(filter.clicked === 'any' ? [] : [sql`clicked = ${Number(filter.clicked === 'yes')}`]),
    ]
    return sql`id in (select response_id from ${ident(recipientTable(this.survey.id))} where ${and(demands)})`
  }

  isUnder(view: View, unit: Unit): Fragment {
    const units = ident(unitColumn(view.id, unit.depth))
    return sql`(${units} is not null and ${units} = ${unit.id})`
  }

  private textRows(question: Question, demand: Fragment): Fragment {
    const table = ident(textTable(this.survey.id))
    return sql`id in (select response_id from ${table} where question_id = ${question.id} and ${demand})`
  }
}

/** Comparisons as they are written in SQL. */
export const operators: Readonly<Record<NumberComparison, Fragment>> = {
  '=': sql`=`,
  '<>': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}

/** What a campaign filter's delivery state asks of a sending; one whose outcome is unknown still counts as pending. */
const deliveryStates: Readonly<Record<Exclude<CampaignFilter['state'], 'any'>, Fragment>> = {
  delivered: sql`state = 'SENT'`,
  pending: sql`state in ('PENDING', 'SENDING', 'UNKNOWN')`,
  failed: sql`state = 'FAILED'`,
  unsub: sql`unsubscribed <> 0`,
}

function column(question: Question, choice?: Choice): Fragment {
  return ident(questionColumn(question, choice?.code))
}

function dayColumn(question: Question | null): Fragment {
  return question ? column(question) : ident('day')
}

function daysOfYears(month: number, day: number): number[] {
  const days: number[] = []
  for (let year = years.first; year <= years.last; year++) {
    const date = new Date(Date.UTC(year, month - 1, day))
    if (date.getUTCMonth() === month - 1) days.push(Math.round(date.getTime() / 86_400_000))
  }
  return days
}
