// Sending: how long a campaign to a million people takes to be made, how fast the pages of five million messages answer, how
// many mails a worker hands over and how soon a pause takes effect. GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the rows;
// GENSVAR_BENCH_PART=creating, page or sending measures that alone.
import { insertUser } from '../../server/src/domain/build/user.ts'
import { measureCampaignLists } from './campaign-lists.ts'
import { measureCreating } from './delivery-creating.ts'
import { measureSending } from './delivery-sending.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product, which the worker that is measured would say.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer, folder: string) => Promise<void>>> = {
  creating: (server) => measureCreating(server, share),
  page: (server) => measureCampaignLists(server, share),
  // Last, because this process does without its own figures then.
  sending: ({ deps }, folder) => measureSending(deps, folder, share),
}

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  try {
    await insertUser(server.deps.db, { username: 'root', email: 'root@example.org', isRoot: true })
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) await measure(server, folder)
  } finally {
    await server.close()
  }
})
