import { toDayNumber } from '@gensvar/contract/dates'
import type { CampaignFilter } from '@gensvar/contract/conditions'
import { and, ident, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Choice, Question, SurveyShape, View } from '#server/domain/survey/survey-model.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { AnswerSource, NumberComparison } from '#server/domain/conditions/answer-source.ts'
import { answeredColumn, chosenValues, questionColumn } from '../store/answer-columns.ts'
import { demandLogic } from './row-demand.ts'
import type { RowDemand } from './row-demand.ts'
import { hasArrived } from '../store/arrived.ts'
import { recipientTable, textTable, unitColumn } from '../store/tables.ts'

/** Years whose days `isOnDay` knows. */
const years = { first: 1950, last: 2150 }

/** Answers in the columns of the analytics store's tables. */
export class ColumnSource implements AnswerSource<RowDemand> {
  readonly survey: SurveyShape
  readonly tree: UnitTree
  readonly logic = demandLogic

  /** When today began in the survey's time zone: what was due before is late if it is not done. */
  readonly startOfToday: Date

  constructor(survey: SurveyShape, tree: UnitTree, startOfToday: Date) {
    this.survey = survey
    this.tree = tree
    this.startOfToday = startOfToday
  }

  /** Whether answers have weights, which figures use. */
  get isWeighted(): boolean {
    return Boolean(this.survey.weights)
  }

  isInState(states: readonly number[]): RowDemand {
    return isIn('state', states)
  }

  answered(question: Question): RowDemand {
    if (question.type === 'text') return this.textRows(question, portableSql`true`)
    const column = answeredColumn(question)
    return column === null ? demandLogic.never : { kind: 'there', column }
  }

  isOneOf(question: Question, choices: readonly Choice[]): RowDemand {
    if (question.type === 'multiple')
      return demandLogic.any(
        choices.map((choice) => isIn(questionColumn(question, choice.code), chosenValues(question))),
      )
    return isIn(
      questionColumn(question),
      choices.map((choice) => choice.code),
    )
  }

  compare(question: Question, comparison: NumberComparison, value: number): RowDemand {
    return { kind: 'compare', column: questionColumn(question), comparison, value }
  }

  isBetween(question: Question | null, from: string | null, to: string | null): RowDemand {
    const column = dayColumn(question)
    const bounds: RowDemand[] = []
    if (from !== null) bounds.push({ kind: 'compare', column, comparison: '>=', value: toDayNumber(from) })
    if (to !== null) bounds.push({ kind: 'compare', column, comparison: '<', value: toDayNumber(to) })
    return bounds.length === 0 && question ? this.answered(question) : demandLogic.all(bounds)
  }

  isOnDay(question: Question | null, month: number, day: number): RowDemand {
    return isIn(dayColumn(question), daysOfYears(month, day))
  }

  textIs(question: Question, text: string): RowDemand {
    return this.textRows(question, portableSql`text = ${text}`)
  }

  textContains(question: Question, part: string): RowDemand {
    return this.textRows(question, portableSql`position(${part.toLowerCase()} in lowered) > 0`)
  }

  isRecipient(filter: CampaignFilter): RowDemand {
    const demands = [
      portableSql`campaign_id = ${filter.campaign}`,
      ...(filter.state === 'any' ? [] : [deliveryStates[filter.state]]),
      ...(filter.opened === 'any' ? [] : [did(portableSql`opened`, filter.opened === 'yes')]),
      ...(filter.clicked === 'any' ? [] : [did(portableSql`clicked`, filter.clicked === 'yes')]),
    ]
    const table = ident(recipientTable(this.survey.id))
    return { kind: 'listed', ids: portableSql`select response_id from ${table} where ${and(demands)}` }
  }

  isUnder(view: View, unit: Unit): RowDemand {
    return isIn(unitColumn(view.id, unit.depth), [unit.id])
  }

  isInUnits(view: View, leafIds: readonly number[]): RowDemand {
    return isIn(unitColumn(view.id, view.levels.length), leafIds)
  }

  private textRows(question: Question, demand: Fragment): RowDemand {
    const table = ident(textTable(this.survey.id))
    const ids = portableSql`select response_id from ${table} where question_id = ${question.id} and ${demand}`
    return { kind: 'listed', ids }
  }
}

function isIn(column: string, values: readonly number[]): RowDemand {
  return values.length === 0 ? demandLogic.never : { kind: 'in', column, values }
}

/** Whether somebody did something with a message that did not come back. */
function did(deed: Fragment, has: boolean): Fragment {
  const done = portableSql`(${deed} <> 0 and ${hasArrived})`
  return has ? done : portableSql`not ${done}`
}

/**
 * What a campaign filter's delivery state asks of a message, as lists of campaigns count it: each is delivered, pending or
 * failed, and has failed where it came back or nobody knows whether it was sent.
 */
const deliveryStates: Readonly<Record<Exclude<CampaignFilter['state'], 'any'>, Fragment>> = {
  delivered: hasArrived,
  pending: portableSql`state in ('PENDING', 'SENDING')`,
  failed: portableSql`(state in ('FAILED', 'UNKNOWN') or (state = 'SENT' and bounced <> 0))`,
  unsub: portableSql`unsubscribed <> 0 and ${hasArrived}`,
}

function dayColumn(question: Question | null): string {
  return question ? questionColumn(question) : 'day'
}

function daysOfYears(month: number, day: number): number[] {
  const days: number[] = []
  for (let year = years.first; year <= years.last; year++) {
    const date = new Date(Date.UTC(year, month - 1, day))
    if (date.getUTCMonth() === month - 1) days.push(Math.round(date.getTime() / 86_400_000))
  }
  return days
}
