import type { getApiSurvey as surveyRoute, listApiSurveys as surveysRoute } from '@gensvar/contract/api-reading'
import { pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { indicatorOf, titleOf } from '#server/domain/indicators/indicator.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'

/** The survey of the caller's key, as a list. */
export async function listApiSurveys(ctx: KeyCtx): Promise<z.input<typeof surveysRoute.response>> {
  const { extName } = await loadSurveyModelById(ctx, ctx.key.surveyId)
  const { model } = await surveyAccess(ctx, extName)
  return {
    surveys: [
      {
        name: extName,
        title: pickText({ ...model.title }, ctx.locale) || extName,
        timeZone: model.timeZone,
        isAnonymous: model.anonymity !== null,
        path: ctx.key.path,
      },
    ],
  }
}

/** What a survey asks and shows. */
export async function getApiSurvey(ctx: KeyCtx, survey: string): Promise<z.input<typeof surveyRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const text = (title: LocalText, name: string): string => pickText(title, ctx.locale) || name
  const levels = new Set(model.views.flatMap((view) => view.levels))
  return {
    name: model.extName,
    title: text({ ...model.title }, model.extName),
    views: pathViews(access).map((view) => ({
      name: view.extName,
      title: text({ ...view.title }, view.extName),
      levels: [...view.levels],
    })),
    questions: [...model.questions.values()].map((question) => ({
      variable: question.variable,
      title: text(titleOf(question), question.variable),
      type: question.type,
      min: question.scaleMin,
      max: question.scaleMax,
      // The units of others are not told to whoever is confined to a place.
      choices: levels.has(question.variable)
        ? []
        : question.choices.map(({ extName, code, title }) => ({
            name: extName,
            code,
            title: text({ ...title }, extName),
          })),
    })),
    indicators: Object.keys(model.config.indicators).map((name) => {
      const { title, unit, goal } = indicatorOf(model, name)
      return { name, title: text(title, name), unit, goal }
    }),
  }
}
