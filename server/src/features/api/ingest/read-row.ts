import type { SentResponse } from '@gensvar/contract/api-responses'
import type { Condition } from '@gensvar/contract/conditions'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { plainField } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import { readFields } from '#server/domain/samples/read-fields.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { completedState } from '#server/domain/samples/sample-rights.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { UnitNames } from './unit-names.ts'

/** What rows are read with: a survey, and where in it the sender may write. */
export interface RowSource extends FieldSource {
  units: UnitNames
  /** What a row must meet to be one of the sender's own place. */
  confining: readonly Condition[]
  /** Today in the time zone of the survey (ISO). */
  today: string
}

/** Makes what rows are read with. */
export function rowSource(access: SurveyAccess, tree: UnitTree, today: string): RowSource {
  const { model, caseScope, compareScope } = access
  // Rows of a hidden filter are hidden from readers, and nobody is kept from sending them.
  const confining = caseScope.conditions.filter((condition) => !compareScope.fixed.includes(condition))
  return { access, tree, units: new UnitNames(model.views, tree), confining, today }
}

/** A response that is there already, as a row changes it. */
export type FormerRow = Pick<CaseRow, 'id' | 'state' | 'version' | 'answers' | 'contact' | 'eventDate' | 'unitIds'>

/** A row as it is stored, or what is wrong with it by field. */
export type ReadRow =
  | { draft: SampleDraft & { state: number }; changed: readonly string[] }
  | { wrong: ReadonlyMap<string, Words> }

/** Reads a row that was sent: a new response, or a change of one that is there. */
export function readRow(source: RowSource, sent: SentResponse, former: FormerRow | null): ReadRow {
  const { model } = source.access
  const wrong = new Map<string, Words>()
  const state = sent.state ?? (former ? former.state : completedState)
  if (model.anonymity !== null) refuseInAnonymous(sent, wrong)
  if (former?.state === completedState && state !== completedState)
    wrong.set('state', say`A response that is completed stays completed.`)
  const { values, fieldOf } = valuesOf(source, sent, wrong)
  const start = former ?? { answers: {}, contact: {}, eventDate: sent.date ?? source.today, unitIds: [] }
  const read = readFields(source, start, values, {
    defs: Object.keys(values).map((name) => plainField(name)),
    everything: false,
  })
  for (const [name, words] of read.messages) wrong.set(fieldOf.get(name) ?? `answers.${name}`, listed(words))
  const draft = dated(source, { ...read.after, state }, sent.date)
  const changed = [
    ...read.changed,
    ...(former && former.eventDate !== draft.eventDate && !read.changed.includes('date') ? ['date'] : []),
  ]
  if (wrong.size === 0 && !isOwn(source, draft)) wrong.set('answers', say`This key may not write at this place.`)
  return wrong.size > 0 ? { wrong } : { draft, changed }
}

/** Whether a row is of the place that the sender may write at. */
export function isOwn(
  { access: { model }, tree, confining }: RowSource,
  row: SampleDraft & { state: number },
): boolean {
  return confining.every((condition) => rowMeets(row, condition, model, tree))
}

function refuseInAnonymous({ id, contact, state }: SentResponse, wrong: Map<string, Words>): void {
  if (id !== undefined) wrong.set('id', say`This survey is anonymous: its responses have no names.`)
  if (contact !== undefined) wrong.set('contact', say`This survey is anonymous: its responses have no respondent.`)
  if (state !== undefined && state !== completedState)
    wrong.set('state', say`This survey is anonymous: it takes completed responses only.`)
}

/** The fields of a row as forms send them, and how the row calls each. */
function valuesOf(
  { access: { model }, units }: RowSource,
  { answers, contact }: SentResponse,
  wrong: Map<string, Words>,
): { values: Record<string, string | string[] | null>; fieldOf: Map<string, string> } {
  const values: Record<string, string | string[] | null> = {}
  const fieldOf = new Map<string, string>()
  for (const [name, value] of Object.entries(contact ?? {})) {
    if (value === undefined) continue
    values[name] = value
    fieldOf.set(name, `contact.${name}`)
  }
  const levels = new Map<string, string>()
  for (const [name, value] of Object.entries(answers)) {
    const question = model.questions.get(name)
    if (!question) {
      wrong.set(`answers.${name}`, say`There is no question "${name}" in this survey.`)
      continue
    }
    const text = textOf(question, value)
    values[name] = text
    fieldOf.set(name, `answers.${name}`)
    if (typeof text === 'string' && text.trim() !== '') levels.set(name, text.trim())
  }
  for (const [level, name] of units.present(levels)) values[level] = name
  return { values, fieldOf }
}

function textOf(question: Question, value: SentResponse['answers'][string]): string | string[] | null {
  if (value === null || Array.isArray(value)) return value
  if (typeof value === 'boolean') return question.type === 'scale' ? String(Number(value)) : String(value)
  if (typeof value === 'number' && question.type === 'single' && !question.choiceByName.has(String(value)))
    return question.choiceByCode.get(value)?.extName ?? String(value)
  return String(value)
}

/** The day of the event, which is an answer as well where the survey has a question for it. */
function dated<Draft extends SampleDraft>(
  { access: { model } }: RowSource,
  draft: Draft,
  sent: string | undefined,
): Draft {
  const { eventDate } = model.config
  const day = sent ?? draft.eventDate
  if (eventDate === undefined || !model.questions.has(eventDate)) return { ...draft, eventDate: day }
  if (draft.answers[eventDate] !== undefined && sent === undefined) return draft
  return { ...draft, eventDate: day, answers: { ...draft.answers, [eventDate]: day } }
}
