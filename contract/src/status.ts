import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { localText } from './local-text.ts'
import { nameParam, pathParam } from './request-texts.ts'

/** A number that is withheld where too few are behind it. */
const count = z.number().int().nullable()

/** Samples of a place: in each state from 0 to 4, and how many of those asked have answered. */
const samplesOf = z.object({
  /** Completed, new, approved without an answer yet, not approved, cancelled. */
  states: z.array(count).length(5),
  /** Answered of those approved or completed, in percent; null where nobody was asked, or it is withheld. */
  responseRate: z.number().nullable(),
})

/** How things are with a survey: its samples, and what waits or has failed. */
export const getSurveyWork = defineRoute({
  id: 'getSurveyWork',
  summary: 'Samples by state and unit, response rate, and what waits or has failed',
  method: 'GET',
  path: '/rest/status/{survey}/{drillPath}',
  permission: 'survey',
  params: z.object({ survey: nameParam, drillPath: pathParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    whole: samplesOf,
    /** Title of the level that `units` are of; null at the lowest. */
    level: localText.nullable(),
    units: z.array(samplesOf.extend({ title: localText, path: z.string(), accessAllowed: z.boolean() })),
    /** Why numbers are withheld; null where none is. */
    withheld: localText.nullable(),
    /** Null for a reader of some places alone. */
    work: z
      .object({
        deliveries: z.object({ waiting: z.int(), failed: z.int(), unknown: z.int() }),
        tasks: z.object({ waiting: z.int(), running: z.int(), failed: z.int() }),
      })
      .nullable(),
  }),
})
