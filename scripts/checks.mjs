// The checks that need neither a server nor a browser, as `npm test` and `npm run verify` run them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root, toolEnvironment } from './find-node.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Checks a project's types; incremental, so that unchanged files are not checked again. */
const types = (project) => {
  const known = join(root, 'node_modules', '.cache', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  return [bin('tsc'), ['-p', project, '--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known]]
}

/** Name, command and arguments of each check, the quick ones first. */
function staticChecks(node) {
  return [
    ['format', bin('oxfmt'), ['--check']],
    ['boundaries', bin('depcruise'), ['contract', 'e2e', 'scripts', 'server', 'web']],
    ['lint', bin('oxlint'), []],
    ['types of the contract', ...types('contract')],
    ['types of its tests', ...types('contract/tsconfig.test.json')],
    ['types of the server', ...types('server')],
    ['types of the web', ...types('web')],
    ['types of the end-to-end tests', ...types('e2e')],
    ['types of the scripts', ...types('scripts')],
    ['unused files and exports', bin('knip'), []],
    ['generated docs', node, ['scripts/docs.mjs', '--check']],
  ]
}

/** Runs the checks, two at a time, and prints each result; returns how many passed and a line about each that failed. */
export async function runStaticChecks(node) {
  const waiting = staticChecks(node)
  const result = { passed: 0, failed: [] }
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (await runCheck(...check)) result.passed += 1
      else result.failed.push(`check: ${check[0]}`)
    }
  }
  await Promise.all([work(), work()])
  return result
}

/** Runs a command with its output passed through; returns its exit code. */
export async function runThrough(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...toolEnvironment(), ...env } })
  return endOf(child)
}

async function runCheck(name, command, args) {
  const began = Date.now()
  const child = spawn(command, args, { cwd: root, env: { ...toolEnvironment(), FORCE_COLOR: '0' } })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await endOf(child).catch((error) => {
    output += error.message
    return 1
  })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd().replace(/^/gm, '       '))
  return code === 0
}

function endOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
