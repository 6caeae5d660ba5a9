import type { roleSurvey } from '@gensvar/contract/roles'
import { roleChannels } from '@gensvar/contract/entities/roles'
import type { surveyAccess } from '@gensvar/contract/entities/roles'
import type { LocalText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { questionsOfRules } from '#server/domain/alerts/rule-questions.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { channelTitles } from '#server/domain/people/channels.ts'
import { anchorKey, surveyFlags } from '#server/domain/rights/role-rights.ts'
import type { StoredSurveyRights, SurveyFlag } from '#server/domain/rights/role-rights.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RoleAccess } from './role-access.ts'
import { readSurveys } from './store.ts'
import type { RoleSurveyRow } from './store.ts'

/** The surveys that the caller may give rights in, by ext name. One whose configuration cannot be read is left out. */
export async function surveysOf({ db }: Pick<Ctx, 'db'>, access: RoleAccess): Promise<SurveyModel[]> {
  const surveys = (await readSurveys(db, access.universe.id)).filter(
    ({ id }) => access.held === null || access.held.surveys.has(id),
  )
  const models = await Promise.all(
    surveys.map(({ id }) =>
      loadSurveyModelById({ db }, id).catch((error: unknown) => {
        if (error instanceof AppError) return null
        throw error
      }),
    ),
  )
  return models.filter((model) => model !== null)
}

/** What the rights of a role in a survey can name. */
export function surveyOptions(model: SurveyModel): z.output<typeof roleSurvey> {
  const named = (title: LocalText | undefined, extName: string): LocalText =>
    title !== undefined && Object.keys(title).length > 0 ? title : extName
  return {
    extName: model.extName,
    title: named({ ...model.title }, model.extName),
    anonymous: model.anonymity !== null,
    views: model.views.map(({ extName, title, levels }) => ({
      extName,
      title: named({ ...title }, extName),
      levels: levels.map((variable) => {
        const question = model.questions.get(variable)
        return { variable, title: question ? titleOf(question) : variable }
      }),
    })),
    pages: model.config.pages.map(({ extname, title }) => ({ extName: extname, title: named(title, extname) })),
  }
}

/** The levels of a view at which actions can be made: the top, whose level is empty, and each below. */
export function anchorsOf({ views }: Pick<SurveyModel, 'views'>): { view: string; level: string }[] {
  return views.flatMap(({ extName, levels }) => ['', ...levels].map((level) => ({ view: extName, level })))
}

/** A role's rights in a survey as its form shows them, everything named that can be; without a row it has none. */
export function accessEntity(model: SurveyModel, row: RoleSurveyRow | undefined): z.output<typeof surveyAccess> {
  const rights = row?.rights
  const views = rights?.viewAccessList ?? null
  const anchors = rights?.anchorAccessList ?? null
  const open = new Set(anchors?.filter(({ access }) => access).map(({ view, level }) => anchorKey(view, level)))
  const questions = [...new Set([...questionsOfRules(model).values()].flat())]
  return {
    surveyExtName: model.extName,
    access: row?.access ?? false,
    ...flagsOf(rights),
    startPage: rights?.startPage || null,
    viewOrder: rights?.viewOrder.filter((name) => model.views.some(({ extName }) => extName === name)) ?? [],
    viewAccessList: model.views.map(({ extName }) => {
      const entry = views?.find(({ view }) => view === extName)
      return {
        view: extName,
        access: views === null || entry?.access === true,
        defaultDrill: entry?.defaultDrill || null,
      }
    }),
    anchorAccessList: anchorsOf(model).map((anchor) => ({
      ...anchor,
      access: anchors === null || open.has(anchorKey(anchor.view, anchor.level)),
    })),
    notifications: rights?.notifications ?? 0,
    questionNotificationList: questions.map((variable) => {
      const question = model.questions.get(variable)
      const entry = rights?.questionNotificationList.find((one) => one.variable === variable)
      return { variable, title: question ? titleOf(question) : variable, enabled: entry?.enabled ?? true }
    }),
    notificationChannelList: roleChannels.map((channel) => ({
      channel,
      title: channelTitles[channel],
      enabled: rights?.notificationChannelList.find((one) => one.channel === channel)?.enabled ?? true,
    })),
  }
}

function flagsOf(rights: StoredSurveyRights | undefined): Record<SurveyFlag, boolean> {
  return Object.fromEntries(surveyFlags.map((flag) => [flag, rights?.[flag] ?? false])) as Record<SurveyFlag, boolean>
}
