import type { Command } from './command.ts'

/**
 * Every command that runs with or without a server; one line each. A command is loaded when it is needed: all of them together
 * are most of the server's code. `restore`, which needs the server stopped, and `analyse-text`, which needs no data, are added in
 * `command-line.ts`.
 */
const loaders = new Map<string, () => Promise<Command>>([
  ['alerts:try', async () => (await import('./commands/alerts-try.ts')).alertsTry],
  ['backup', async () => (await import('./commands/backup.ts')).backup],
  ['configuration', async () => (await import('./commands/configuration.ts')).configurationCommand],
  ['decide', async () => (await import('./commands/decide.ts')).decideCommand],
  ['import', async () => (await import('./commands/import.ts')).importCommand],
  ['import:undo', async () => (await import('./commands/import-undo.ts')).importUndo],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrateCommand],
  ['query', async () => (await import('./commands/query.ts')).query],
  ['rebuild-analytics', async () => (await import('./commands/rebuild-analytics.ts')).rebuild],
  ['scripts:export', async () => (await import('./commands/scripts-export.ts')).scriptsExport],
  ['scripts:import', async () => (await import('./commands/scripts-import.ts')).scriptsImport],
  ['settings', async () => (await import('./commands/settings.ts')).settingsCommand],
  ['survey:delete', async () => (await import('./commands/survey-delete.ts')).surveyDelete],
  ['token', async () => (await import('./commands/token.ts')).tokenCommand],
  ['answer:links', async () => (await import('./commands/answer-links.ts')).answerLinks],
  ['unit:owner', async () => (await import('./commands/unit-owner.ts')).unitOwner],
  ['user:add', async () => (await import('./commands/user-add.ts')).userAdd],
])

/** How to load the command of a name; undefined if there is none. */
export function loaderOf(name: string): (() => Promise<Command>) | undefined {
  return loaders.get(name)
}

/** Loads all of them, in the order in which they are listed. */
export function loadCommands(): Promise<Command[]> {
  return Promise.all([...loaders.values()].map((load) => load()))
}
