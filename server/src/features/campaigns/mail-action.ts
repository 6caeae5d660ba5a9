import type { Condition } from '@gensvar/contract/conditions'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parsePath, printDrillPath } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { AskedAudience } from '#server/domain/campaigns/audience/asked-audience.ts'
import { demandTold, toldConditions } from '#server/domain/campaigns/lists/told-conditions.ts'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews, requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import { intervalOf } from '#server/widgets/component-path.ts'

/** A mail action at a place. */
export interface AskedAction {
  survey: string
  mailAction: string
  drillPath: string
}

/** Whom of the people at the place is chosen. */
export interface ChosenPeople {
  /** Names of mail filters that are on. */
  mailFilters: readonly string[]
  /** Samples that were taken out by hand. */
  removed: readonly number[]
}

/** A mail action that the caller may use, and the place it is used at. */
export interface ActionAtPlace {
  access: SurveyAccess
  mailAction: string
  /** Ext name of its template. */
  template: string
  requested: RequestedPath
  /** Of the place, of its filters, and of the days that the action's table shows. */
  conditions: readonly Condition[]
  /** The path with all of that: what a campaign is stored with. */
  link: string
}

/**
 * A mail action of a sample table at a place, with the same responses as the table shows there. Throws `not_found` for an
 * action that no table of the caller's has, and as `requestedPath` does.
 */
export async function actionAtPlace(ctx: Ctx, { survey, mailAction, drillPath }: AskedAction): Promise<ActionAtPlace> {
  const access = await surveyAccess(ctx, survey)
  const { component, page, template } = tableOf(ctx, access, mailAction)
  const interval = await intervalOf(ctx, access, component, page)
  const requested = await requestedPath(ctx, access, drillPath, { interval })
  demandTold(access.model, requested.conditions, 'drillPath')
  const { path, isDated } = requested
  const period = isDated || interval === null ? [] : parsePath(`${EVENT_DATE}=${interval}`)
  return {
    access,
    mailAction,
    template,
    requested,
    conditions: toldConditions(access.model, requested.conditions),
    link: printDrillPath({ ...path, filters: [...path.filters, ...period] }, pathViews(access)),
  }
}

/** By which ways they are asked for; everything goes to `fixedRecipient` where it is given. */
export interface AskedWays {
  sendingType: SendingType
  ways: SendingType[]
  toDevices: boolean
  fixedRecipient: string
}

/** The people of an action that are asked for. Everything goes to `fixedRecipient` where it is given. */
export function audienceAt(
  { access, conditions, link, mailAction }: ActionAtPlace,
  { mailFilters, removed }: ChosenPeople,
  { sendingType, ways, toDevices, fixedRecipient }: AskedWays,
): AskedAudience {
  return {
    ...{ access, conditions, link, mailAction, mailFilters, removed, sendingType, ways, toDevices },
    fixedRecipient: fixedRecipient || null,
  }
}

function tableOf(ctx: Ctx, access: SurveyAccess, name: string) {
  for (const { components } of access.model.config.pages)
    for (const { config } of components.filter((one) => isComponentOf(one, 'sample-table'))) {
      const found = config.mailActions.find(({ extname }) => extname === name)
      if (found) return { ...componentOf(ctx, access, config.id), template: found.template }
    }
  throw new AppError('not_found', say`No table of this survey has the mail action "${name}".`)
}
