import { z } from 'zod'
import { localText } from '../local-text.ts'

/** How reliable drivers are; `indicative` when they are based on few answers. */
export const driverBasis = z.object({
  n: z.number().int().nullable(),
  r2: z.number().nullable().describe("Share of the score's variation the questions explain, 0 to 1."),
  indicative: z.boolean(),
  source: z
    .enum(['computed', 'block'])
    .describe('Where the effects come from: the answers, or a block entered by hand.'),
})

/** An effect: points the score moves per point of the question, with its 95 % interval. */
export const effectRow = z.object({
  variable: z.string(),
  title: localText,
  effect: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})

/** A valid basis, for the examples. */
export const driverBasisExample: z.infer<typeof driverBasis> = {
  n: 310,
  r2: 0.61,
  indicative: false,
  source: 'computed',
}
