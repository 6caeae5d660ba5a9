import { EVENT_DATE } from '@gensvar/contract/conditions'
import { ExpressionError } from '@gensvar/contract/expression-tokens'
import { namesOnly } from '@gensvar/contract/names-only'
import { evaluateRule, parseRule } from '@gensvar/contract/row-rule'
import type { Answer, Rule } from '@gensvar/contract/row-rule'
import type { Kysely } from 'kysely'
import { findRuleProblem } from '#server/domain/alerts/rule-problem.ts'
import { oldestEvent } from '#server/domain/alerts/rules.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/db-types.ts'
import { readConfigFile } from '../configuration/config-file.ts'
import type { ImportTarget } from '../find-target.ts'
import { rowReader } from '../load/row-reader.ts'
import type { ResponseDraft } from '../load/row-reader.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { keyIn } from '../rows/link-columns.ts'
import type { LinkedColumns } from '../rows/link-columns.ts'
import type { TableRow } from '../tables/cell.ts'
import type { ReadOptions, Table } from '../tables/table.ts'
import { readStoredResponses } from './store.ts'
import type { StoredResponse } from './store.ts'

/** An import that is tried. */
interface TriedImport {
  table: Table
  plan: ImportPlan
  target: ImportTarget
  /** What "today" is for the survey, ISO. */
  today: string
  /** State of the responses. */
  state: number
  linked?: LinkedColumns | undefined
}

interface CountedRule {
  name: string
  rule: Rule
  /** First day whose events raise it; null for any. */
  oldest: string | null
}

/** How many alerts an import would raise with a configuration. Nothing is written; the file is read once more. */
export async function countAlerts(
  db: Kysely<Database>,
  configuration: string | null,
  tried: TriedImport,
  { signal }: Pick<ReadOptions, 'signal'>,
): Promise<number> {
  const rules = configuration === null || tried.state !== 0 ? [] : rulesOf(configuration, tried)
  if (rules.length === 0) return 0
  const { table, plan, target, linked } = tried
  const reader = rowReader(plan, tried)
  const variables = plan.columns.flatMap(({ variable }) => [variable, asideName(variable)])
  const by = linked?.key?.by ?? 'key'
  const keyOf = (row: TableRow, draft: ResponseDraft): string | null =>
    linked ? (linked.key ? keyIn(table, row) || null : null) : draft.key
  // What of the file has the same key becomes one response.
  const counted = new Set<string>()
  let alerts = 0
  for await (const batch of table.rows({ signal })) {
    const drafts = batch.map((row) => ({ draft: reader.read(row), row }))
    const keyed = drafts.map(({ draft, row }) => ({ draft, key: keyOf(row, draft) }))
    const keys = keyed.flatMap(({ key }) => key ?? [])
    const stored = target.existing ? await readStoredResponses(db, target.existing.id, by, keys) : new Map()
    for (const { draft, key } of keyed) {
      const before: StoredResponse | undefined = key === null ? undefined : stored.get(key)
      if (draft.isLeftOut || draft.unfinished || before?.released || (linked?.update && !before)) continue
      const day = linked?.update && plan.roles.eventDate === null && before ? before.eventDate : draft.day
      const answers = answersOf({ ...draft, day }, before, variables)
      for (const { name, rule, oldest } of rules) {
        if ((oldest !== null && day < oldest) || before?.raised.includes(name)) continue
        if (!evaluateRule(rule, answers)) continue
        if (key !== null) {
          if (counted.has(`${name} ${key}`)) continue
          counted.add(`${name} ${key}`)
        }
        alerts++
      }
    }
  }
  return alerts
}

/** The answers that a row leaves its response with, and its date where no question is called so. */
function answersOf(
  draft: ResponseDraft,
  before: StoredResponse | undefined,
  variables: readonly string[],
): Record<string, Answer> {
  const replaced = new Set(variables)
  const kept = Object.entries(before?.answers ?? {}).filter(([variable]) => !replaced.has(variable))
  return namesOnly<Record<string, Answer>>({ [EVENT_DATE]: draft.day, ...Object.fromEntries(kept), ...draft.answers })
}

function rulesOf(configuration: string, { plan, target, today }: TriedImport): CountedRule[] {
  const types = new Map([
    ...(target.existing?.questions ?? []).map(({ variable, type }) => [variable, type] as const),
    ...plan.columns.map((column) => [column.variable, column.plan.type] as const),
  ])
  const config = readable(() => readConfigFile('configuration', configuration).config)
  if (!config || config.anonymity !== 'off') return []
  return config.alerts.flatMap(({ extname, when, maxAge }) => {
    const rule = readable(() => parseRule(when))
    const typed = (variable: string) => {
      const type = types.get(variable)
      return type && { type, choices: null }
    }
    if (!rule || findRuleProblem(rule, typed)) return []
    return [{ name: extname, rule, oldest: oldestEvent({ maxAge }, today) }]
  })
}

/** Null for what cannot be read, which is told where it is written. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError || error instanceof ExpressionError) return null
    throw error
  }
}
