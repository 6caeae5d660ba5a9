/**
 * A list of the server: a ranking by the id of its table (null for the ranking of a survey that configures none), what
 * an indicator counts, or the samples of a table (null likewise).
 */
export type RankedRows =
  | { kind: 'ranking'; component: string | null }
  | { kind: 'cases'; indicator: string }
  | SampleRows

/** The rows of a sample table. */
export interface SampleRows {
  kind: 'samples'
  component: string | null
}

/** The rows of an alert table, by its id (null for that of a survey that configures none). */
export interface AlertRows {
  kind: 'alerts'
  component: string | null
}

/** A list of the server as it was shown. */
export type RankedList = RankedRows & { drillPath: string; sortVar?: string; sortDesc?: string; filter?: string }

/** How a list of interviews is asked for again: from the server, or by the ids of a short list. */
export type InterviewListSource = RankedList | { kind: 'ids'; ids: readonly number[] }

/** The list an interview was opened from, and its place in it from 0. It is kept in the entry of the history. */
export interface InterviewList {
  source: InterviewListSource
  position: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list the interview shown was opened from. */
    interviewList?: InterviewList
    /** The texts that the tables of the screen are filtered by, by what each lists. */
    tableFilters?: Readonly<Record<string, string>>
  }
}
