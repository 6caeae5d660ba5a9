// Running it: how fast users are listed, the rights of a user with very many filters compiled, questions found, and a place
// that moves felt in figures. GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the rows; GENSVAR_BENCH_PART=list, rights,
// metadata or units measures one part alone.
import { join } from 'node:path'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'
import { measureMetadata } from './people-metadata.ts'
import { measureRights } from './people-rights.ts'
import { measureUnitMoves } from './people-units.ts'
import { measureUserList } from './people-list.ts'

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(join(folder, 'data'))
  const parts: [string, () => Promise<void>][] = [
    ['list', () => measureUserList(server, share)],
    ['rights', () => measureRights(server)],
    ['metadata', () => measureMetadata(server, share)],
    ['units', () => measureUnitMoves(server, share)],
  ]
  try {
    // The parts below ask as root; a server on an empty folder has none.
    await insertUser(server.deps.db, { username: 'root', email: 'root@example.org', isRoot: true })
    for (const [name, measure] of parts) if (only === undefined || only === name) await measure()
  } finally {
    await server.close()
  }
})
