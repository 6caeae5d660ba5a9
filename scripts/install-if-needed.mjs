// Installs the dependencies when the lockfile differs from the one they were installed from. Runs before anything is
// installed, so it uses Node's own modules alone.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'node_modules', '.gensvar-lock')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Gensvar needs Node 20.19 or later to install; this is ${process.versions.node}. See https://nodejs.org`,
  )
  process.exit(1)
}

const wanted = hashOfLockfile()
if (!isInstalled()) install()
if (process.argv.includes('--with-test-tools')) {
  const { installTestTools } = await import('./install-test-tools.mjs')
  installTestTools()
}

function hashOfLockfile() {
  const hash = createHash('sha256')
  // Another system or another Node needs other packages from the same lockfile.
  hash.update(`${process.platform} ${process.arch}`)
  for (const file of ['package-lock.json', '.npmrc']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

function install() {
  console.error('Installing the dependencies (once; about a minute) ...')
  // `ci` refuses a lockfile that lacks packages for other systems, which happens when a registry did not have them when
  // it was written. `install` takes the same versions from it and passes over what is not for this system.
  const done = npm(['ci'], 'ignore') || npm(['install', '--no-save'], 'inherit')
  if (!done) {
    console.error(
      '\nThe dependencies could not be installed. Look at the lines above: most often the network or a proxy is in ' +
        'the way. Then start again.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

function npm(args, output) {
  const windows = process.platform === 'win32'
  const result = spawnSync(windows ? 'npm.cmd' : 'npm', [...args, '--no-progress', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: windows,
  })
  if (result.error) console.error(result.error.message)
  return result.status === 0
}
