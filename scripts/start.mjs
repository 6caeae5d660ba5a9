// `npm start`: builds the web if it changed and runs the server until it is stopped.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { findNode, root, serverFlags } from './find-node.mjs'

const node = findNode()
try {
  await buildWeb(node)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// Compiled code is kept between starts: it halves the time until the server answers.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'gensvar-node'), ...process.env }
// When this process ends, even if killed, the IPC channel closes and the server stops.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const args = [...serverFlags, join('server', 'src', 'main.ts'), ...process.argv.slice(2)]
const server = spawn(node, args, { cwd: root, env, stdio })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGINT' ? signal : 'SIGTERM'))
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
