import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { superuser } from './connection.ts'
import { giveTo, runAsUser } from './run-as.ts'
import type { RunAs } from './run-as.ts'

/** The environment variables passed on to PostgreSQL. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] }
}

/** The user a folder's cluster runs as: started by root, an existing one runs as its owner and a new one as nobody. */
export async function clusterUser(folder: string): Promise<RunAs | null> {
  const fallback = runAsUser()
  const owner = await stat(join(folder, 'cluster')).catch(() => null)
  return fallback && owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : fallback
}

/**
 * Creates the cluster if the folder has none, and repairs what copying a folder changes: owner and permissions, which
 * PostgreSQL checks. Returns the password of our user.
 */
export async function prepareCluster(binaries: string, folder: string, runAs: RunAs | null): Promise<string> {
  const cluster = join(folder, 'cluster')
  const found = await stat(join(cluster, 'PG_VERSION')).catch(() => null)
  if (found) await takeCare(folder, runAs)
  else await createCluster(binaries, folder, runAs)
  try {
    return (await readFile(join(folder, 'password'), 'utf8')).trim()
  } catch (error) {
    throw new Error(
      `The password of the embedded PostgreSQL cannot be read: ${error instanceof Error ? error.message : String(error)}. ` +
        'Start as the user who started Gensvar first, or put the file back.',
      { cause: error },
    )
  }
}

async function takeCare(folder: string, runAs: RunAs | null): Promise<void> {
  const cluster = join(folder, 'cluster')
  const { mode, uid } = await stat(cluster)
  if (runAs && uid === 0) await chownAll(folder, runAs)
  if ((mode & 0o077) !== 0 && (runAs || uid === process.getuid?.())) await chmod(cluster, 0o700)
}

async function chownAll(path: string, user: RunAs): Promise<void> {
  await chown(path, user.uid, user.gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) await chownAll(inside, user)
    else if (entry.isFile()) await chown(inside, user.uid, user.gid)
  }
}

async function createCluster(binaries: string, folder: string, runAs: RunAs | null): Promise<void> {
  const fresh = join(folder, 'cluster.new')
  const passwordFile = join(folder, 'password')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  await giveTo(runAs, folder)
  // What an interrupted first start left behind.
  await rm(fresh, { recursive: true, force: true })
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  await giveTo(runAs, passwordFile)
  const args = [
    ...['-D', fresh, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
    // Locale C sorts the same on every system; the builtin provider handles upper and lower case beyond ASCII.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]
  const { code, output } = await run(join(binaries, 'bin', 'initdb'), args, folder, runAs)
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder ${fresh}:\n${output}`)
  await rename(fresh, join(folder, 'cluster'))
}

async function run(
  file: string,
  args: string[],
  cwd: string,
  runAs: RunAs | null,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(file, args, { ...runAs, cwd, env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { code, output: output.trim() }
}
