// A thread that holds a share of each survey's rows and counts over it, so that counting does not block the server.
import { parentPort, workerData } from 'node:worker_threads'
import { sumColumns } from './column-sums.ts'
import type { CountedSums } from './counted-sums.ts'
import type { CountingAnswer, CountingOrder, ShareOfRows } from './counting-messages.ts'
import { HeldColumns, MissingColumn } from './held-columns.ts'
import { shareOf } from './shares.ts'
import { SliceRunner } from './slice-runner.ts'
import type { SumsRequest } from '../rows/sums.ts'

const { share, shares, rollUps } = workerData as ShareOfRows
const owns = (id: number): boolean => shareOf(id, shares) === share
const tables = new Map<number, HeldColumns>()
const runner = new SliceRunner(countMore)

parentPort?.on('message', (orders: readonly CountingOrder[]) => {
  for (const order of orders) take(order)
})

function take(order: CountingOrder): void {
  switch (order.kind) {
    case 'sum':
      sum(order)
      return
    case 'cancel':
      runner.cancel(order.job)
      return
    case 'drop':
      tables.delete(order.table)
      return
    case 'hold':
      tables.set(order.table, new HeldColumns(order.rows.ids, order.rows.columns, owns, rollUps))
      break
    case 'add':
      tables.get(order.table)?.add(order.rows, order.missed)
      break
    case 'forget':
      tables.get(order.table)?.forget(order.names)
      break
    case 'replace':
      tables.get(order.table)?.replace(order.rows)
  }
  const held = tables.get(order.table)
  if (held) answer({ kind: 'rows', table: order.table, count: held.rowCount, sizes: held.sizes })
}

/** Makes roll-ups of what was asked for, a block at a time. */
function countMore(): boolean {
  for (const held of tables.values()) if (held.countMore()) return true
  return false
}

function sum({ job, table, caller, request }: Extract<CountingOrder, { kind: 'sum' }>): void {
  const held = tables.get(table)
  const nothing = (): void => answer({ kind: 'summed', job, counted: null })
  if (!held) {
    nothing()
    return
  }
  const asked = JSON.parse(request) as SumsRequest
  runner.add(job, {
    caller,
    begin: () => sumColumns(held, asked),
    // Valid also for a table dropped meanwhile: its rows no longer change.
    epoch: () => held.ownEpoch,
    done: (sums) => {
      if (!sums) nothing()
      else answer({ kind: 'summed', job, counted: { epoch: held.epoch, sums } }, buffersOf(sums))
    },
    failed: (error) => {
      // A column that was freed after the count was asked for.
      if (error instanceof MissingColumn) nothing()
      else answer({ kind: 'failed', job, message: error instanceof Error ? error.message : String(error) })
    },
  })
}

function buffersOf({ ids, numbers, medians }: CountedSums): ArrayBufferLike[] {
  const spreads = medians.flatMap((median) => median.spreads)
  return [ids, numbers, ...spreads.flatMap(({ values, upTo }) => [values, upTo])].map(({ buffer }) => buffer)
}

function answer(message: CountingAnswer, moved: ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, moved as ArrayBuffer[])
}
