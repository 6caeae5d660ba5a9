import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Pause between two looks at who waits, in ms. */
const lookPause = 20

/** Keeps everybody from storing files in a database, so that a worker can be met in the middle of making one. */
export interface HeldFiles {
  /** Process number of the worker that waits to store the file of a task of this type. */
  workerWith(type: string): Promise<number>
  /** Lets files be stored again. */
  release(): Promise<void>
}

/** Begins to hold them. */
export async function holdFiles(databaseUrl: string): Promise<HeldFiles> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table stored_file_part in share mode')
  return {
    async workerWith(type) {
      for (;;) {
        const { rows } = await client.query<{ worker: string }>(
          `select worker from task where type = $1 and state = 'PROCESSING'
              and exists (select from pg_locks where relation = 'stored_file_part'::regclass and not granted)`,
          [type],
        )
        const [, pid] = / (\d+)$/.exec(rows[0]?.worker ?? '') ?? []
        if (pid !== undefined) return Number(pid)
        await delay(lookPause)
      }
    },
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}
