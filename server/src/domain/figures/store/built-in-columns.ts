import type { SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { Cell, Column } from './analytics-store.ts'
import type { StoredAnswer } from './answer-columns.ts'
import { periodsOfDay } from './periods-of-day.ts'
import type { ResponseRow } from './response-row.ts'
import { weightColumn, weightOf } from './weight-column.ts'
import { AnswerReader } from './written-answers.ts'

/** A column of responses that is not made of one answer, and how it is read. */
export interface ReadColumn extends Column {
  read(row: ResponseRow): Cell
}

/** Column of `ResponseRow.eventSource`. */
export const eventSourceColumn = 'event_source'

/** Column of `ResponseRow.recordKey`. */
export const recordKeyColumn = 'record_key'

/** Column of `ResponseRow.released`, as 1 or 0. */
export const releasedColumn = 'released'

const sameForAll: readonly ReadColumn[] = [
  { name: 'id', type: 'int64', read: (row) => row.id },
  { name: 'state', type: 'int8', read: (row) => row.state },
  { name: 'asked', type: 'int8', read: (row) => Number(wasAsked(row)) },
  { name: 'day', type: 'int32', read: (row) => periodsOfDay(row.eventDate).day },
  { name: 'week', type: 'int32', read: (row) => periodsOfDay(row.eventDate).week },
  { name: 'month', type: 'int32', read: (row) => periodsOfDay(row.eventDate).month },
  { name: 'quarter', type: 'int32', read: (row) => periodsOfDay(row.eventDate).quarter },
  { name: 'year', type: 'int32', read: (row) => periodsOfDay(row.eventDate).year },
  { name: recordKeyColumn, type: 'int64', read: (row) => row.recordKey },
  { name: releasedColumn, type: 'int8', read: (row) => Number(row.released) },
  { name: eventSourceColumn, type: 'text', read: (row) => row.eventSource ?? null },
  { name: 'alerts_open', type: 'int16', read: (row) => row.alerts.open },
  { name: 'alerts_processing', type: 'int16', read: (row) => row.alerts.processing },
  { name: 'alerts_closed', type: 'int16', read: (row) => row.alerts.closed },
]

/** The columns that a survey has whatever it asks. */
export function builtInColumns(survey: SurveyShape): readonly ReadColumn[] {
  return survey.weights ? [...sameForAll, weights(survey, survey.weights.questions)] : sameForAll
}

function weights(survey: SurveyShape, variables: readonly string[]): ReadColumn {
  const reader = new AnswerReader(variables.map((variable) => [variable, variable]))
  return {
    name: weightColumn,
    type: 'double',
    read: (row) => {
      const given: Record<string, StoredAnswer> = {}
      reader.read(row.answers, (variable, answer) => (given[variable] = answer))
      return weightOf(survey, given)
    },
  }
}

/**
 * Whether a respondent counts as asked: an interview always; a sample without an answer unless all its sendings
 * failed or wait. New samples count once something was sent; unapproved and cancelled ones never. Who answered
 * anonymously counts by the answer, which is a response of its own.
 */
function wasAsked(row: ResponseRow): boolean {
  if (row.state === 0) return true
  if (row.recipients.some((recipient) => recipient.answered)) return false
  const sent = row.recipients.some((recipient) => recipient.state === 'SENT' || recipient.state === 'UNKNOWN')
  if (row.state === 2) return sent || row.recipients.length === 0
  return row.state === 1 && sent
}
