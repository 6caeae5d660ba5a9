import { z } from 'zod'

/** What a period is compared with: the one before it of equal length, or the same days a year earlier. */
export const trendKind = z.enum(['previous', 'year'])
