import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { indicatorExample, indicatorVariable } from './indicator.ts'

/** Figures of several universes, in blocks of groups of tiles. */
export const globalOverview = z.object({
  welcomeText: localText,
  clickText: localText,
  timeFilters: z.array(z.object({ title: localText, extName: z.string() })),
  indicatorBlocks: z.array(
    z.object({
      title: localText,
      host: z.string().nullable(),
      groups: z.array(z.object({ title: localText, variables: z.array(indicatorVariable) })),
    }),
  ),
})

/** Figures of several universes. */
export type GlobalOverview = z.infer<typeof globalOverview>

/** A valid global overview, for the examples of everything that holds one. */
export const globalOverviewExample: GlobalOverview = {
  welcomeText: { en: 'Welcome' },
  clickText: { en: 'Choose where to go' },
  timeFilters: [{ title: { en: 'Last month' }, extName: 'last_1m' }],
  indicatorBlocks: [
    {
      title: { en: 'Stores' },
      host: 'dashboards.example.org',
      groups: [{ title: { en: 'All' }, variables: [indicatorExample] }],
    },
  ],
}

/** The global overview with an example. */
export const globalOverviewEntities = {
  GlobalOverview: defineEntity(globalOverview, globalOverviewExample),
}
