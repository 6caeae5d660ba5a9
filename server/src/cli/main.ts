import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Files this process creates are readable by its own user only.
process.umask(0o077)

// Compiled code is cached between runs, as loading takes most of a short command's time.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/gensvar-node', import.meta.url)))

const { runCommandLine } = await import('./command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
