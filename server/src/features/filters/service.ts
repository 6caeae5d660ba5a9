import type { FilterGroupConfig } from '@gensvar/contract/configuration/filters'
import type { FilterOption, FilterSet, Survey } from '@gensvar/contract/entities/survey'
import type { savedFilter } from '@gensvar/contract/filters'
import { parsePath, PathError } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { aggregate, responseDays } from '#server/domain/figures/aggregate.ts'
import { latestYearOf } from '#server/domain/indicators/latest-year.ts'
import { vocabularyOf } from '#server/domain/figures/figures.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { askPeriod } from '#server/domain/scripts/ask-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { filterSetOf, offersChoices } from './filter-set.ts'
import { offersDates, publishedDates, publishedGroups } from './published-filters.ts'
import type { OfferedFilters } from './published-filters.ts'
import { usualPeriods } from './usual-periods.ts'
import { matchingOptions } from './option-search.ts'
import {
  countSavedFilterRows,
  createSavedFilterRow,
  listFilterCampaignRows,
  listSavedFilterRows,
  removeSavedFilterRow,
} from './store.ts'

export { matchingOptions }

type SavedFilter = z.infer<typeof savedFilter>

/** Maximum number of a user's saved filters in a survey. */
export const maxSavedFilters = 100

/** Maximum number of options returned for a query. */
const maxMatches = 100

/** The filter set of a tab; the options of a limited user are the answers they may see. */
export async function getFilterData(ctx: Ctx, survey: string, type: 'standard' | 'time'): Promise<FilterSet> {
  return filterSetFor(ctx, await surveyAccess(ctx, survey), type)
}

/** As `getFilterData`, for a survey whose access is already checked. */
export async function filterSetFor(ctx: Ctx, access: SurveyAccess, type: 'standard' | 'time'): Promise<FilterSet> {
  const seen = new Map<string, ReadonlySet<string> | null>()
  const groups = await groupsFor(ctx, access, type)
  for (const group of groups)
    for (const filter of group.filters) {
      const question = askedQuestion(access.model, filter.extName)
      if (question && offersChoices(filter, question))
        seen.set(filter.extName, await answersSeen(ctx, access, question))
    }
  return filterSetOf(access.model, type, groups, (question) => seen.get(question.variable) ?? null)
}

/** The groups of a tab as configured; in an anonymous survey only what can be answered. */
async function groupsFor(
  ctx: Ctx,
  access: SurveyAccess,
  type: 'standard' | 'time',
): Promise<readonly FilterGroupConfig[]> {
  const configured = access.model.config.filters[type]
  if (configured.length === 0) return configured
  const offered = await publishedOffer(ctx, access, configured.some(offersDates))
  return offered === null ? configured : publishedGroups(configured, offered)
}

/** What an anonymous survey can be asked for; null for one that answers everything. */
async function publishedOffer(ctx: Ctx, access: SurveyAccess, withDates: boolean): Promise<OfferedFilters | null> {
  const { model } = access
  const vocabulary = access.canViewInterviews ? null : await vocabularyOf(ctx, access)
  if (!vocabulary?.period) return null
  const range = withDates ? await responseDays(ctx, model) : null
  return {
    questions: vocabulary.filters,
    base: vocabulary.period,
    firstDay: range?.first ?? null,
    today: todayIn(ctx.clock, model.timeZone),
  }
}

/**
 * The periods to choose from: those of the survey's script, else the configured ones and the usual ones; in an anonymous
 * survey only published ones.
 */
export async function offeredPeriods(
  ctx: Ctx,
  access: SurveyAccess,
): Promise<Pick<Survey, 'periods' | 'periodTitles' | 'latestYear'>> {
  const offered = await askPeriod(ctx, access.model, 'GET_AVAILABLE_TIMESPANS', {}, (periods) =>
    periods.map(({ value }) => value),
  )
  if (offered === null) return { ...(await usualPeriodsOf(ctx, access)), periodTitles: {} }
  return {
    periods: offered.map(({ value }) => value),
    periodTitles: Object.fromEntries(offered.map(({ value, title }) => [value, title])),
    latestYear: null,
  }
}

async function usualPeriodsOf(ctx: Ctx, access: SurveyAccess): Promise<Pick<Survey, 'periods' | 'latestYear'>> {
  const { model } = access
  const { standard, time } = model.config.filters
  const configured = [...time, ...standard].filter(offersDates).flatMap((group) => group.quickSelect)
  const offered = await publishedOffer(ctx, access, true)
  if (offered !== null) return { periods: publishedDates(configured, offered), latestYear: null }
  const thisYear = Number(todayIn(ctx.clock, model.timeZone).slice(0, 4))
  return usualPeriods(configured, await latestYearOf(ctx, access), thisYear)
}

/** Options of a filter whose title or name holds a text. Throws `not_found` for a filter the survey does not have. */
export async function queryFilter(
  ctx: Ctx,
  survey: string,
  name: string,
  text: string,
): Promise<{ options: FilterOption[]; total: number }> {
  const access = await surveyAccess(ctx, survey)
  const sets = await Promise.all((['standard', 'time'] as const).map((type) => groupsFor(ctx, access, type)))
  const filter = sets
    .flat()
    .flatMap((group) => group.filters)
    .find((one) => one.extName === name)
  const question = askedQuestion(access.model, name)
  if (!filter || !question) throw new AppError('not_found', say`There is no filter named "${name}".`)
  const seen = await answersSeen(ctx, access, question)
  return matchingOptions(question, seen, text, ctx.locale, maxMatches)
}

/** Name of a campaign. Throws `not_found`. */
export async function getCampaignName(ctx: Ctx, survey: string, id: number): Promise<{ id: number; title: string }> {
  const { campaigns } = await listFilterCampaigns(ctx, survey)
  const found = campaigns.find((campaign) => campaign.id === id)
  if (!found) throw new AppError('not_found', say`There is no such campaign.`)
  return { id: found.id, title: found.title }
}

/** Campaigns the campaign filter offers. */
export async function listFilterCampaigns(
  ctx: Ctx,
  survey: string,
): Promise<{ campaigns: { id: number; title: string; sendingType: string }[] }> {
  const { model } = await surveyAccess(ctx, survey)
  return { campaigns: await listFilterCampaignRows(ctx, model.id) }
}

/** Saved filters of the caller and those shared with them. */
export async function listSavedFilters(ctx: Ctx, survey: string): Promise<{ savedFilters: SavedFilter[] }> {
  const { model } = await surveyAccess(ctx, survey)
  return { savedFilters: await listSavedFilterRows(ctx, model.id) }
}

/**
 * Saves filters under a name. Throws `conflict` when the caller already has that name, `validation` for an invalid path
 * or when there are too many.
 */
export async function createSavedFilter(
  ctx: Ctx,
  survey: string,
  values: { name: string; path: string; shared: boolean },
): Promise<SavedFilter> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  try {
    parsePath(values.path)
  } catch (error) {
    if (error instanceof PathError)
      throw new AppError('validation', say`These filters cannot be read.`, { path: error.words })
    throw error
  }
  // Resolved first, so that only filters that can be applied are saved.
  await requestedPath(ctx, access, values.path)
  if ((await countSavedFilterRows(ctx, model.id)) >= maxSavedFilters) {
    const words = say`You have ${maxSavedFilters} saved filters in this survey, which is the maximum. Delete one first.`
    throw new AppError('validation', words, { name: words })
  }
  return write(ctx, async (tx) => {
    const saved = await createSavedFilterRow(tx, model.id, values)
    if (!saved)
      throw new AppError('conflict', say`You already have a filter named "${values.name}".`, { name: say`in use` })
    await tx.audit({ action: 'filter.save', surveyId: model.id, object: String(saved.id) })
    return saved
  })
}

/** Deletes a saved filter of the caller's own. Throws `not_found`. */
export async function removeSavedFilter(ctx: Ctx, survey: string, id: number): Promise<{ ok: true }> {
  const { model } = await surveyAccess(ctx, survey)
  await write(ctx, async (tx) => {
    if (!(await removeSavedFilterRow(tx, model.id, id)))
      throw new AppError('not_found', say`You have no such saved filter.`)
    await tx.audit({ action: 'filter.remove', surveyId: model.id, object: String(id) })
  })
  return { ok: true }
}

/** Answers to a question among the responses the caller may see; null for a caller without limits. */
export async function answersSeen(
  ctx: Ctx,
  access: SurveyAccess,
  question: Question,
): Promise<ReadonlySet<string> | null> {
  const isFree = access.caseScope.conditions.length === 0 || !access.canViewInterviews
  if (isFree || question.choices.length === 0) return null
  const { rows } = await aggregate(ctx, access.model, access.caseScope, {
    conditions: [],
    by: { question: question.variable },
    indicators: [{ key: 'n', expression: 'samples()' }],
  })
  return new Set(rows.filter((row) => (row.values[0]?.value ?? 0) > 0).map((row) => row.key.name))
}
