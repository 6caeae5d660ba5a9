import { z } from 'zod'
import { defineEntity } from './entity.ts'
import { identityEntities, userIdentity } from './identity.ts'

/** How far a report has come in the session: the button shows when it is ready. */
export const downloadStatus = z.enum(['none', 'downloadQueued', 'downloadReady', 'downloadCompleted'])

/** What a browser keeps while somebody works: who they are, where they stand and what is under way. */
export const sessionState = z.object({
  identity: userIdentity.nullable(),
  activeSurvey: z.string().nullable(),
  view: z.string().nullable(),
  drillPath: z.string(),
  /** Standard and time filters together, as tokens of a drill path. */
  filters: z.string(),
  downloadStatus,
  snackbar: z.string().nullable(),
})

/** The session with an example. */
export const sessionEntities = {
  SessionState: defineEntity(sessionState, {
    identity: identityEntities.UserIdentity.example,
    activeSurvey: 'visits',
    view: 'organisation',
    drillPath: 'country=SE',
    filters: 'channel=store',
    downloadStatus: 'none',
    snackbar: null,
  }),
}
