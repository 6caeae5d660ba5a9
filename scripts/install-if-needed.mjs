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
  // Of npm's own settings only the folder is ours: a caller's --prefix or workspace must not come through.
  const result = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--no-progress', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (result.error || result.status !== 0) {
    console.error(
      `\nThe dependencies could not be installed${result.error ? `: ${result.error.message}` : ''}. ` +
        'Look at the lines above: most often the network or a proxy is in the way. Then start again.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}
