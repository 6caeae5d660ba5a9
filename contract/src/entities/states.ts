import { z } from 'zod'

/** Sample states: 0 completed, 1 new, 2 approved (no response yet), 3 unapproved, 4 cancelled. Strings on the wire. */
export const sampleState = z.enum(['0', '1', '2', '3', '4'])

/** State of a response. */
export type SampleState = z.infer<typeof sampleState>

/** Alert states: 2 open, 6 processing, 3 closed. Numbers on the wire. */
export const alertState = z.union([z.literal(2), z.literal(6), z.literal(3)])

/** State of an alert. */
export type AlertState = z.infer<typeof alertState>
