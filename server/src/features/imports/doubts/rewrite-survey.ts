import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import { AppError } from '#server/platform/errors.ts'
import { choiceTitle } from '../load/load-rows.ts'
import { numbered } from '../load/choice-book.ts'
import { readAnswerNames, regroupQuestions, replaceChoices, updateQuestion } from '../metadata/store.ts'
import { ownGroups } from '../configuration/dashboard-parts.ts'
import { groupsOf, questionOf } from '../metadata/write-metadata.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { chosenFor, decidedPlan } from './decided-plan.ts'
import { doubtId } from './doubt.ts'
import type { Decisions, Doubt } from './doubt.ts'
import { hasFinalAnswers, rewriteAnswers } from './answers-store.ts'

/** A survey whose doubts are decided anew, with the plan it was made from. */
interface RewrittenSurvey {
  id: number
  locale: string
  plan: ImportPlan
  /** Ids of its questions by variable. */
  questions: ReadonlyMap<string, number>
}

/**
 * Makes a survey what it would be if it had been imported with the decisions `after` instead of `before`: its answers,
 * questions, choices and groups, but not its configuration. Returns the number of responses that changed. Throws
 * `conflict` if an anonymous survey has counted some of them already.
 */
export async function rewriteSurvey(
  db: Kysely<Database>,
  survey: RewrittenSurvey,
  doubts: readonly Doubt[],
  { before, after }: { before: Decisions; after: Decisions },
): Promise<number> {
  const changed = doubts.filter((doubt) => chosenFor(doubt, before) !== chosenFor(doubt, after))
  if (changed.length === 0) return 0
  for (const doubt of changed) if (await hasFinalAnswers(db, survey.id, doubt)) throw finalAnswers()
  let responses = 0
  for (const doubt of changed) responses += await rewriteAnswers(db, survey.id, doubt, chosenFor(doubt, after))
  // Files may tell what is hidden from now on.
  if (changed.some(({ kind }) => kind === 'personal')) await removeCaseFiles({ db }, survey.id)
  const plan = decidedPlan(survey.plan, doubts, after)
  const variables = new Set(changed.filter(({ kind }) => kind !== 'dates').map(({ variable }) => variable))
  for (const column of plan.columns) if (variables.has(column.variable)) await rewriteQuestion(db, survey, column)
  await regroupQuestions(db, survey.id, groupsOf(plan, survey.locale), ownGroups)
  return responses
}

/** Why a decision that changes final answers is rejected. */
export const finalWords = say`The figures of this anonymous survey count these answers already, so they cannot change any more.`

function finalAnswers(): AppError {
  return new AppError('conflict', finalWords)
}

async function rewriteQuestion(db: Kysely<Database>, survey: RewrittenSurvey, column: PlannedColumn): Promise<void> {
  const questionId = survey.questions.get(column.variable)
  if (questionId === undefined) return
  const { type, scale, filterable, format, choices = [] } = questionOf(column, survey.locale)
  await updateQuestion(db, questionId, { type, scale, filterable, format })
  const isClosed = type === 'single' || type === 'multiple'
  const names = isClosed ? numbered(await readAnswerNames(db, survey.id, column.variable)) : []
  const answered = names.map((choice) => ({ ...choice, title: choiceTitle(column, choice.extName, survey.locale) }))
  await replaceChoices(db, questionId, isClosed ? answered : choices)
}

/** The decisions in force of stored doubts. */
export function decisionsOf(stored: readonly { doubt: Doubt; chosen: ReturnType<typeof chosenFor> }[]): Decisions {
  return new Map(stored.map(({ doubt, chosen }) => [doubtId(doubt), chosen]))
}
