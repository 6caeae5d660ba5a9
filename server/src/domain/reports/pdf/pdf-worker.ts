// The thread that lays out one report, so that the server is not blocked meanwhile.
import { parentPort } from 'node:worker_threads'
import { makePdf } from './make-pdf.ts'
import type { PdfAnswer, PdfOrder } from './pdf-order.ts'

parentPort?.once('message', async (order: PdfOrder) => {
  try {
    const bytes = Uint8Array.from(await makePdf(order))
    answer({ kind: 'pdf', bytes }, [bytes.buffer])
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

function answer(message: PdfAnswer, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved)
}
