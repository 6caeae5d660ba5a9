import { z } from 'zod'

/** A ClickHouse that keeps the figures in place of the embedded store. */
export interface ClickHouseSettings {
  /** `http://user:password@host:8123/database`, which no other installation uses. */
  url: string
  /** Name of the cluster that the tables are spread over; null for a single server. */
  cluster: string | null
}

/** A name that needs no quotes. */
const name = /^[a-z_][a-z0-9_]*$/

/** Variables of a ClickHouse. */
export const clickHouseEnvironment = {
  CLICKHOUSE_URL: z
    .string()
    .refine(isClickHouseAddress, 'must look like http://user:password@host:8123/database')
    .optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(name, 'must be the name of a cluster, of small letters, digits and _')
    .optional(),
}

/** Those of them that may be given as a file. */
export const clickHouseSecrets = ['CLICKHOUSE_URL'] as const

interface Given {
  CLICKHOUSE_URL?: string | undefined
  CLICKHOUSE_CLUSTER?: string | undefined
}

/** What is set, null for nothing. */
export function clickHouseSettingsOf({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster }: Given) {
  return url === undefined ? null : { url, cluster: cluster ?? null }
}

/** What is set without what it needs, by variable. */
export function missingClickHouseSettings({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }: Given): Record<string, string> {
  return CLICKHOUSE_CLUSTER !== undefined && CLICKHOUSE_URL === undefined
    ? { CLICKHOUSE_URL: 'must be set together with CLICKHOUSE_CLUSTER' }
    : {}
}

function isClickHouseAddress(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { pathname, search, hash } = new URL(text)
  return name.test(pathname.slice(1)) && search === '' && hash === ''
}
