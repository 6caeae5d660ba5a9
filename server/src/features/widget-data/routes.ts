import { getWidgetData } from '@gensvar/contract/widget-data'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../domain/implement.ts'
import { runWidget } from '../../widgets/run-widget.ts'

/** Serves the figures of components. */
export function widgetDataRoutes(app: FastifyInstance): void {
  implement(app, getWidgetData, async (ctx, { params, query }) => {
    const { survey, component, call, drillPath } = params
    // After a write of the same user the figures hold it, or the answer is late and says so by the freshness stamp.
    await ctx.analytics.fresh(ctx.identity.userId)
    return runWidget(ctx, { survey, component, call, drillPath, params: query })
  })
}
