// Sending: how many mails a worker hands over, how long a million recipients take to be made, how fast the page of five million
// messages answers. GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the rows; GENSVAR_BENCH_PART=sending, creating or page
// measures one part alone.
import { measureSending } from './delivery-sending.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product, which the worker that is measured would say.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  // The worker has figures of its own; those of this process would take its time.
  await server.deps.analytics.feed.stop()
  const parts: [string, () => Promise<void>][] = [['sending', () => measureSending(server.deps, folder, share)]]
  try {
    for (const [name, measure] of parts) if (only === undefined || only === name) await measure()
  } finally {
    await server.close()
  }
})
