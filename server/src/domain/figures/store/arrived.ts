import { portableSql } from '#server/platform/sql.ts'

/** Messages of the figures' store that were sent and did not come back: what people did is counted of these. */
export const hasArrived = portableSql`state = 'SENT' and bounced = 0`
