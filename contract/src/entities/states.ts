import { z } from 'zod'

/** Sample states: 0 completed, 1 new, 2 approved (no response yet), 3 unapproved, 4 cancelled. Strings on the wire. */
export const sampleState = z.enum(['0', '1', '2', '3', '4'])

/** State of a response. */
export type SampleState = z.infer<typeof sampleState>

/** Alert states: 2 open, 6 processing, 3 closed. Numbers on the wire. */
export const alertState = z.union([z.literal(2), z.literal(6), z.literal(3)])

/** State of an alert. */
export type AlertState = z.infer<typeof alertState>

const sampleStates: ReadonlySet<unknown> = new Set<SampleState>(['0', '1', '2', '3', '4'])

const alertStates: ReadonlySet<unknown> = new Set<AlertState>([2, 3, 6])

/** True for a sample state as it is on the wire; without the schema, which is too much to send to a browser. */
export function isSampleState(value: unknown): value is SampleState {
  return sampleStates.has(value)
}

/** True for an alert state as it is on the wire. */
export function isAlertState(value: unknown): value is AlertState {
  return alertStates.has(value)
}
