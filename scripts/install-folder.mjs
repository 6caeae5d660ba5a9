// Installs a folder's dependencies when its lockfile differs from the one they were installed from. Runs before
// anything is installed, so it uses Node's own modules alone.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Brings a folder's `node_modules` in line with its lockfile, printing `words` if needed. False when that failed. */
export function installFolder(folder, words) {
  const stamp = join(folder, 'node_modules', '.gensvar-lock')
  const wanted = hashOfLockfile(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  console.error(words)
  // `ci` rejects a lockfile without the packages for other systems, which happens if a registry lacked them when it
  // was written. `install` uses the same versions and skips what is not for this system.
  // The output goes to stderr, apart from that of the command that runs next.
  const done = npm(folder, ['ci'], 'ignore') || npm(folder, ['install', '--no-save'], process.stderr.fd)
  if (done) writeFileSync(stamp, wanted)
  return done
}

function hashOfLockfile(folder) {
  const hash = createHash('sha256')
  // Another system or another Node needs other packages from the same lockfile.
  hash.update(`${process.platform} ${process.arch}`)
  for (const file of ['package-lock.json', '.npmrc']) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

function npm(folder, args, output) {
  const windows = process.platform === 'win32'
  const result = spawnSync(windows ? 'npm.cmd' : 'npm', [...args, '--no-progress', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', output, output],
    shell: windows,
  })
  if (result.error) console.error(result.error.message)
  return result.status === 0
}
