import type { PageConfig } from '@gensvar/contract/configuration/pages'
import { say } from '@gensvar/contract/say'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { findComponent } from '@gensvar/contract/widgets/find-component'
import { isKnownType, widgets } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { parsePart } from '#server/platform/http.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { componentPath } from './component-path.ts'
import { widgetServers } from './registry.ts'
import type { WidgetRequest } from './widget-server.ts'

/** A request to a component. `params` are the call's own, not yet parsed. */
export interface WidgetCallRequest {
  survey: string
  component: string
  call: string
  drillPath: string
  params: Record<string, string>
}

/**
 * Answers a call of a component. Throws `not_found` for a component or call that does not exist, `forbidden` for one
 * that is for root users, `validation` for parameters that do not fit.
 */
export async function runWidget(ctx: Ctx, asked: WidgetCallRequest): Promise<unknown> {
  const access = await surveyAccess(ctx, asked.survey)
  const { component, page } = componentOf(ctx, access, asked.component)
  const { contract, run } = callOf(component.type, asked.call)
  const params = parsePart(contract.params, asked.params, 'query')
  // Figures of ancestors and siblings may be seen; a widget that returns single cases limits them by its own scope.
  const requested = await componentPath(ctx, access, component, page, asked.drillPath)
  const answer = contract.response.safeParse(
    await run({ ctx, access, config: component.config, page, requested }, params),
  )
  if (!answer.success)
    throw new Error(`${component.type}.${asked.call} answered outside its contract: ${answer.error.message}`)
  return answer.data
}

/**
 * A component by its id, with the page it is on. Throws `not_found`, and `forbidden` for one that the caller may not
 * see.
 */
export function componentOf(ctx: Ctx, access: SurveyAccess, id: string): { component: AnyComponent; page: PageConfig } {
  for (const page of access.model.config.pages) {
    const component = findComponent([page], id)
    if (!component) continue
    if (component.config['rootOnly'] === true && !ctx.identity.isRoot)
      throw new AppError('forbidden', say`This component is for root users only.`)
    return { component, page }
  }
  throw new AppError('not_found', say`There is no component "${id}" in this survey.`)
}

type Run = (request: WidgetRequest<unknown>, params: unknown) => Promise<unknown>

function callOf(type: string, call: string): { contract: { params: z.ZodType; response: z.ZodType }; run: Run } {
  if (!isKnownType(type)) throw new AppError('not_found', say`"${type}" is not a component type.`)
  const calls: Record<string, { params: z.ZodType; response: z.ZodType }> = widgets[type].calls
  const servers: Partial<Record<string, Record<string, unknown>>> = widgetServers
  const run = servers[type]?.[call]
  const contract = Object.hasOwn(calls, call) ? calls[call] : undefined
  if (!contract || typeof run !== 'function') throw new AppError('not_found', say`"${type}" has no call "${call}".`)
  // The registry's type checks each function against its contract; here they are matched by name only.
  return { contract, run: run as Run }
}
