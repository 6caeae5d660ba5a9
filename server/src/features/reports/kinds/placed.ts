import { pathParam } from '@gensvar/contract/request-texts'
import type { z } from 'zod'

/** The body of a route with the drill path of its address. */
export function placed<Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) {
  return body.extend({ drillPath: pathParam })
}
