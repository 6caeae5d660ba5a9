// Open to others: how many responses a second programs can send with ten alert rules on, beside a bare loop that commits the
// same rows, and how soon the figures have them; how soon a webhook is received, also beside one that nobody answers; how
// soon a widget is answered beside a bare loop; whether a big screen needs no more memory the longer it is shown.
// GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the rows and slides; GENSVAR_BENCH_PART=ingest, webhooks, widget or screen
// measures that alone.
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../build-web.mjs'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'
import { measureIngest } from './platform/ingest.ts'
import { measureScreen } from './platform/screen.ts'
import { measureWebhooks } from './platform/webhooks.ts'
import { measureWidget } from './platform/widget.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer) => Promise<void>>> = {
  ingest: (server) => measureIngest(server, share),
  webhooks: measureWebhooks,
  widget: measureWidget,
  screen: (server) => measureScreen(server, share),
}

await buildWeb(process.execPath)
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder, { GENSVAR_TRUST_PROXY: 'loopback' }, { webFolder })
  try {
    for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure(server)
  } finally {
    await server.close()
  }
})
