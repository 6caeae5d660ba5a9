import { z } from 'zod'
import { backupConfig } from './configuration/server-config.ts'
import { defineRoute } from './define-route.ts'
import { localeCode, locales } from './local-text.ts'
import { severities } from './severities.ts'
import { imageAddress, linkAddress } from './web-address.ts'

type Texts = Record<(typeof locales)[number], z.ZodString>

const none = z.object({})
const ok = z.object({ ok: z.literal(true) })
const version = z.int().min(0).max(2_147_483_647)
const moment = z.iso.datetime({ offset: true, error: 'choose a day and a time' }).max(40)

/** A host that the server itself may call: `api.example.org`, `*.example.org`, or with a port. */
const host = z
  .string()
  .max(260)
  .regex(/^(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:\d{1,5})?$/, 'write a host as api.example.org')

/** Settings for all users of the server. */
export const generalSettings = z.object({
  language: localeCode,
  systemLogoURL: imageAddress.max(2000),
  supportDeskURL: linkAddress.max(2000).nullable(),
  /** Hosts that the server itself may call. */
  egressAllow: z.array(host).max(200),
  /** An upgrade under way, with the moment the server opens again. */
  reopens: moment.nullable(),
})

/** A message to everybody, in the languages that it is written in. */
export const messageToAll = z.object({
  texts: z.object(Object.fromEntries(locales.map((locale) => [locale, z.string().max(500)])) as Texts),
  severity: z.enum(severities),
  /** Null for at once. */
  from: moment.nullable(),
  /** Null for as long as it is not removed. */
  until: moment.nullable(),
  atLogin: z.boolean(),
  link: linkAddress.max(2000).nullable(),
})

/** A variable of the environment that the server was started with. */
export const environmentVariable = z.object({
  name: z.string(),
  /** Where it is from: the environment, a file that the environment names, or nowhere, so that the default holds. */
  source: z.enum(['environment', 'file', 'default']),
  /** Null for a secret and for one without a value. */
  value: z.string().nullable(),
  isSecret: z.boolean(),
})

const storedSettings = z.object({
  version,
  general: generalSettings,
  /** Null where there is none. */
  message: messageToAll.nullable(),
  /** Whether it is shown now, will be, or has been. */
  messageState: z.enum(['none', 'planned', 'shown', 'over']),
  backup: backupConfig.nullable(),
  /** Settings that only the file of the command `settings` changes, as they are named there, of those that are set. */
  onlyInFile: z.array(z.string()),
})

/** What is set for the whole server. */
export const getServerSettings = defineRoute({
  id: 'getServerSettings',
  summary: 'Settings of the server, and the environment it was started with',
  method: 'GET',
  path: '/rest/server/settings',
  permission: 'root',
  params: none,
  query: none,
  body: z.undefined(),
  response: storedSettings.extend({
    environment: z.array(environmentVariable),
    /** Where a mail to try the mail server goes; empty for a user without an address. */
    email: z.string(),
    /** Whether this server sends mail; false where mail is kept to be read. */
    sendsMail: z.boolean(),
  }),
})

/** Saves the settings for all users. Errors: `validation` at the field, `conflict` at `version`. */
export const saveServerSettings = defineRoute({
  id: 'saveServerSettings',
  summary: 'Save the settings of the server',
  method: 'PUT',
  path: '/rest/server/settings',
  permission: 'root',
  params: none,
  query: none,
  body: z.object({ general: generalSettings, version }),
  response: storedSettings,
})

/** Saves the message to everybody, or removes it. Errors: `validation` at the field, `conflict` at `version`. */
export const saveSystemMessage = defineRoute({
  id: 'saveSystemMessage',
  summary: 'Save or remove the message to everybody',
  method: 'PUT',
  path: '/rest/server/message',
  permission: 'root',
  params: none,
  query: none,
  body: z.object({ message: messageToAll.nullable(), version }),
  response: storedSettings,
})

/** Saves when the server backs itself up. Errors: `validation` at the field, `conflict` at `version` or without a folder. */
export const saveBackupSchedule = defineRoute({
  id: 'saveBackupSchedule',
  summary: 'Save when the server backs itself up',
  method: 'PUT',
  path: '/rest/server/backup',
  permission: 'root',
  params: none,
  query: none,
  body: z.object({ backup: backupConfig.nullable(), version }),
  response: storedSettings,
})

/** Sends a mail to the caller's own address, to try the mail server. Errors: `conflict` without an address. */
export const sendTrialMail = defineRoute({
  id: 'sendTrialMail',
  summary: 'Send a mail to oneself, to try the mail server',
  method: 'POST',
  path: '/rest/server/trialmail',
  permission: 'root',
  params: none,
  query: none,
  body: none,
  response: ok,
})

/** What became of a backup: its file is there, also proved to be restorable, removed since, or there is none. */
export const backupStates = ['made', 'proved', 'unproved', 'failed', 'removed'] as const

/** A backup that the server made by itself. */
export const backupRun = z.object({
  id: z.int(),
  state: z.enum(backupStates),
  /** Path of the file; empty where none was written. */
  file: z.string(),
  madeAt: z.iso.datetime(),
  seconds: z.number().nullable(),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  /** When it was restored for its proof, how long that took, and how many rows were compared. */
  proof: z.object({ at: z.iso.datetime(), seconds: z.number(), rows: z.int() }).nullable(),
  /** Why it, or its proof, failed; empty else. */
  reason: z.string(),
})

/** A backup that the server made by itself. */
export type BackupRun = z.infer<typeof backupRun>

/** The backups of the server, the newest first. */
export const listBackups = defineRoute({
  id: 'listBackups',
  summary: 'Backups that the server made by itself',
  method: 'GET',
  path: '/rest/server/backups',
  permission: 'root',
  params: none,
  query: none,
  body: z.undefined(),
  response: z.object({
    /** The folder they are written into; null where the environment names none. */
    folder: z.string().nullable(),
    /** When the next one is due; null without a schedule. */
    next: z.iso.datetime().nullable(),
    /** The task of the one that waits or is being made; null for none. */
    running: z
      .object({ taskId: z.int(), done: z.number().nullable(), total: z.number().nullable(), text: z.string() })
      .nullable(),
    /** The newest backup that can be restored, and the newest proof of that. */
    last: backupRun.nullable(),
    lastProved: backupRun.nullable(),
    rows: z.array(backupRun),
  }),
})

/** Makes a backup now. Errors: `conflict` where the environment names no folder. */
export const startBackup = defineRoute({
  id: 'startBackup',
  summary: 'Make a backup now',
  method: 'POST',
  path: '/rest/server/backups',
  permission: 'root',
  params: none,
  query: none,
  body: none,
  response: z.object({ taskId: z.int() }),
})
