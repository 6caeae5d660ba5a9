// Answers: how many a second the respondent's page takes, and how soon one is committed while many come.
// GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the answers; GENSVAR_BENCH_PART=page measures that alone.
import { measureAnswerPage } from './answers-page.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer) => Promise<void>>> = {
  page: (server) => measureAnswerPage(server, share),
}

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder, { GENSVAR_TRUST_PROXY: '127.0.0.1' })
  try {
    for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure(server)
  } finally {
    await server.close()
  }
})
