import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import { findHolder } from '#server/platform/data-folder.ts'
import { createLogger } from '#server/platform/log.ts'
import type { Command, CommandSetting } from './command.ts'
import { CommandError } from './command-error.ts'
import { commands } from './commands.ts'
import { analyseText } from './commands/analyse-text.ts'
import { restore } from './commands/restore.ts'
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
    setting.print(overview())
    return 0
  }
  const all = [...commands, analyseText, restore]
  const command = all.find((candidate) => candidate.name === name)
  if (!command) throw new CommandError(`There is no command '${name}'.\n\n${overview()}`)
  if (args.includes('--help') || args.includes('-h')) {
    setting.print(command.help)
    return 0
  }
  if (command === analyseText)
    return runCommand(analyseText, args, { ...setting, deps: { log: createLogger('silent') } })
  const config = readConfig(process.env)
  if (command === restore) {
    const log = createLogger(config.logLevel)
    return runCommand(restore, args, { ...setting, deps: { config, log } })
  }
  const online = commands.find((candidate) => candidate.name === name)
  return online ? runOnline(online, args, config) : 2
}

/** Runs a command in the server that has the data open, or opens the data for it. */
async function runOnline(command: Command, args: string[], config: Config): Promise<ExitCode> {
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

async function runAlone(command: Command, args: string[], config: Config): Promise<ExitCode> {
  // Loaded only when needed: with a server running it would double the time of a command.
  const { compose } = await import('#server/compose.ts')
  const { deps, close } = await compose(config)
  try {
    const call: CommandSetting = { ...setting, deps }
    return await runCommand(command, args, call)
  } finally {
    await close()
  }
}

function overview(): string {
  const rows = [...commands, analyseText, restore].map(({ name, summary }) => `  ${name.padEnd(20)}${summary}\n`)
  return `Usage: npm run -s gensvar -- COMMAND [arguments]\n\nCommands:\n${rows.join('')}\nCOMMAND --help shows more.\n`
}
