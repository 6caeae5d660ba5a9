import type { Ctx } from '#server/domain/context.ts'

/** Rows of a record set of a response, in their order. */
export async function listRecords(ctx: Ctx, responseId: number, recordset: string): Promise<Record<string, unknown>[]> {
  const rows = await ctx.db
    .selectFrom('response_record')
    .select('cells')
    .where('response_id', '=', responseId)
    .where('recordset', '=', recordset)
    .orderBy('sorder')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.cells)
}
