import { z } from 'zod'
import { pageQuery } from './paging.ts'

/** Names of the states in addresses and lists, in the order they follow each other. */
export const alertStateNames = ['open', 'processing', 'closed'] as const

/** A page of an alert list and its filters. */
export const alertsQuery = pageQuery.extend({
  /** States separated by commas; empty for all. */
  states: z
    .string()
    .max(100)
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(alertStateNames))),
  /** Only those that the caller has, without closed ones unless `states` names them. */
  mine: z.stringbool().default(false),
  /** Only those not closed in time so far. */
  overdue: z.stringbool().default(false),
})

/** The filters as they are read. */
export type AlertsQuery = z.output<typeof alertsQuery>
