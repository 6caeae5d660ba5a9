// `npm run dev`: the server restarts and the page reloads when a source changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findNode, root, toolEnvironment } from './find-node.mjs'

const node = findNode()
const port = process.env.PORT ?? '8080'
const api = `http://127.0.0.1:${port}`
const vite = join('node_modules', 'vite', 'bin', 'vite.js')

const children = [
  run('server', [
    node,
    '--watch-path=server/src',
    '--watch-path=contract/src',
    '--watch-preserve-output',
    'server/src/main.ts',
  ]),
  run(
    'web',
    [node, vite, 'web', '--config', 'web/vite.config.ts', '--strictPort', '--port', process.env.WEB_PORT ?? '5173'],
    {
      GENSVAR_API: api,
    },
  ),
]

let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  const alive = children.filter((child) => child.exitCode === null && child.signalCode === null)
  let left = alive.length
  if (left === 0) process.exit(code)
  for (const child of alive) child.on('exit', () => --left === 0 && process.exit(code))
}
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

function run(name, [command, ...args], extra = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...toolEnvironment(), ...extra }, stdio: 'inherit' })
  child.on('exit', (code) => {
    if (stopping) return
    console.error(`The ${name} ended.`)
    stop(code ?? 1)
  })
  return child
}
