import type { ReportCell } from './report.ts'

/** Most reasons told below a table. */
const most = 20

/** Collects why cells of a table are empty, so that it can be told below it. */
export class WithheldReasons {
  private readonly reasons = new Set<string>()

  /** Looks at a row. */
  see(cells: readonly ReportCell[]): void {
    for (const { withheld } of cells) if (withheld !== undefined && this.reasons.size < most) this.reasons.add(withheld)
  }

  /** The reasons in the order they were met. */
  get all(): string[] {
    return [...this.reasons]
  }
}
