// `npm run dev`: the server restarts and the page reloads when a source changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findNode, root, toolEnvironment } from './find-node.mjs'

const node = findNode()
const api = `http://127.0.0.1:${process.env.PORT ?? '8080'}`
const webPort = process.env.WEB_PORT ?? '5173'
const vite = join('node_modules', 'vite', 'bin', 'vite.js')

const children = new Set()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))

run('server', ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output', 'server/src/main.ts'])
await untilReady()
run('web', [vite, 'web', '--config', 'web/vite.config.ts', '--strictPort', '--port', webPort], { GENSVAR_API: api })
console.log(`\nOpen http://127.0.0.1:${webPort}/ to see changes of the screens at once.\n`)

function run(name, args, extra = {}) {
  const child = spawn(node, args, { cwd: root, env: { ...toolEnvironment(), ...extra }, stdio: 'inherit' })
  children.add(child)
  child.on('exit', (code) => {
    children.delete(child)
    if (!stopping) console.error(`The ${name} ended.`)
    stop(code ?? 1)
  })
}

/** Stops the child processes, then this one. */
function stop(code) {
  if (!stopping) for (const child of children) child.kill('SIGTERM')
  stopping = true
  if (children.size === 0) process.exit(code)
}

/** Waits until the server answers; after an error in its code, until the next change fixes it. */
async function untilReady() {
  while (!stopping) {
    const answer = await fetch(`${api}/health`).catch(() => null)
    if (answer?.ok) return
    await wait(200)
  }
}
