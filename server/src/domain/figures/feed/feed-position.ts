import { portableSql } from '#server/platform/sql.ts'
import type { Position } from './change-log.ts'
import type { AnalyticsStore, StoreWriter } from '../store/analytics-store.ts'

/** The last position stored, and the database it was reached in. */
export interface StoredPosition {
  /** See `readSource`. */
  source: string
  /** Under which id PostgreSQL knows this store: see `registerConsumer`. */
  consumer: string
  position: Position
}

/** Creates the table of the position unless it exists. */
export async function createPositionTable(writer: StoreWriter): Promise<void> {
  await writer.run(
    portableSql`create table if not exists feed_position (source varchar, consumer varchar, xid bigint, change_id bigint)`,
  )
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

/** Stores a new position in the database followed so far. */
export async function savePosition(writer: StoreWriter, { xid, changeId }: Position): Promise<void> {
  await writer.run(portableSql`update feed_position set xid = ${xid}, change_id = ${changeId}`)
}

/** Stores a new id of this consumer. */
export async function saveConsumer(writer: StoreWriter, id: string): Promise<void> {
  await writer.run(portableSql`update feed_position set consumer = ${id}`)
}

/** Stores a position together with the database it belongs to, in place of any earlier one. */
export async function resetPosition(writer: StoreWriter, stored: StoredPosition): Promise<void> {
  const { source, consumer, position } = stored
  await writer.run(portableSql`delete from feed_position`)
  await writer.run(
    portableSql`insert into feed_position values (${source}, ${consumer}, ${position.xid}, ${position.changeId})`,
  )
}

/** Whether a position comes before another one in the order of changes. */
export function isBefore(a: Position, b: Position): boolean {
  return a.xid < b.xid || (a.xid === b.xid && a.changeId < b.changeId)
}
