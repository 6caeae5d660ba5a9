import type { Route } from '@gensvar/contract/define-route'
import type { ReportFormat } from '@gensvar/contract/entities/reports'
import type { Words } from '@gensvar/contract/say'
import type { TaskTypeName } from '@gensvar/contract/task-types'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { ReportedSections } from '#server/widgets/widget-report.ts'

/** What every report is asked for with. */
export interface AskedReport {
  drillPath: string
  format: ReportFormat
}

/** A report that its caller may have. */
export interface PreparedReport {
  /** What it holds, without the place. */
  title: Words
  requested: RequestedPath
  /** Side B of a comparison, of which `requested` is side A. */
  beside?: RequestedPath
  /** Whether it may tell answers of single respondents. */
  hasCases: boolean
  /** Reads what it says, with the code of the screen; left out of a file that is made in another way. */
  sections?(): Promise<ReportedSections>
  /** Makes a file that has no sections, such as letters joined into one. */
  make?(work: { signal: AbortSignal; onDone: (done: number) => void }): Promise<MadeFile>
}

/** A file that is written as it is made. */
export interface MadeFile {
  content: AsyncIterable<Buffer>
  /** How much is to be done, as its progress counts it. */
  total: number
  /** What `kept` of its kind is given once the file is kept. */
  note: unknown
}

/** A kind of report: everything the others need to know of it, in one file. */
export interface ReportKind<Asked extends AskedReport> {
  /** The type of its task. */
  type: TaskTypeName
  title: Words
  /** The route that creates one; its permission is that of the report. */
  route: Route
  asked: z.ZodType<Asked>
  /**
   * Checks that the caller may have it, when it is asked for and again when it is made. Throws `validation` naming wrong
   * fields, `forbidden` where the survey does not offer it.
   */
  prepare(ctx: Ctx, access: SurveyAccess, asked: Asked): Promise<PreparedReport>
  /** Notes what follows from a file, in the commit that keeps it. */
  kept?(tx: WriteTx, note: unknown): Promise<void>
}

/** Declares a kind of report; the generics keep the type of what is asked. */
export function defineReportKind<Asked extends AskedReport>(kind: ReportKind<Asked>): ReportKind<Asked> {
  return kind
}
