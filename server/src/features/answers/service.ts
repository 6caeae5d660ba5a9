import type { Locale } from '@gensvar/contract/local-text'
import { localeOfTag } from '@gensvar/contract/local-text'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { readLink } from '#server/domain/campaigns/tracking/read-link.ts'
import { programContext } from '#server/domain/context.ts'
import type { OpenCtx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { completeSample } from '#server/domain/samples/complete-sample.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { fieldSource, plainField } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import { readFields } from '#server/domain/samples/read-fields.ts'
import type { FieldValues } from '#server/domain/samples/read-fields.ts'
import { cancelledState, completedState, unapprovedState } from '#server/domain/samples/sample-rights.ts'
import { lockSampleRow } from '#server/domain/samples/sample-store.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { askedQuestions } from './asked-questions.ts'
import { findAnsweredRow, insertAnonymousAnswer, insertAnswerEvents, useLink } from './store.ts'
import type { AnsweredRow } from './store.ts'

export { countAnswersTask } from './count-answers-task.ts'

/** What was entered, by question. */
export type Entered = ReadonlyMap<string, readonly string[]>

/** A link to answer at, with what it leads to. */
export type AnswerPlace =
  | { kind: 'unknown' }
  | { kind: 'closed' | 'done'; model: SurveyModel; locale: Locale | null }
  | {
      kind: 'open'
      model: SurveyModel
      locale: Locale | null
      row: AnsweredRow
      questions: Question[]
      source: FieldSource
    }

/** What became of answers; `wrong` has what is wrong by question, and under '' what is wrong with all of them. */
export type Answered = { kind: 'done' } | { kind: 'wrong'; messages: ReadonlyMap<string, Words> }

/** Longest open answer, in characters. */
export const longestAnswer = 5000

/** What a link to answer at leads to. */
export async function answerPlace(ctx: OpenCtx, token: string): Promise<AnswerPlace> {
  const link = await readLink(ctx.db, 'answer', token)
  const row = link ? await findAnsweredRow(ctx.db, link.universeId, link.numbers[0] ?? 0) : null
  if (!row) return { kind: 'unknown' }
  const model = await loadSurveyModelById(ctx, row.surveyId)
  const locale = localeOfTag(contactText(model, row, 'language'))
  const state = stateOf(model, row)
  if (state !== 'open') return { kind: state, model, locale }
  const source = await fieldSource(ctx, await programAccess(ctx, model))
  return { kind: 'open', model, locale, row, source, questions: askedQuestions(model, row) }
}

function stateOf(model: SurveyModel, { state, isUsed }: AnsweredRow): 'open' | 'closed' | 'done' {
  if (state === completedState || isUsed) return 'done'
  return model.disabled || state === cancelledState || state === unapprovedState ? 'closed' : 'open'
}

/**
 * Stores the answers of a respondent, once: whoever answers at the same time or again changes nothing, and is thanked. In an
 * anonymous survey they become a response that nothing connects with the sample.
 */
export async function answer(
  ctx: OpenCtx,
  { model, row, source, questions }: Extract<AnswerPlace, { kind: 'open' }>,
  entered: Entered,
): Promise<Answered> {
  const isAnonymous = model.anonymity !== null
  const start = isAnonymous ? anonymousStart(model, row, todayIn(ctx.clock, model.timeZone)) : row
  const values = valuesOf(questions, entered)
  const messages = tooLong(values)
  if (Object.keys(values).length === 0) messages.set('', say`Answer at least one question.`)
  const read = readFields(source, start, values, {
    defs: questions.map(({ variable }) => plainField(variable)),
    everything: false,
  })
  for (const [variable, words] of read.messages) messages.set(variable, listed(words))
  if (messages.size > 0) return { kind: 'wrong', messages }
  await write(programContext(ctx, 'answer page'), async (tx) => {
    await lockSampleRow(tx, model.id, row.id)
    const now = await findAnsweredRow(tx.db, model.universeId, row.id)
    if (!now || stateOf(model, now) !== 'open') return
    if (isAnonymous) await answerAnonymously(tx, model, now, read.after)
    else {
      const { answers } = read.after
      // What somebody else has changed of the sample since the page was opened stays.
      const given = Object.fromEntries(
        read.changed.flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]])),
      )
      const after = {
        ...now,
        answers: { ...now.answers, ...given },
        contact: { ...now.contact },
        unitIds: [...now.unitIds],
      }
      await completeSample(tx, model, now, { after, changed: read.changed })
      await insertAnswerEvents(tx, row.id)
    }
  })
  return { kind: 'done' }
}

async function answerAnonymously(
  tx: WriteTx,
  model: SurveyModel,
  { id }: AnsweredRow,
  { answers, eventDate, unitIds }: { answers: AnsweredRow['answers']; eventDate: string; unitIds: number[] },
): Promise<void> {
  if (!(await useLink(tx, id))) return
  const made = await insertAnonymousAnswer(tx, model.id, { answers: { ...answers }, eventDate, unitIds })
  // Without the response: the log would tell when it was given.
  await tx.audit({ action: 'survey.answer', surveyId: model.id, universeId: model.universeId })
  await tx.changed(model.id, [made])
}

/** What an anonymous answer starts with: the place, and the backgrounds that published figures may be filtered by. */
function anonymousStart({ views, anonymity }: SurveyModel, row: AnsweredRow, today: string): AnsweredRow {
  const kept = new Set([...views.flatMap(({ levels }) => levels), ...(anonymity?.filters ?? [])])
  const answers = Object.fromEntries(Object.entries(row.answers).filter(([variable]) => kept.has(variable)))
  // Of the day it is given: the day of an event would lead to the sample.
  return { ...row, answers, contact: {}, eventDate: today }
}

function valuesOf(questions: readonly Question[], entered: Entered): FieldValues {
  return Object.fromEntries(
    questions.flatMap(({ variable, type }): [string, string | string[]][] => {
      const given = (entered.get(variable) ?? []).map((one) => one.trim()).filter((one) => one !== '')
      const [first] = given
      if (first === undefined) return []
      return [[variable, type === 'multiple' ? given : first]]
    }),
  )
}

function tooLong(values: FieldValues): Map<string, Words> {
  const long = Object.entries(values).filter(([, value]) =>
    [value].flat().some((one) => (one ?? '').length > longestAnswer),
  )
  return new Map(long.map(([variable]) => [variable, say`Write at most ${longestAnswer} characters.`]))
}
