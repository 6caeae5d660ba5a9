import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { paths } from '#web/paths.ts'

/** Where the rows of a sample table are. */
interface Where {
  survey: string
  /** Page the sample page leads back to. */
  screen: string
  /** Whether completed responses open the sample page too. */
  viewCompletedSamples: boolean
}

/** True for a row that has a sample page for the reader: completed responses only for roles that see them as samples. */
export function hasSamplePage(row: RankingRow, { viewCompletedSamples }: Pick<Where, 'viewCompletedSamples'>): boolean {
  return row.accessAllowed && row.interviewId !== null && (!row.isComplete || viewCompletedSamples)
}

/** Address a click on a row opens: the sample page, or the interview page of a completed response; null for no response. */
export function sampleRowAddress(row: RankingRow, where: Where): string | null {
  if (row.interviewId === null || !row.accessAllowed) return null
  return hasSamplePage(row, where)
    ? paths.sample(where.survey, where.screen, row.interviewId)
    : paths.interview(where.survey, row.interviewId)
}
