import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { changeChance } from './entities/indicator.ts'
import { localText } from './local-text.ts'
import { onPage } from './paths.ts'
import { nameParam, pathParam } from './request-texts.ts'

/** One side of a comparison. */
export const comparedSide = z.object({
  /** Answers at its place, with its filters and in its period; null where the number is withheld, rounded where figures are. */
  n: z.number().int().nullable(),
})

/** The difference of a figure of side B from the same one of side A, of what is shown of both alone. */
export const sideDifference = z.object({
  /** Name of the indicator or question. */
  name: z.string(),
  difference: z.number().nullable(),
  formattedDiff: z.string().nullable(),
  /** 1 up, 2 down, anything else neutral. */
  diffArrow: z.number().int(),
  inverse: z.boolean(),
  decimals: z.number().int(),
  /** Null where nothing valid can be said of chance. */
  chance: changeChance.nullable(),
  /** Why no difference is told; null where one is, or where there is nothing to say. */
  why: localText.nullable(),
})

/** A difference of one figure between the sides of a comparison. */
export type SideDifference = z.infer<typeof sideDifference>

/**
 * Which answers the sides have in common: `none`; `part`, all of B's, which lies within A; `whole`, all of A's, which lies
 * within B; `same`, all of both; `some`, so that nothing is known of how exact a difference is.
 */
export const sidesShare = z.enum(['none', 'part', 'whole', 'same', 'some'])

/** Two sides of a page beside each other: how many answers each has, and how the page's figures differ. */
export const getComparison = defineRoute({
  id: 'getComparison',
  summary: "How the figures of a page differ between two drill paths, and each one's number of answers",
  method: 'GET',
  path: '/rest/paths/comparison/{survey}/{drillPath}',
  permission: 'survey',
  params: z.object({ survey: nameParam, drillPath: pathParam }),
  query: onPage.extend({
    /** The drill path of side B; that of the address is side A. */
    vs: pathParam,
  }),
  body: z.undefined(),
  response: z.object({ a: comparedSide, b: comparedSide, share: sidesShare, differences: z.array(sideDifference) }),
})
