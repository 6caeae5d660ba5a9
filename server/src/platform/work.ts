/** For whom work is done, and until when. Work without it is the program's own. */
export interface Work {
  /** Callers take turns; somebody who acts as another is still themselves. */
  caller: string
  /** Aborted when nobody waits for the answer any more or the time is up; its reason is the error to end with. */
  signal: AbortSignal
  /** When the time is up, in ms since 1970. */
  endsAt: number
}
