import { checkShape } from '@gensvar/contract/configuration/problems'
import { serverConfig } from '@gensvar/contract/configuration/server-config'
import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type {
  getServerSettings as getRoute,
  saveBackupSchedule as backupRoute,
  saveServerSettings as generalRoute,
  saveSystemMessage as messageRoute,
} from '@gensvar/contract/server-settings'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { addressOf } from '#server/domain/notices/recipient-store.ts'
import { announceSystemMessage } from '#server/domain/notices/system-message-channel.ts'
import { restartSchedule } from '#server/domain/tasks/schedule.ts'
import { messageStateOf } from '#server/domain/system-message.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { readGivenSettings, settingsOf } from '#server/platform/server-settings.ts'
import { readYaml } from '#server/platform/yaml-file.ts'
import { givenMessage, shownToRoot } from './message.ts'
import { lockSettings, writeSettings } from './store.ts'

export { sendTrialMail } from './trial-mail.ts'

const settingsFile = z.strictObject({ server: serverConfig })

type Given = z.input<typeof serverConfig>
type Stored = z.input<(typeof generalRoute)['response']>
type SaveContext = WriteContext & { clock: Clock }

/** Settings that the screen has, by their names in the file; all others are changed by the file alone. */
const onScreen: ReadonlySet<string> = new Set([
  ...['language', 'systemLogoURL', 'supportDeskURL', 'egress', 'upgrade', 'systemMessage', 'backup'],
])

/** The server's settings as a file that `setSettings` takes. */
export async function printSettings({ db }: Pick<Deps, 'db'>): Promise<string> {
  return stringify({ server: (await readGivenSettings(db)).value })
}

/**
 * Replaces the server's settings by those of a file (`server:`); they apply from the next request. Throws `validation`
 * with line and column of every error, and then changes nothing.
 */
export async function setSettings(ctx: SaveContext, name: string, text: string): Promise<void> {
  const { value, refuse } = readYaml(name, text)
  refuse(checkShape(settingsFile, value).problems)
  await write(ctx, async (tx) => {
    await lockSettings(tx)
    const before = await readGivenSettings(tx.db)
    // Stored without defaults, so that a later version can change them.
    await store(tx, before.value as Given, value['server'] as Given)
    await tx.audit({ action: 'settings.set', object: name })
  })
}

/** What is set for the whole server, and the environment it was started with: of secrets only whether they are set. */
export async function getServerSettings(ctx: Ctx): Promise<z.input<(typeof getRoute)['response']>> {
  const user = ctx.db.selectFrom('app_user').select(['username', 'email']).where('id', '=', ctx.identity.userId)
  const person = await user.executeTakeFirst()
  return {
    ...(await storedSettings(ctx)),
    environment: [...ctx.config.environment],
    email: person ? addressOf(person) : '',
    sendsMail: ctx.config.mail !== null,
  }
}

/** Saves the settings for all users. Throws `conflict` at `version` where they were changed since. */
export function saveServerSettings(ctx: Ctx, { general, version }: z.output<(typeof generalRoute)['body']>) {
  const { language, systemLogoURL, supportDeskURL, egressAllow, reopens } = general
  return save(ctx, version, 'general', (given) => ({
    ...given,
    ...{ language, systemLogoURL, supportDeskURL: supportDeskURL ?? undefined },
    ...{ egress: { allow: egressAllow }, upgrade: reopens === null ? undefined : { reopens } },
  }))
}

/**
 * Saves the message to everybody, or removes it; whoever is signed in sees it at once, or when its time comes. Throws
 * `validation` at a text that is missing and at `message.until`, `conflict` at `version`.
 */
export function saveSystemMessage(ctx: Ctx, { message, version }: z.output<(typeof messageRoute)['body']>) {
  return save(ctx, version, 'systemMessage', (given, settings) => ({
    ...given,
    systemMessage: message === null ? undefined : givenMessage(message, settings.language, ctx.clock.now()),
  }))
}

/** Saves when the server backs itself up. Throws `conflict` at `version`, and at `backup` without a folder for them. */
export function saveBackupSchedule(ctx: Ctx, { backup, version }: z.output<(typeof backupRoute)['body']>) {
  if (backup !== null && ctx.config.backupFolder === null) {
    const words = say`Name the folder for backups in GENSVAR_BACKUP_FOLDER where the server is started, and start it again.`
    throw new AppError('conflict', words, { backup: words })
  }
  return save(ctx, version, 'backup', (given) => ({ ...given, backup: backup ?? undefined }))
}

/** Changes the stored settings, if they are still those of a version. */
async function save(
  ctx: Ctx,
  version: number,
  object: string,
  change: (given: Given, settings: ServerConfig) => Given,
): Promise<Stored> {
  await write(ctx, async (tx) => {
    await lockSettings(tx)
    const before = await readGivenSettings(tx.db)
    if (before.version !== version) throw stale()
    const given = before.value as Given
    await store(tx, given, change(given, settingsOf(given)))
    await tx.audit({ action: 'settings.set', object })
  })
  return storedSettings(ctx)
}

/** Stores settings, and tells every process what does not follow from its next request. */
async function store(tx: WriteTx<SaveContext>, before: Given, after: Given): Promise<void> {
  await writeSettings(tx, after)
  if (differ(before.systemMessage, after.systemMessage)) await announceSystemMessage(tx.db)
  if (differ(before.backup, after.backup)) await restartSchedule(tx, 'BACKUP')
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

async function storedSettings({ db, clock }: Ctx): Promise<Stored> {
  const { value, version } = await readGivenSettings(db)
  const settings = settingsOf(value)
  return {
    version,
    general: {
      ...{ language: settings.language, systemLogoURL: settings.systemLogoURL, egressAllow: settings.egress.allow },
      supportDeskURL: settings.supportDeskURL ?? null,
      reopens: settings.upgrade?.reopens ?? null,
    },
    message: settings.systemMessage ? shownToRoot(settings.systemMessage, settings.language) : null,
    messageState: messageStateOf(settings.systemMessage, clock.now()),
    backup: settings.backup ?? null,
    onlyInFile: Object.keys(value as object).filter((key) => !onScreen.has(key)),
  }
}

function stale(): AppError {
  const words: Words = say`Somebody else has changed the settings of the server since.`
  return new AppError('conflict', words, { version: words })
}
