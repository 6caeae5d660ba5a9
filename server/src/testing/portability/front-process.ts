import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

// A separate process with ClickHouse's engine behind HTTP, as its server answers. Arguments: FOLDER-OF-CHDB DATA-FOLDER.
// It ends with the process that started it.

/** The part of `chdb` that is used; it is installed outside the workspaces. */
interface EngineSession {
  query(statement: string): string
  queryAsync(statement: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>
}

/** A session with the settings that were made in it. */
interface Session {
  engine: EngineSession
  database: string
  settings: Map<string, string>
}

const [chdb = '', data = ''] = process.argv.slice(2)
const { Session: EngineSession } = createRequire(join(chdb, 'index.js'))(chdb) as {
  Session: new (path: string, options: { connectionArgs: string[] }) => EngineSession
}
await mkdir(join(data, 'bodies'), { recursive: true })

/** Parameters of a request that are no settings. */
const notSettings: ReadonlySet<string> = new Set(['query', 'query_id', 'database', 'wait_end_of_query'])

const free: Session[] = []
let bodies = 0

function openSession(): Session {
  const engine = new EngineSession(join(data, 'store'), { connectionArgs: ['--max_threads=2'] })
  return { engine, database: 'default', settings: new Map() }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** Makes a session one with the settings of a request, and no others. */
function prepare(session: Session, database: string, settings: ReadonlyMap<string, string>): void {
  if (session.database !== database) session.engine.query(`use ${database}`)
  session.database = database
  const changes = [...settings].filter(([name, value]) => session.settings.get(name) !== value)
  const gone = [...session.settings.keys()].filter((name) => !settings.has(name) && !name.startsWith('param_'))
  const sets = [
    ...changes.map(([name, value]) => `${name} = ${quoted(value)}`),
    ...gone.map((name) => `${name} = default`),
  ]
  session.settings = new Map(settings)
  if (sets.length > 0) session.engine.query(`set ${sets.join(', ')}`)
}

/** The statement that the engine runs. Its id stands in it as a comment, by which it can be ended. */
async function statementOf(query: URLSearchParams, body: Buffer): Promise<{ text: string; file: string | null }> {
  const id = `/* id:${query.get('query_id') ?? ''} */ `
  const asked = query.get('query')
  if (asked === null) {
    const text = body.toString()
    const asksForIds = /^(kill query|select count\(\) from system\.processes)/i.test(text)
    return {
      text: id + (asksForIds ? text.replace('query_id', String.raw`extract(query, 'id:(\\S*)')`) : text),
      file: null,
    }
  }
  const [, into] = /^(insert into .+) format native$/i.exec(asked) ?? []
  if (into === undefined) throw new Error('Only rows in the format Native are taken')
  const file = join(data, 'bodies', String(++bodies))
  await writeFile(file, body)
  return { text: `${id}${into} select * from file(${quoted(file)}, Native)`, file }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/ping') return void response.end('Ok.\n')
  const body = await buffer(request)
  const session = free.pop() ?? openSession()
  let file: string | null = null
  try {
    const statement = await statementOf(searchParams, body)
    file = statement.file
    const settings = new Map([...searchParams].filter(([name]) => !notSettings.has(name)))
    prepare(session, searchParams.get('database') ?? 'default', settings)
    const result = await session.engine.queryAsync(statement.text, { format: 'TabSeparated' })
    response.end(result.bytes())
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const [, code = '1001'] = /Code: (\d+)/.exec(words) ?? []
    response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(words)
  } finally {
    free.push(session)
    if (file) await rm(file, { force: true })
  }
}

// Parameters are a part of the address, of which ClickHouse takes a million bytes.
const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
  void answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
process.stdin.on('end', () => process.exit()).resume()
