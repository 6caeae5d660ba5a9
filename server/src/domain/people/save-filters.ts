import type { savedQuestionFilterMap } from '@gensvar/contract/user-filters'
import { splitFilterValues } from '@gensvar/contract/user-filters'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import { replaceFilters } from '#server/domain/build/user.ts'
import type { Ctx } from '#server/domain/context.ts'
import { mayModifyUserFilters } from '#server/domain/rights/may-give.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { everySurvey, goneValues } from './question-filters.ts'

/** Question filters as forms send them. */
export type SavedFilters = z.output<typeof savedQuestionFilterMap>

/** A filter that is to be stored, and what its values are called in the form. */
export interface NewFilter {
  surveyId: number | null
  variable: string
  values: readonly string[]
}

/**
 * The changed filters of a form. Throws `validation` at the fields of those on a question or a choice that is not there,
 * and `forbidden` where the caller's role may not change filters of a survey.
 */
export async function readChangedFilters(
  ctx: Ctx,
  models: readonly SurveyModel[],
  saved: SavedFilters,
): Promise<NewFilter[]> {
  const found: NewFilter[] = []
  const wrong: Record<string, Words> = {}
  for (const [name, items] of Object.entries(saved)) {
    const changed = items.map((item, index) => ({ ...item, index })).filter((item) => item.changed)
    if (changed.length === 0) continue
    const surveys = name === everySurvey ? models : models.filter(({ extName }) => extName === name)
    const [first] = surveys
    if (!first && name !== everySurvey) throw new AppError('not_found', say`There is no survey named "${name}".`)
    if (!(await mayModifyUserFilters(ctx, name === everySurvey ? null : name)))
      throw new AppError('forbidden', say`Your role may not change the filters of users here.`)
    for (const { variable, value, index } of changed) {
      const values = splitFilterValues(value)
      const words = problemOf(surveys, variable, values)
      if (words) wrong[`userQuestionFilterMap.${name}.${index}.value`] = words
      else found.push({ surveyId: name === everySurvey ? null : (first?.id ?? null), variable, values })
    }
  }
  const [words] = Object.values(wrong)
  if (words) throw new AppError('validation', words, wrong)
  return found
}

/** Stores filters of a member, each in place of the earlier one on its variable. */
export async function saveFilters(
  tx: WriteTx<Ctx>,
  of: { userId: number; universeId: number },
  filters: readonly NewFilter[],
): Promise<void> {
  await replaceFilters(
    tx.db,
    filters.map((filter) => ({ ...of, ...filter })),
  )
}

/** Why users cannot be limited to these values; null where they can. No value at all always can. */
export function problemOf(models: readonly SurveyModel[], variable: string, values: readonly string[]): Words | null {
  if (values.length === 0) return null
  if (!models.some(({ questions }) => questions.has(variable)))
    return say`There is no question "${variable}" here any more.`
  const gone = goneValues(models, variable, values)
  return gone.length === 0 ? null : say`No choice of this question: ${gone.join(', ')}.`
}
