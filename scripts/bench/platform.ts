// What is open to other systems. GENSVAR_BENCH_PART names one part to measure alone.
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'
import { measureWebhooks } from './platform-webhooks.ts'

const only = process.env['GENSVAR_BENCH_PART']
// It is no setting of the product.
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer) => Promise<void>>> = {
  webhooks: measureWebhooks,
}

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  try {
    for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure(server)
  } finally {
    await server.close()
  }
})
