// The answer comes back: how many answers a second the respondent's page takes, and how soon one is committed while many come;
// how many an anonymous survey takes, and how long their batch takes to be published; how soon an answer is seen in figures, alerts and open windows; how many letters a second are made, and whether their memory
// stays flat; how many text messages a worker hands to a message centre.
// GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the rows; GENSVAR_BENCH_PART=page (anonymous, live, letters, sms) measures that alone.
import { measureAnonymous } from './answers/anonymous.ts'
import { measureSms } from './answers/sms.ts'
import { measureLetters } from './answers-letters.ts'
import { measureLive } from './answers-live.ts'
import { measureAnswerPage } from './answers-page.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product, which the worker that is measured would say.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer, folder: string) => Promise<void>>> = {
  page: (server) => measureAnswerPage(server, share),
  anonymous: (server) => measureAnonymous(server, share),
  live: (server) => measureLive(server, share),
  letters: (server) => measureLetters(server, share),
  // Last, because this process does without its own figures then.
  sms: ({ deps }, folder) => measureSms(deps, folder, share),
}

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder, { GENSVAR_TRUST_PROXY: '127.0.0.1' })
  try {
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) await measure(server, folder)
  } finally {
    await server.close()
  }
})
