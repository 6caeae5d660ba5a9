import { z } from 'zod'
import { defineRoute } from './define-route.ts'

/**
 * Figures of one component. `call` is a call of the component's widget (`data`, `chart`, ...), `component` the
 * id in its configuration; the query holds the call's own parameters, which the widget's contract checks, as
 * it does the answer.
 */
export const getWidgetData = defineRoute({
  id: 'getWidgetData',
  summary: 'Figures of a component of the survey',
  method: 'GET',
  path: '/rest/widgets/{call}/{survey}/{component}/{drillPath}',
  permission: 'survey',
  params: z.object({ call: z.string(), survey: z.string(), component: z.string(), drillPath: z.string() }),
  query: z.record(z.string(), z.string()),
  body: z.undefined(),
  response: z.unknown(),
})
