import type { Ctx } from '#server/domain/context.ts'
import type { ImportWatch } from '../import-request.ts'
import type { RowsRun } from '../runs/payload.ts'

/** Placeholder until the next change. */
export function runRows(_ctx: Ctx, _run: RowsRun, _path: string, _watch: ImportWatch): Promise<unknown> {
  return Promise.reject(new Error('not yet'))
}
