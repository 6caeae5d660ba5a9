import type { saveUserEditorData } from '@gensvar/contract/user-editor'
import { splitFilterValues } from '@gensvar/contract/user-filters'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { insertMembership } from '#server/domain/build/user.ts'
import type { StoredFilter } from '#server/domain/people/question-filters.ts'
import { missingFilters } from '#server/domain/people/required-filters.ts'
import { problemOf, saveFilters } from '#server/domain/people/save-filters.ts'
import type { NewFilter } from '#server/domain/people/save-filters.ts'
import { demandGivableRole, mayModifyUserFilters } from '#server/domain/rights/may-give.ts'
import { readUniverseRoles, sheetOf } from '#server/domain/rights/role-sheets.ts'
import type { RoleSheet } from '#server/domain/rights/role-sheets.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { removeMembershipRow, saveMembershipRow } from './store.ts'
import type { EditedUniverse, StoredMembership } from './store.ts'

/** A card as the form sends it. */
export type SentCard = z.output<typeof saveUserEditorData.body>['universeUsers'][number]

/** A card to save, with what is stored of its universe. */
export interface CardToSave {
  /** Its path in the form, `universeUsers.0`. */
  at: string
  sent: SentCard
  universe: EditedUniverse
  models: readonly SurveyModel[]
  /** Those whose filters the caller sees. */
  edited: readonly SurveyModel[]
  before: StoredMembership | undefined
  filters: readonly StoredFilter[]
}

/** What saving a card changes of a user's rights. */
export interface CardPlan extends CardToSave {
  membership: StoredMembership | null
  changedFilters: NewFilter[]
  /** The user may do or see something else than before: their sessions there end. */
  changesRights: boolean
}

/**
 * Checks a card and says what it changes. Wrong fields are added to `wrong`. Throws `forbidden` for a role or filters
 * that the caller may not give.
 */
export async function planCard(ctx: Ctx, card: CardToSave, wrong: Map<string, Words>): Promise<CardPlan> {
  const { at, sent, universe, before } = card
  const none = { ...card, membership: null, changedFilters: [], changesRights: before !== undefined }
  if (!sent.createuser) return none
  if (sent.selectedrole === null) {
    wrong.set(`${at}.selectedrole`, say`A role is required`)
    return none
  }
  const sheet = sheetOf(await readUniverseRoles(ctx.db, universe.id), sent.selectedrole)
  if (!sheet) {
    wrong.set(`${at}.selectedrole`, say`There is no such role.`)
    return none
  }
  if (before?.roleId !== sent.selectedrole && !ctx.identity.isRoot)
    await demandGivableRole(ctx, sent.selectedrole).catch((error: unknown) => {
      throw error instanceof AppError
        ? new AppError(error.code, error.words, { [`${at}.selectedrole`]: error.words })
        : error
    })
  if (!universe.locales.includes(sent.selectedlocale) && before?.locale !== sent.selectedlocale)
    wrong.set(`${at}.selectedlocale`, say`is no language of the organisation`)
  const changedFilters = await filterChanges(ctx, card, wrong)
  demandRequired(card, sheet, changedFilters, wrong)
  const membership: StoredMembership = {
    universeId: universe.id,
    roleId: sent.selectedrole,
    admin: ctx.identity.isRoot ? sent.admin : (before?.admin ?? false),
    disabled: sent.disabled,
    locale: sent.selectedlocale,
    notifyFlags: sent.notification === 0 ? 0 : before?.notifyFlags || 1,
    muted: sent.notificationChannels.filter(({ enabled }) => !enabled).map(({ channel }) => channel),
  }
  const changesRights =
    before !== undefined &&
    (changedFilters.length > 0 ||
      before.roleId !== membership.roleId ||
      before.admin !== membership.admin ||
      before.disabled !== membership.disabled)
  return { ...card, membership, changedFilters, changesRights }
}

/** Stores what a card changes. */
export async function saveCard(tx: WriteTx, userId: number, plan: CardPlan): Promise<void> {
  const { membership, before, universe, changedFilters } = plan
  if (membership === null) {
    if (before !== undefined) await removeMembershipRow(tx, userId, universe.id)
    return
  }
  if (before === undefined)
    await insertMembership(tx.db, { userId, universeId: universe.id, roleId: membership.roleId })
  await saveMembershipRow(tx, userId, membership)
  await saveFilters(tx, { userId, universeId: universe.id }, changedFilters)
}

/** The filters of a card that were changed, with the values they have now. */
async function filterChanges(ctx: Ctx, card: CardToSave, wrong: Map<string, Words>): Promise<NewFilter[]> {
  const { at, sent, universe, models, edited } = card
  const changes: NewFilter[] = []
  const take = (path: string, of: readonly SurveyModel[], filter: NewFilter): void => {
    const words = problemOf(of, filter.variable, filter.values)
    if (words) wrong.set(`${path}.value`, words)
    changes.push(filter)
  }
  for (const [place, { extname, userVariables }] of sent.surveys.entries()) {
    const model = edited.find(({ extName }) => extName === extname)
    if (!model && userVariables.some(({ changed }) => changed))
      throw new AppError('not_found', say`There is no survey named "${extname}".`)
    if (!model) continue
    for (const [index, { variable, value, changed }] of userVariables.entries()) {
      if (!changed || !isOther(card, model.id, variable, value)) continue
      await demandFilters(ctx, extname)
      const filter = { surveyId: model.id, variable, values: splitFilterValues(value) }
      take(`${at}.surveys.${place}.userVariables.${index}`, [model], filter)
    }
  }
  for (const [index, { variable, value, changed }] of sent.globalVariables.entries()) {
    if (!changed || !isOther(card, null, variable, value)) continue
    await demandFilters(ctx, null)
    if (universe.id !== ctx.identity.universe?.id)
      throw new AppError('forbidden', say`Question filters are changed in the organisation that they hold in.`)
    take(`${at}.globalVariables.${index}`, models, { surveyId: null, variable, values: splitFilterValues(value) })
  }
  return changes
}

function isOther({ filters }: CardToSave, surveyId: number | null, variable: string, value: string): boolean {
  const stored = filters.find((filter) => filter.surveyId === surveyId && filter.variable === variable)
  return JSON.stringify(stored?.values ?? []) !== JSON.stringify(splitFilterValues(value))
}

async function demandFilters(ctx: Ctx, survey: string | null): Promise<void> {
  if (!ctx.identity.isRoot && !(await mayModifyUserFilters(ctx, survey)))
    throw new AppError('forbidden', say`Your role may not change the filters of users here.`)
}

/** Questions that must have a value. */
function demandRequired(
  { at, sent, edited, filters }: CardToSave,
  sheet: RoleSheet,
  changes: readonly NewFilter[],
  wrong: Map<string, Words>,
): void {
  const shown = edited.filter(({ extName }) => sent.surveys.some(({ extname }) => extname === extName))
  for (const { survey, variable } of missingFilters(shown, sheet, [...changes, ...filters])) {
    const place = sent.surveys.findIndex(({ extname }) => extname === survey.extName)
    const index = sent.surveys[place]?.userVariables.findIndex((one) => one.variable === variable) ?? 0
    wrong.set(`${at}.surveys.${place}.userVariables.${Math.max(0, index)}.value`, say`value is required`)
  }
}
