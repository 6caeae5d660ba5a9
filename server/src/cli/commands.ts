import type { Command } from './command.ts'
import { alertsTry } from './commands/alerts-try.ts'
import { backup } from './commands/backup.ts'
import { configurationCommand } from './commands/configuration.ts'
import { decideCommand } from './commands/decide.ts'
import { importUndo } from './commands/import-undo.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { scriptsExport } from './commands/scripts-export.ts'
import { scriptsImport } from './commands/scripts-import.ts'
import { settingsCommand } from './commands/settings.ts'
import { surveyDelete } from './commands/survey-delete.ts'
import { tokenCommand } from './commands/token.ts'
import { answerLinks } from './commands/answer-links.ts'
import { unitOwner } from './commands/unit-owner.ts'
import { userAdd } from './commands/user-add.ts'
import { query } from './commands/query.ts'
import { rebuild } from './commands/rebuild-analytics.ts'

/**
 * Every command that runs with or without a server; one line each. `restore`, which needs the server stopped, and
 * `analyse-text`, which needs no data, are added in `command-line.ts`.
 */
export const commands: readonly Command[] = [
  alertsTry,
  backup,
  configurationCommand,
  decideCommand,
  importCommand,
  importUndo,
  migrateCommand,
  query,
  rebuild,
  scriptsExport,
  scriptsImport,
  settingsCommand,
  surveyDelete,
  tokenCommand,
  answerLinks,
  unitOwner,
  userAdd,
]
