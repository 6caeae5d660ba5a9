import type { AuditEntryRow, listAudit as listRoute } from '@gensvar/contract/audit'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { listAuditRows } from './store.ts'
import type { AuditRow } from './store.ts'

/** A page of the audit log of the session's organisation and of the installation. */
export async function listAudit(
  ctx: Ctx,
  query: z.output<(typeof listRoute)['query']>,
): Promise<{ rows: AuditEntryRow[]; total: number }> {
  const { rows, total } = await listAuditRows(ctx, query)
  return { rows: rows.map(entryOf), total }
}

function entryOf({ at, userId, details, ...row }: AuditRow): AuditEntryRow {
  return {
    ...row,
    at: at.toISOString(),
    isByUser: userId !== null,
    details: Object.entries(details).map(([name, value]) => `${name}: ${textOf(value)}`),
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) return value.join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
