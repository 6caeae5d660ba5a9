import { getWidgetData } from '@gensvar/contract/widget-data'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { runWidget } from '#server/widgets/run-widget.ts'

/** Serves the figures of components. */
export function widgetDataRoutes(app: FastifyInstance): void {
  implement(app, getWidgetData, (ctx, { params, query }) => {
    const { survey, component, call, drillPath } = params
    return runWidget(ctx, { survey, component, call, drillPath, params: query })
  })
}
