import { z } from 'zod'
import { globalOverview as overview, globalOverviewExample } from '../entities/global-overview.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { overviewStates } from './example-states/overview-states.ts'

/** Figures of several universes; what it shows is set on the server. */
export const globalOverview = defineWidget({
  type: 'global-overview',
  title: 'Global overview',
  description: 'Figures of the universes a user may enter, in blocks of tiles.',
  sizes: [12],
  config: z.strictObject({ ...componentBase }),
  calls: {
    data: {
      /** `timespan` is the extName of one of the server's time filters; the first where missing. */
      params: z.object({ timespan: z.string().max(80).optional() }),
      response: overview,
    },
  },
  example: {
    config: { id: 'all', size: 12 },
    responses: { data: globalOverviewExample },
    states: inStates((state) => ({ data: overviewStates[state] })),
  },
})
