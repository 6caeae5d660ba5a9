import type { z } from 'zod'
import { indicatorVariable } from './indicator.ts'

/** What all figures of an indicator share: their definition, and what can be listed of what one counts at an own place. */
export const figureAbout = indicatorVariable.pick({
  name: true,
  definition: true,
  cases: true,
  expression: true,
  alertMode: true,
  decimals: true,
})

/** What all figures of an indicator share. */
export type FigureAbout = z.infer<typeof figureAbout>
