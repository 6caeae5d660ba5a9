/** How a list of interviews is asked for again: a ranking by its component, or the ids of a short list. */
export type InterviewListSource =
  | {
      kind: 'ranking'
      /** Id of the ranking table; null for the ranking of a survey that configures none. */
      component: string | null
      drillPath: string
      sortVar?: string
      sortDesc?: string
      filter?: string
    }
  | { kind: 'ids'; ids: readonly number[] }

/** The list an interview was opened from, and its place in it from 0. It is kept in the entry of the history. */
export interface InterviewList {
  source: InterviewListSource
  position: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list the interview shown was opened from. */
    interviewList?: InterviewList
    /** The text a table is filtered by, and which table at which place. */
    tableFilter?: { place: string; term: string }
  }
}
