/** For whom work is done, and until when. Absent for the program's own work. */
export interface Work {
  /** Callers take turns; somebody who acts as another user counts as themselves. */
  caller: string
  /** Aborted when the client is gone or at the time limit; its reason is the error to throw. */
  signal: AbortSignal
  /** The time limit, in ms since 1970. It moves on while the body of the request is still arriving. */
  readonly endsAt: number
  /** Nobody waits for it in front of a screen. */
  isBackground?: boolean
}
