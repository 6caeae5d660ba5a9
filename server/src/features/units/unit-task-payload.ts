import { z } from 'zod'
import { workOwner } from '#server/domain/rights/owner-context.ts'

const common = {
  owner: workOwner,
  survey: z.string(),
  unitId: z.int(),
  /** Of the unit when it was asked for: another one is refused. */
  version: z.int(),
  /** Titles of the unit, and of the one it goes below or into. */
  name: z.string(),
  to: z.string(),
  /** Whether numbers of responses may be told. */
  tells: z.boolean(),
}

/** What a task of type MOVE_UNIT is stored with. */
export const unitTaskPayload = z.discriminatedUnion('act', [
  z.object({ act: z.literal('move'), ...common, parentId: z.int(), date: z.iso.date().nullable() }),
  z.object({ act: z.literal('merge'), ...common, into: z.int() }),
])

/** What a task of type MOVE_UNIT does. */
export type UnitTaskPayload = z.output<typeof unitTaskPayload>
