import { portableSql } from '#server/platform/sql.ts'

/** Messages (`recipient` as `m`) that were sent and did not come back: what people did is counted of these. */
export const isThere = portableSql`m.state = 'SENT' and m.bounce is null`

/** Messages that came back. A report of one that the server has not noted as sent yet counts once it has. */
export const cameBack = portableSql`m.state = 'SENT' and m.bounce is not null`
