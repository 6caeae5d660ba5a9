import { printDrillPath } from '@gensvar/contract/drill-path'
import type { StoredEffectBlock, saveEffectBlock as saveRoute } from '@gensvar/contract/effects'
import { isLocale, pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import { readEffectBlocks } from '#server/domain/actions/effect-block-store.ts'
import type { EffectBlockRow } from '#server/domain/actions/effect-block-store.ts'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews, requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { insertEffectBlockRow, removeEffectBlockRow, saveEffectBlockRow } from './store.ts'
import type { EffectBlockContent } from './store.ts'

type Saved = z.output<(typeof saveRoute)['body']>
type Content = Omit<Saved, 'version'>

/** Types of question that have an effect on a score: those with a number behind each answer. */
const measured: ReadonlySet<string> = new Set(['scale', 'numeric', 'single'])

/** The blocks of effects of a survey, and the questions that they can name. */
export async function listEffectBlocks(ctx: Ctx, survey: string) {
  const access = await surveyAccess(ctx, survey)
  const { questions, config } = access.model
  const rows = await readEffectBlocks(ctx.db, access.model.id)
  return {
    blocks: await Promise.all(rows.map((row) => blockOf(ctx, access, row))),
    questions: [...questions.values()]
      .filter(({ type }) => measured.has(type))
      .map(({ variable }) => ({ variable, title: titleOf(ctx, access, variable) })),
    isUsed: config.effects === 'administration',
  }
}

/** Makes a block of effects. Throws `validation` naming what is wrong. */
export async function createEffectBlock(
  ctx: Ctx,
  survey: string,
  { version: _new, ...content }: Saved,
): Promise<StoredEffectBlock> {
  const access = await surveyAccess(ctx, survey)
  const checked = await checkedContent(ctx, access, content)
  const id = await write(ctx, async (tx) => {
    const made = await insertEffectBlockRow(tx, access.model.id, checked)
    await tx.audit({ action: 'effects.create', surveyId: access.model.id, object: String(made) })
    return made
  })
  return blockOf(ctx, access, { ...checked, id, version: 1 })
}

/** Saves a block of effects. Throws as `createEffectBlock`, `not_found`, and `conflict` for a stale version. */
export async function saveEffectBlock(
  ctx: Ctx,
  { survey, effectId: id }: { survey: string; effectId: number },
  { version, ...content }: Saved,
): Promise<StoredEffectBlock> {
  const access = await surveyAccess(ctx, survey)
  const checked = await checkedContent(ctx, access, content)
  await write(ctx, async (tx) => {
    const saved = await saveEffectBlockRow(tx, { surveyId: access.model.id, id, version }, checked)
    if (!saved) throw noSuchBlock()
    if (!saved.isSaved)
      throw new AppError('conflict', say`Somebody else changed these effects since you opened them.`, {
        version: say`is out of date`,
      })
    await tx.audit({ action: 'effects.save', surveyId: access.model.id, object: String(id) })
  })
  return blockOf(ctx, access, { ...checked, id, version: version + 1 })
}

/** Deletes a block of effects. Throws `not_found`. */
export async function removeEffectBlock(
  ctx: Ctx,
  { survey, effectId: id }: { survey: string; effectId: number },
): Promise<{ ok: true }> {
  const { model } = await surveyAccess(ctx, survey)
  await write(ctx, async (tx) => {
    if (!(await removeEffectBlockRow(tx, model.id, id))) throw noSuchBlock()
    await tx.audit({ action: 'effects.remove', surveyId: model.id, object: String(id) })
  })
  return { ok: true }
}

/** The content with its place as paths are printed. Throws `validation` naming every wrong field. */
async function checkedContent(ctx: Ctx, access: SurveyAccess, content: Content): Promise<EffectBlockContent> {
  const wrong: Record<string, Words> = {}
  const place = await placeOf(ctx, access, content.drillPath)
  if ('why' in place) wrong['drillPath'] = place.why
  if (content.fromDate !== null && content.toDate !== null && content.toDate < content.fromDate)
    wrong['toDate'] = say`must not be before the first day`
  if (content.fromCSI !== null && content.toCSI !== null && content.toCSI <= content.fromCSI)
    wrong['toCSI'] = say`must be above the lower end`
  const named = new Set<string>()
  for (const [at, { questionVariable: variable }] of content.rows.entries()) {
    const question = access.model.questions.get(variable)
    const key = `rows.${at}.questionVariable`
    if (!question || !measured.has(question.type)) wrong[key] = say`There is no question "${variable}" with a score.`
    else if (named.has(variable)) wrong[key] = say`is there twice`
    named.add(variable)
  }
  if ('why' in place || Object.keys(wrong).length > 0)
    throw new AppError('validation', say`The effects cannot be saved like this.`, wrong)
  return { ...content, drillPath: place.path }
}

/** The place of a path, or why it is none. */
async function placeOf(
  ctx: Ctx,
  access: SurveyAccess,
  drillPath: string,
): Promise<{ path: string; title: string } | { why: Words }> {
  try {
    const { path, unit, tree } = await requestedPath(ctx, access, drillPath)
    if (path.filters.length > 0) return { why: say`Effects are set for a place, without filters.` }
    const title = unit
      ? tree
          .pathOf(unit)
          .map((one) => unitText(one, ctx.locale))
          .join(' / ')
      : everything(ctx.locale)
    return { path: printDrillPath(path, pathViews(access)), title }
  } catch (error) {
    if (error instanceof AppError) return { why: error.words }
    throw error
  }
}

async function blockOf(ctx: Ctx, access: SurveyAccess, row: EffectBlockRow): Promise<StoredEffectBlock> {
  const place = await placeOf(ctx, access, row.drillPath)
  return {
    ...row,
    rows: row.rows.map(({ questionVariable, effectSize }) => ({
      questionName: titleOf(ctx, access, questionVariable),
      questionVariable,
      effectSize,
    })),
    placeTitle: 'title' in place ? place.title : null,
  }
}

function titleOf({ locale }: Ctx, { model }: SurveyAccess, variable: string): string {
  const title = pickText(model.questions.get(variable)?.title, isLocale(locale) ? locale : 'en')
  return title === '' ? variable : title
}

function noSuchBlock(): AppError {
  return new AppError('not_found', say`There are no such effects.`)
}
