import { z } from 'zod'
import { variableName } from './names.ts'

/** Known shares that the answers of a survey are weighted to; docs/statistics.md says how. */
export const weightsConfig = z.strictObject({
  shares: z
    .record(variableName, z.record(z.string().min(1), z.number().min(0).max(100)))
    .describe(
      'For single-choice questions or levels of the hierarchy: the known share of each choice in percent, all of which add up to 100.',
    ),
  limits: z
    .strictObject({
      least: z.number().min(0.01).max(1).default(0.2).describe('The smallest weight, where the mean is 1.'),
      most: z.number().min(1).max(100).default(5).describe('The largest weight.'),
    })
    .prefault({}),
})

/** Known shares that the answers of a survey are weighted to. */
export type WeightsConfig = z.output<typeof weightsConfig>
