// Builds the web if its sources changed since the last build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, toolEnvironment } from './find-node.mjs'

const stamp = join(root, 'web', 'dist', '.sources')

/** Brings `web/dist` up to date; returns whether it had to be built. Throws when the build fails. */
export async function buildWeb(node) {
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  console.error('Building the screens (only when they changed) ...')
  // The others add the scripts of pages that are no part of the application.
  for (const config of ['vite.config.ts', 'answer-page.config.ts', 'big-screen.config.ts', 'widget.config.ts'])
    await runVite(node, join('web', config))
  writeFileSync(stamp, wanted)
  return true
}

async function runVite(node, config) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(node, [vite, 'build', 'web', '--config', config, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error('The screens could not be built; the lines above say why.')
}

/** A hash of everything the build reads: sources, contract, and the versions of the build tools. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'web/package.json',
    'web/vite.config.ts',
    'web/answer-page.config.ts',
    'web/big-screen.config.ts',
    'web/widget.config.ts',
    'web/computed-examples.ts',
    'web/slim-styles.ts',
    'web/slim-contract.ts',
    'web/index.html',
    'tsconfig.base.json',
  ])
    addFile(hash, file)
  for (const folder of ['web/src', 'web/public', 'contract/src']) addFolder(hash, folder)
  return hash.digest('hex')
}

function addFolder(hash, folder) {
  if (!existsSync(join(root, folder))) return
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) addFolder(hash, path)
    else if (!/\.test\.tsx?$/.test(entry.name)) addFile(hash, path)
  }
}

function addFile(hash, path) {
  hash.update(`${path}\n`)
  hash.update(readFileSync(join(root, path)))
}
