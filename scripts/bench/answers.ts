// Answers: how many letters a second are made, and whether their memory stays flat.
// GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of them; GENSVAR_BENCH_PART=letters measures that alone.
import { measureLetters } from './answers-letters.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer) => Promise<void>>> = {
  letters: (server) => measureLetters(server, share),
}

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  try {
    for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure(server)
  } finally {
    await server.close()
  }
})
