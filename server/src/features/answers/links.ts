import type { AnswerLinks, AnswerPlaceLink } from '@gensvar/contract/answering'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf as titleOfQuestion } from '#server/domain/indicators/indicator.ts'
import { questionnaireOf } from '#server/domain/questionnaire/questionnaire.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { blankUnit, loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { openToken, trialToken } from './open-link.ts'
import type { OpenLink } from './open-link.ts'
import { titleOf } from './page/page.ts'
import { raiseRotation, readRotation } from './store.ts'

/**
 * The links that anybody can answer at: one for each place of a level that the caller may open, the lowest level without one.
 * `origin` is the address that users open the server at. Throws `not_found` for a hierarchy or level there is none of.
 */
export async function listAnswerLinks(
  ctx: Ctx,
  survey: string,
  { view: asked, level: askedLevel, origin }: { view?: string | undefined; level?: string | undefined; origin: string },
): Promise<AnswerLinks> {
  const access = await surveyAccess(ctx, survey)
  const { model, views } = access
  const view = asked === undefined ? views[0] : views.find(({ extName }) => extName === asked)
  if (asked !== undefined && !view) throw new AppError('not_found', say`There is no view named "${asked}".`)
  const depth = askedLevel === undefined ? (view?.levels.length ?? 0) : (view?.levels.indexOf(askedLevel) ?? -1) + 1
  if (askedLevel !== undefined && depth === 0)
    throw new AppError('not_found', say`There is no level "${askedLevel}" here.`)
  const { universeId, id: surveyId } = model
  const [secret, rotation, trial] = await Promise.all([
    addressSecret(ctx.db, universeId),
    readRotation(ctx.db, surveyId),
    trialToken(ctx, model),
  ])
  const addressOf = (unitId: number, kind: OpenLink['kind']): string =>
    `${origin}/open/${openToken(secret, { universeId, surveyId, unitId, kind, rotation })}`
  const linkOf = ({ id, ...rest }: { id: number; titles: string[]; names: string[] }): AnswerPlaceLink => ({
    ...rest,
    url: addressOf(id, 'link'),
    codeUrl: addressOf(id, 'qr'),
  })
  const locale = questionnaireOf(model).languages[0] ?? ctx.locale
  return {
    isOpen: model.config.questionnaire.openLinks && !model.disabled,
    views: views.map((one) => ({
      extname: one.extName,
      title: viewTitle(one, ctx),
      levels: one.levels.map((name) => ({ name, title: levelTitle(model, name, ctx) })),
    })),
    view: view?.extName ?? null,
    level: view?.levels[depth - 1] ?? null,
    places: (view ? await placesAt(ctx, access, view, depth) : [{ id: 0, titles: [], names: [] }]).map(linkOf),
    trialUrl: `${origin}/try/${trial}`,
    sheet: {
      locale,
      title: titleOf(model, locale),
      instruction: translate(say`Point the camera of your phone here and tell us what you think.`, locale),
    },
  }
}

/** Ends all links that were handed out. */
export async function renewAnswerLinks(ctx: Ctx, survey: string): Promise<{ ok: true }> {
  const { model } = await surveyAccess(ctx, survey)
  await write(ctx, async (tx) => {
    const rotation = await raiseRotation(tx, model.id)
    await tx.audit({ action: 'survey.links.renew', surveyId: model.id, details: { rotation } })
  })
  return { ok: true }
}

/** The places of a level of a view that the caller may open, by their titles. */
async function placesAt(
  ctx: Ctx,
  { model, places }: SurveyAccess,
  { id, extName }: View,
  depth: number,
): Promise<{ id: number; titles: string[]; names: string[] }[]> {
  const tree = await loadUnitTree(ctx, model)
  const found = tree.atDepth(id, depth).flatMap((unit) => {
    const path = tree.pathOf(unit)
    const names = path.map((one) => one.extName)
    if (names.includes(blankUnit) || !places.allows(extName, names)) return []
    return [{ id: unit.id, names, titles: path.map((one) => pickText({ ...one.titles }, ctx.locale) || one.extName) }]
  })
  const { compare } = new Intl.Collator(ctx.locale, { numeric: true })
  return found.toSorted((one, other) => compare(one.titles.join('\n'), other.titles.join('\n')))
}

function viewTitle({ title, extName }: SurveyModel['views'][number], { locale }: Ctx): string {
  return pickText({ ...title }, locale) || extName
}

function levelTitle({ questions }: SurveyModel, name: string, { locale }: Ctx): string {
  const question = questions.get(name)
  return (question && pickText(titleOfQuestion(question), locale)) || name
}
