import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What the server writes is for its own user alone.
process.umask(0o077)

// Compiled code is kept between runs; most of a short command's time goes into loading.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/gensvar-node', import.meta.url)))

const { runCommandLine } = await import('./command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
