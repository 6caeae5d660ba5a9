import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** Effects entered by hand for a place, a period and an interval of satisfaction; sizes in points per point. */
export const effectBlock = z.object({
  /** 0 until it is saved. */
  id: z.number().int().min(0),
  drillPath: z.string(),
  fromDate: z.iso.date().nullable(),
  toDate: z.iso.date().nullable(),
  fromCSI: z.number().nullable(),
  toCSI: z.number().nullable(),
  rows: z.array(z.object({ questionName: z.string(), questionVariable: z.string(), effectSize: z.number() })),
})

/** The effect block with an example. */
export const effectEntities = {
  EffectBlock: defineEntity(effectBlock, {
    id: 4,
    drillPath: 'country=SE',
    fromDate: '2026-01-01',
    toDate: null,
    fromCSI: 0,
    toCSI: 60,
    rows: [{ questionName: 'Helpful staff', questionVariable: 'helpful', effectSize: 0.27 }],
  }),
}
