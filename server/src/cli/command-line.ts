import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import { findHolder } from '#server/platform/data-folder.ts'
import { createLogger } from '#server/platform/log.ts'
import type { Command, CommandSetting } from './command.ts'
import { CommandError } from './command-error.ts'
import { loadCommands, loaderOf } from './commands.ts'
import { runInServer } from './remote.ts'
import { explainFailure, runCommand } from './run.ts'
import type { ExitCode } from './command-error.ts'

/** Timeout for a server that is starting, or for another command, in ms. */
const timeout = 60_000

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())

const setting = {
  // npm changes to the project's folder; this is the folder the user called it from.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  print: (text: string): void => void process.stdout.write(text),
  note: (text: string): void => void process.stderr.write(text),
  signal: stopped.signal,
  address: null,
}

/** Runs the command in the arguments and prints its errors; returns the exit code. */
export async function runCommandLine(args: string[]): Promise<ExitCode> {
  try {
    return await main(args)
  } catch (error) {
    if (!stopped.signal.aborted) return explainFailure(error, setting.note)
    setting.note('Cancelled.\n')
    return 1
  }
}

async function main([name, ...args]: string[]): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === 'help') {
    setting.print(await overview())
    return 0
  }
  const isHelp = args.includes('--help') || args.includes('-h')
  if (name === 'analyse-text') {
    const { analyseText } = await import('./commands/analyse-text.ts')
    return isHelp
      ? help(analyseText)
      : runCommand(analyseText, args, { ...setting, deps: { log: createLogger('silent') } })
  }
  if (name === 'restore') {
    const { restore } = await import('./commands/restore.ts')
    if (isHelp) return help(restore)
    const config = readConfig(process.env)
    return runCommand(restore, args, { ...setting, deps: { config, log: createLogger(config.logLevel) } })
  }
  const load = loaderOf(name)
  if (!load) throw new CommandError(`There is no command '${name}'.\n\n${await overview()}`)
  return isHelp ? help(await load()) : runOnline({ name, load }, args, readConfig(process.env))
}

function help(command: { help: string }): ExitCode {
  setting.print(command.help)
  return 0
}

/** A command that is loaded where it runs. */
interface Loadable {
  name: string
  load: () => Promise<Command>
}

/** Runs a command in the server that has the data open, or opens the data for it. */
async function runOnline(command: Loadable, args: string[], config: Config): Promise<ExitCode> {
  const deadline = Date.now() + timeout
  for (let notified = false; ;) {
    const holder = await findHolder(config.dataFolder)
    if (!holder) return runAlone(command, args, config)
    if (holder.server)
      return runInServer(holder.server, { name: command.name, args, cwd: setting.cwd }, setting, stopped.signal)
    if (Date.now() > deadline)
      throw new CommandError(
        `Process ${holder.pid} has locked the data folder ${config.dataFolder}. Try again later.`,
        1,
      )
    if (!notified) setting.note(`Waiting for process ${holder.pid}, which has the data open ...\n`)
    notified = true
    await wait(200, undefined, { signal: stopped.signal })
  }
}

async function runAlone({ load }: Loadable, args: string[], config: Config): Promise<ExitCode> {
  // Loaded only when needed: with a server running it would double the time of a command.
  const { openData } = await import('#server/open-data.ts')
  // PostgreSQL starts while the rest is loaded, which keeps this thread busy.
  const launched = Promise.withResolvers<void>()
  const opening = openData(config, createLogger(config.logLevel), { onLaunched: launched.resolve })
  await Promise.race([launched.promise, opening])
  const loading = Promise.all([import('#server/compose.ts'), load()])
  const [data, loaded] = await Promise.allSettled([opening, loading])
  if (data.status === 'rejected') throw data.reason
  if (loaded.status === 'rejected') {
    await data.value.close()
    throw loaded.reason
  }
  const [{ composeOn }, command] = loaded.value
  const { deps, close } = await composeOn(data.value, config)
  try {
    const call: CommandSetting = { ...setting, deps }
    return await runCommand(command, args, call)
  } finally {
    await close()
  }
}

async function overview(): Promise<string> {
  const [{ analyseText }, { restore }] = await Promise.all([
    import('./commands/analyse-text.ts'),
    import('./commands/restore.ts'),
  ])
  const rows = [...(await loadCommands()), analyseText, restore].map(
    ({ name, summary }) => `  ${name.padEnd(20)}${summary}\n`,
  )
  return `Usage: npm run -s gensvar -- COMMAND [arguments]\n\nCommands:\n${rows.join('')}\nCOMMAND --help shows more.\n`
}
