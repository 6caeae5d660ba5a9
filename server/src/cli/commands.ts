import type { Command } from './command.ts'
import { backup } from './commands/backup.ts'
import { migrateCommand } from './commands/migrate.ts'

/** Every command that runs with or without a server; one line each. `restore`, which needs the server down, is in `main`. */
export const commands: readonly Command[] = [backup, migrateCommand]
