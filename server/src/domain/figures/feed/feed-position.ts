import { portableSql } from '#server/platform/sql.ts'
import type { Position } from './change-log.ts'
import type { AnalyticsStore, StoreWriter, TableShape } from '../store/analytics-store.ts'

/** The last position stored, and the database it was reached in. */
export interface StoredPosition {
  /** See `readSource`. */
  source: string
  /** Under which id PostgreSQL knows this store: see `registerConsumer`. */
  consumer: string
  position: Position
}

const shape: TableShape = {
  table: 'feed_position',
  key: 'source',
  columns: [
    { name: 'source', type: 'text' },
    { name: 'consumer', type: 'text' },
    { name: 'xid', type: 'int64' },
    { name: 'change_id', type: 'int64' },
  ],
}

/** Creates the table of the position unless it exists. */
export function createPositionTable(writer: StoreWriter): Promise<void> {
  return writer.ensureTable(shape)
}

/** How far the store has followed the log; null for an empty store. */
export async function readPosition(store: AnalyticsStore): Promise<StoredPosition | null> {
  const { columns } = await store.query(portableSql`select source, consumer, xid, change_id from feed_position`)
  const [source, consumer, xid, changeId] = columns.map(([first]) => first)
  if (source === undefined) return null
  return {
    source: String(source),
    consumer: String(consumer),
    position: { xid: Number(xid), changeId: Number(changeId) },
  }
}

/** Stores how far the store has followed the log, in place of what was stored of the database `former`. */
export function savePosition(writer: StoreWriter, stored: StoredPosition, former = stored.source): Promise<void> {
  const { source, consumer, position } = stored
  const values = [[source], [consumer], [position.xid], [position.changeId]]
  return writer.replaceRows(shape, [...new Set([former, source])], values)
}

/** Whether a position comes before another one in the order of changes. */
export function isBefore(a: Position, b: Position): boolean {
  return a.xid < b.xid || (a.xid === b.xid && a.changeId < b.changeId)
}
