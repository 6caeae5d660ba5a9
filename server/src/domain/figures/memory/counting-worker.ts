// The thread that holds columns and counts over them, so that counting does not block the server.
import { parentPort } from 'node:worker_threads'
import type { CountingAnswer, CountingOrder } from './counting-messages.ts'
import { sumColumns } from './column-sums.ts'
import { HeldColumns } from './held-columns.ts'
import { SliceRunner } from './slice-runner.ts'
import type { SumsRequest } from '../rows/sums.ts'

const tables = new Map<number, HeldColumns>()
const runner = new SliceRunner()

parentPort?.on('message', (order: CountingOrder) => take(order))

function take(order: CountingOrder): void {
  switch (order.kind) {
    case 'hold':
      tables.set(order.table, new HeldColumns(order.ids, order.columns))
      return
    case 'replace': {
      const held = tables.get(order.table)
      if (!held?.replace(order.rows)) tables.delete(order.table)
      answer({ kind: 'rows', table: order.table, count: held?.rowCount ?? 0 })
      return
    }
    case 'drop':
      tables.delete(order.table)
      return
    case 'cancel':
      runner.cancel(order.job)
      return
    case 'sum':
      sum(order)
  }
}

function sum({ job, table, caller, request }: Extract<CountingOrder, { kind: 'sum' }>): void {
  const held = tables.get(table)
  if (!held) {
    answer({ kind: 'summed', job, sums: null })
    return
  }
  const asked = JSON.parse(request) as SumsRequest
  runner.add(job, {
    caller,
    begin: () => sumColumns(held, asked),
    // Valid also for a table dropped meanwhile: its rows no longer change.
    epoch: () => held.epoch,
    done: (sums) => {
      answer({ kind: 'summed', job, sums }, sums ? [sums.ids.buffer, sums.numbers.buffer] : [])
    },
    failed: (error) => answer({ kind: 'failed', job, message: error instanceof Error ? error.message : String(error) }),
  })
}

function answer(message: CountingAnswer, moved: ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, moved as ArrayBuffer[])
}
