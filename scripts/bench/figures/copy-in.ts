import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What `pg` offers to a statement that takes rows. */
interface CopyConnection {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Runs a `copy ... from stdin`, with rows in PostgreSQL's text format, a chunk at a time. */
export function copyIn(client: pg.PoolClient, statement: string, chunks: AsyncIterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null
    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        void send(connection, chunks).catch((error: unknown) => {
          failure = error
          connection.sendCopyFail('The rows could not be made')
        })
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => (failure === null ? resolve() : reject(failure as Error)),
      // The connection tells that it is ready after an error too.
      handleError: (error: Error) => (failure ??= error),
    } as pg.Submittable)
  })
}

async function send(connection: CopyConnection, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    connection.sendCopyFromChunk(Buffer.from(chunk))
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}
