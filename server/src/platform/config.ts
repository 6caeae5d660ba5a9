import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWebAddress } from '@gensvar/contract/address-text'
import { z } from 'zod'
import {
  clickHouseEnvironment,
  clickHouseSecrets,
  clickHouseSettingsOf,
  missingClickHouseSettings,
} from './clickhouse-settings.ts'
import type { ClickHouseSettings } from './clickhouse-settings.ts'
import {
  directoryAccountOf,
  directoryEnvironment,
  directorySecrets,
  missingDirectorySettings,
} from './directory-settings.ts'
import type { DirectoryAccount } from './directory-settings.ts'
import { bounceSettingsOf, mailEnvironment, mailSecrets, mailSettingsOf, missingMailSettings } from './mail-settings.ts'
import type { BounceSettings, MailSettings } from './mail-settings.ts'
import { missingPhoneSettings, phoneEnvironment, phoneSecrets, phoneSettingsOf } from './phone-settings.ts'
import type { PhoneSettings } from './phone-settings.ts'
import { missingPushSettings, pushEnvironment, pushSecrets, pushSettingsOf } from './push-settings.ts'
import { tracingEnvironment, tracingSettingsOf } from './tracing/tracing-settings.ts'
import type { TracingSettings } from './tracing/tracing-settings.ts'
import { missingSmsSettings, smsEnvironment, smsSecrets, smsSettingsOf } from './sms-settings.ts'
import type { SmsHttpSettings, SmsSettings } from './sms-settings.ts'

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number, 0 to 65535 (0 = any free port)')
    .transform(Number)
    .refine((port) => port <= 65535, 'must be a port number, 0 to 65535 (0 = any free port)')
    .default(8080),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or host name to listen on')
    .default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+/, 'must look like postgres://user:password@host:5432/database')
    .optional(),
  ...clickHouseEnvironment,
  GENSVAR_DATA: z.string().default('data'),
  GENSVAR_DEMO: onOff.optional(),
  GENSVAR_MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  GENSVAR_URL: z
    .string()
    .refine(isWebAddress, 'must be the address users open, like https://survey.example.com')
    .optional(),
  GENSVAR_TRUST_PROXY: z
    .string()
    .transform((text) => (text === 'off' ? [] : text.split(',').map((one) => one.trim())))
    .refine((proxies) => proxies.every(isNetwork), {
      // Not a number of hops: whoever reaches the server without the proxies could then claim any address.
      error:
        'must be off, or the addresses of the proxies, like 10.0.0.5, 10.1.0.0/16 or loopback, with commas between',
    })
    .default([]),
  GENSVAR_LOG: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('warn'),
  GENSVAR_REQUEST_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be how long a request may take, in seconds')
    .transform(Number)
    .refine((seconds) => seconds >= 1, 'must be at least 1')
    .default(20),
  GENSVAR_FIGURES_MEMORY: z
    .string()
    .regex(/^\d{1,6}$/, 'must be how much memory figures may take, in MB')
    .transform(Number)
    .refine((megabytes) => megabytes >= 256, 'must be at least 256')
    .default(1000),
  GENSVAR_IDP_URL: z
    .string()
    .refine(isWebAddress, 'must be the address of Keycloak, like https://id.example.com')
    .optional(),
  GENSVAR_IDP_REALM: z.string().min(1, 'must not be empty').optional(),
  GENSVAR_IDP_CLIENT: z.string().min(1, 'must not be empty').optional(),
  GENSVAR_LIBREOFFICE: z
    .string()
    .refine(isAbsolute, 'must be the path of the program, like /usr/bin/soffice')
    .optional(),
  ...directoryEnvironment,
  ...mailEnvironment,
  ...smsEnvironment,
  ...phoneEnvironment,
  ...pushEnvironment,
  GENSVAR_WEBHOOK_PRIVATE: onOff.default('off'),
  GENSVAR_TEXT_PROVIDER_PRIVATE: onOff.default('off'),
  GENSVAR_BACKUP_FOLDER: z
    .string()
    .refine(isAbsolute, 'must be the path of a folder, like /var/backups/gensvar')
    .optional(),
  GENSVAR_METRICS_PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number, 0 to 65535 (0 = any free port)')
    .transform(Number)
    .refine((port) => port <= 65535, 'must be a port number, 0 to 65535 (0 = any free port)')
    .optional(),
  GENSVAR_METRICS_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or host name to listen on')
    .default('127.0.0.1'),
  ...tracingEnvironment,
})

/** Networks that have a name. */
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  if (namedNetworks.has(text)) return true
  const [address = '', bits] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest && Number(bits) > 0))
}

/** Keys whose value may come from a file instead, named by the key with `_FILE` added. */
const secrets = [
  'DATABASE_URL',
  ...clickHouseSecrets,
  ...directorySecrets,
  ...mailSecrets,
  ...smsSecrets,
  ...phoneSecrets,
  ...pushSecrets,
] as const

/** Configuration from the environment, read once at start. */
export interface Config {
  port: number
  host: string
  mode: 'demo' | 'production'
  /** Whether the demo's universes and users exist. */
  demo: boolean
  /** Absolute path of the folder that holds everything the server keeps. */
  dataFolder: string
  /** PostgreSQL to use; null = the embedded one. */
  databaseUrl: string | null
  /** A ClickHouse to keep the figures in; null = DuckDB, in the data folder. */
  clickHouse: ClickHouseSettings | null
  /** Address under which users open the server; null = derived from host and port. */
  publicUrl: string | null
  /** Addresses and networks of the proxies whose headers for a caller's address, scheme and host are trusted. */
  trustProxy: readonly string[]
  logLevel: string
  /** How long a request may take before it is ended, in seconds. */
  requestSeconds: number
  /** Most memory that the store of the figures and the columns held of it take together, in MB. */
  figuresMemory: number
  /** A Keycloak to sign in with; null = the embedded provider. */
  identityProvider: { url: string; realm: string; clientId: string } | null
  /** The service account with which users are managed at that Keycloak; null = they are managed there. */
  directoryAccount: DirectoryAccount | null
  /** The mail server; null = mails are kept for root to read and not sent. */
  mail: MailSettings | null
  /** Where messages that came back arrive; null = nowhere. */
  bounces: BounceSettings | null
  /** Path of LibreOffice's program `soffice`, which prints letters; null = it is looked for. */
  libreOffice: string | null
  /** The operator or provider of text messages; null = they are kept for root to read and not sent. */
  sms: SmsSettings | null
  /** The provider that calls people; null = what would be said is kept for root to read, and nobody is called. */
  phone: PhoneSettings | null
  /** The provider of messages to apps on devices; null = text messages go to phone numbers alone. */
  push: SmsHttpSettings | null
  /** Whether webhooks may lead to private networks, and be without encryption. */
  privateWebhooks: boolean
  /** Whether language models that judge comments may be in private networks, and be called without encryption. */
  privateTextProviders: boolean
  /** Absolute path of the folder that the server writes its backups into; null = it makes none by itself. */
  backupFolder: string | null
  /** What all of this was read from, for root to see: of secrets only whether they are set. */
  environment: readonly EnvironmentVariable[]
  /** Where measures of the server are read, apart from everything else; null = nowhere. */
  metrics: { port: number; host: string } | null
  /** Where traces are sent; null = nowhere. */
  tracing: TracingSettings | null
}

/** Everything wrong with the environment, one line per key. */
export class ConfigError extends Error {
  readonly problems: Readonly<Record<string, string>>

  constructor(problems: Record<string, string>) {
    const lines = Object.entries(problems).map(([key, problem]) => `  ${key}: ${problem}`)
    super(`These settings are wrong:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads the configuration from environment variables. Throws a `ConfigError` that names every bad key at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: Record<string, string> = { ...unknownKeys(env) }
  const values = withSecretFiles(env, problems)
  const parsed = environment.safeParse(values)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems[String(issue.path[0])] ??= issue.message
    throw new ConfigError(problems)
  }
  const given = parsed.data
  Object.assign(problems, contradictions(given, problems))
  if (Object.keys(problems).length > 0) throw new ConfigError(problems)
  const { GENSVAR_IDP_URL: url, GENSVAR_IDP_REALM: realm, GENSVAR_IDP_CLIENT: clientId } = given
  return {
    port: given.PORT,
    host: given.HOST,
    mode: given.GENSVAR_MODE,
    demo: given.GENSVAR_MODE === 'demo' && given.GENSVAR_DEMO !== 'off',
    dataFolder: resolve(projectRoot, given.GENSVAR_DATA),
    databaseUrl: given.DATABASE_URL ?? null,
    clickHouse: clickHouseSettingsOf(given),
    publicUrl: given.GENSVAR_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: given.GENSVAR_TRUST_PROXY,
    logLevel: given.GENSVAR_LOG,
    requestSeconds: given.GENSVAR_REQUEST_SECONDS,
    figuresMemory: given.GENSVAR_FIGURES_MEMORY,
    identityProvider: url && realm && clientId ? { url: url.replace(/\/+$/, ''), realm, clientId } : null,
    directoryAccount: directoryAccountOf(given),
    mail: mailSettingsOf(given),
    bounces: bounceSettingsOf(given),
    libreOffice: given.GENSVAR_LIBREOFFICE ?? null,
    sms: smsSettingsOf(given),
    phone: phoneSettingsOf(given),
    push: pushSettingsOf(given),
    privateWebhooks: given.GENSVAR_WEBHOOK_PRIVATE === 'on',
    privateTextProviders: given.GENSVAR_TEXT_PROVIDER_PRIVATE === 'on',
    backupFolder: given.GENSVAR_BACKUP_FOLDER ?? null,
    environment: describeEnvironment(env, given),
    metrics:
      given.GENSVAR_METRICS_PORT === undefined
        ? null
        : { port: given.GENSVAR_METRICS_PORT, host: given.GENSVAR_METRICS_HOST },
    tracing: tracingSettingsOf(given),
  }
}

type Environment = z.infer<typeof environment>

/** A variable of the environment, as root may see it. */
export interface EnvironmentVariable {
  name: string
  source: 'environment' | 'file' | 'default'
  /** Null for a secret and for one without a value. */
  value: string | null
  isSecret: boolean
}

function describeEnvironment(env: NodeJS.ProcessEnv, given: Environment): EnvironmentVariable[] {
  return (Object.keys(environment.shape) as (keyof Environment)[]).map((name) => {
    const isSecret = secrets.some((secret) => secret === name)
    const source = env[name] ? 'environment' : isSecret && env[`${name}_FILE`] ? 'file' : 'default'
    const value = given[name] === undefined || isSecret ? null : shownValue(String(given[name]))
    return { name, source, value: value === '' ? null : value, isSecret }
  })
}

/** A value without what may be a secret in an address: user, password and query. */
function shownValue(text: string): string {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return text
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

function contradictions(given: Environment, problems: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {
    ...missingClickHouseSettings(given),
    ...missingDirectorySettings(given),
    ...missingMailSettings(given),
    ...missingPushSettings(given),
    ...missingSmsSettings(given),
    ...missingPhoneSettings(given),
  }
  for (const key of Object.keys(found)) if (problems[key]) delete found[key]
  const idp = ['GENSVAR_IDP_URL', 'GENSVAR_IDP_REALM', 'GENSVAR_IDP_CLIENT'] as const
  const set = idp.filter((key) => given[key] !== undefined)
  if (set.length > 0)
    for (const key of idp)
      if (given[key] === undefined && !problems[key]) found[key] = `must be set together with ${set.join(' and ')}`
  if (given.GENSVAR_MODE === 'production') {
    if (given.GENSVAR_DEMO === 'on') found['GENSVAR_DEMO'] = 'must be off (or left out) in production'
    if (given.DATABASE_URL === undefined) found['DATABASE_URL'] ??= 'must be set in production'
    for (const key of idp) if (given[key] === undefined) found[key] ??= 'must be set in production'
  }
  return found
}

function unknownKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  const known = Object.keys(environment.shape)
  const files = secrets.map((key) => `${key}_FILE`)
  const unknown = Object.keys(env).filter(
    (key) => key.startsWith('GENSVAR_') && !known.includes(key) && !files.includes(key),
  )
  const ours = known.filter((key) => key.startsWith('GENSVAR_')).join(', ')
  return Object.fromEntries(unknown.map((key) => [key, `is not a setting of Gensvar; there are ${ours}`]))
}

function withSecretFiles(env: NodeJS.ProcessEnv, problems: Record<string, string>): Record<string, string> {
  // An empty variable counts as not set: compose files and shells often pass them that way.
  const values = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]))
  for (const key of secrets) {
    const file = values[`${key}_FILE`]
    if (!file) continue
    if (values[key]) problems[`${key}_FILE`] = `must not be set together with ${key}`
    else
      try {
        values[key] = readFileSync(file, 'utf8').trim()
      } catch (error) {
        problems[`${key}_FILE`] = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
      }
  }
  return values
}
