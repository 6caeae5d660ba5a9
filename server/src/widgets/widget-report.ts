import type { WidgetConfig, WidgetType } from '@gensvar/contract/widgets/index'
import type { ReportSection } from '#server/domain/reports/report.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { WidgetRequest } from './widget-server.ts'

/** A table as its reader sees it; null and empty stand for what it shows at first. */
export interface ShownTable {
  /** The shown columns from left to right, by the ids that the screen gives them. */
  columns: readonly string[] | null
  sortVar: string | null
  sortDesc: boolean | null
  /** Text that the rows are filtered by. */
  filter: string
}

/** A table as it is shown at first. */
export const shownAtFirst: ShownTable = { columns: null, sortVar: null, sortDesc: null, filter: '' }

/** What a component says in a report. */
export interface ReportedSections {
  sections: ReportSection[]
  /** Rows of all tables together, for the progress; null where they are few. */
  rows: number | null
}

/**
 * A component's part of reports: what it shows on screen, from the same figures. `shown` is for tables: `check` throws
 * `validation` for columns and sorting that the table does not have.
 */
export interface WidgetReport<Config> {
  check?(request: WidgetRequest<Config>, shown: ShownTable): void
  /** Throws `forbidden` for who may not have it at any place; left out where everybody of the survey may. */
  demand?(access: SurveyAccess): void
  /** Whether it tells answers of single respondents; left out where it never does. */
  hasCases?(request: WidgetRequest<Config>): boolean
  sections(request: WidgetRequest<Config>, shown: ShownTable): Promise<ReportedSections>
}

/** The part of a type of component. */
export type WidgetReportOf<Type extends WidgetType> = WidgetReport<WidgetConfig<Type>>
