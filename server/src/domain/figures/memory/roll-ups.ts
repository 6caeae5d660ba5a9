import type { ColumnsByName } from './columns-by-name.ts'
import { columnsUsed, dayColumn, RollUp } from './roll-up.ts'
import type { RollUpSpec } from './roll-up.ts'
import type { Workspace } from './workspace.ts'

/** When roll-ups pay, and how much they may take. */
export interface RollUpLimits {
  /** From so many rows on; fewer are counted quickly enough. */
  leastRows: number
  /** Rows for each cell, at least: a roll-up of more cells is no quicker than counting the rows that are asked for. */
  rowsPerCell: number
  /** Most bytes of all of them. */
  maxBytes: number
  /** Those that were used within so many ms make no room for others, which would only be made again and again. */
  keptFor: number
}

const usualLimits: RollUpLimits = { leastRows: 1 << 17, rowsPerCell: 2, maxBytes: 32 << 20, keptFor: 600_000 }

/** The roll-ups of a survey's rows, or of a share of them: those that were asked for, the most recent ones. */
export class RollUps {
  private readonly held: ColumnsByName
  private readonly limits: RollUpLimits
  /** By name, with the time of their last use; the one that was not used for the longest time first. */
  private readonly kept = new Map<string, { rollUp: RollUp; used: number }>()
  /** Those that would not pay, and with how many rows. */
  private readonly refused = new Map<string, number>()

  constructor(held: ColumnsByName, limits: Partial<RollUpLimits> = {}) {
    this.held = held
    this.limits = { ...usualLimits, ...limits }
  }

  /** A roll-up with all rows; null where there is none yet, which is then made for later requests. Throws `MissingColumn`. */
  find(spec: RollUpSpec): RollUp | null {
    const { held } = this
    if (held.rowCount < this.limits.leastRows || !canBeMade(held, spec)) return null
    const name = JSON.stringify(spec)
    if (held.rowCount < 2 * (this.refused.get(name) ?? 0)) return null
    const rollUp = this.kept.get(name)?.rollUp ?? (this.hasRoom() ? new RollUp(held, spec) : null)
    if (!rollUp) return null
    this.kept.delete(name)
    this.kept.set(name, { rollUp, used: performance.now() })
    return rollUp.rowCount === held.rowCount ? rollUp : null
  }

  /** Counts one block for a roll-up that is not complete; false where all are. */
  countMore(workspace: Workspace): boolean {
    const { held } = this
    for (const [name, { rollUp }] of this.kept) {
      if (rollUp.rowCount === held.rowCount) continue
      rollUp.countBlock(workspace, held.rowCount)
      if (rollUp.table.size * rollUp.groups * this.limits.rowsPerCell > held.rowCount) {
        this.kept.delete(name)
        this.refused.set(name, held.rowCount)
      }
      return true
    }
    return false
  }

  /** Takes rows out, before they change or go. */
  leave(rows: readonly number[]): void {
    for (const { rollUp } of this.kept.values()) for (const row of rows) rollUp.leave(row)
  }

  /** Adds rows as they are now. */
  enter(rows: readonly number[]): void {
    for (const { rollUp } of this.kept.values()) for (const row of rows) rollUp.enter(row)
  }

  /** Adds rows that came behind all others, in their order. */
  arrive(rows: readonly number[]): void {
    for (const { rollUp } of this.kept.values()) for (const row of rows) rollUp.arrive(row)
  }

  /** The last rows are gone. */
  shrink(): void {
    for (const { rollUp } of this.kept.values()) rollUp.shrink(this.held.rowCount)
  }

  /** Forgets those whose columns were freed, loaded again or coded otherwise. */
  forgetInvalid(): void {
    for (const [name, { rollUp }] of this.kept) if (!rollUp.isValid(this.held)) this.kept.delete(name)
  }

  /** Whether one more may be made; frees those that were not used for long where it takes that. */
  private hasRoom(): boolean {
    let bytes = 0
    for (const { rollUp } of this.kept.values()) bytes += rollUp.table.bytes
    for (const [name, { rollUp, used }] of this.kept) {
      if (bytes < this.limits.maxBytes || performance.now() - used < this.limits.keptFor) break
      bytes -= rollUp.table.bytes
      this.kept.delete(name)
    }
    return bytes < this.limits.maxBytes
  }
}

function canBeMade(held: ColumnsByName, spec: RollUpSpec): boolean {
  return columnsUsed(spec).every((name) => held.column(name).tableSize !== null) && held.column(dayColumn).codeCount > 1
}
