import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam, pathParam } from './request-texts.ts'

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
  params: z.object({ call: nameParam, survey: nameParam, component: nameParam, drillPath: pathParam }),
  query: z.record(nameParam, z.string().max(8000)),
  body: z.undefined(),
  response: z.unknown(),
})
