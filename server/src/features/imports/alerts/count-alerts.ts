import { isDeepStrictEqual } from 'node:util'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { ExpressionError } from '@gensvar/contract/expression-tokens'
import { namesOnly } from '@gensvar/contract/names-only'
import { evaluateRule, parseRule } from '@gensvar/contract/row-rule'
import type { Answer, Rule } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import { AlertScripts } from '#server/domain/alerts/ask-alert-scripts.ts'
import { findRuleProblem } from '#server/domain/alerts/rule-problem.ts'
import { oldestEvent } from '#server/domain/alerts/rules.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import type { AskedQuestions } from '#server/domain/scripts/host.ts'
import { hooksOf } from '#server/domain/scripts/hooks.ts'
import { readHookScripts } from '#server/domain/survey/hook-scripts-store.ts'
import { AppError } from '#server/platform/errors.ts'
import { readConfigFile } from '../configuration/config-file.ts'
import type { ImportContext } from '../import-request.ts'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { rowReader } from '../load/row-reader.ts'
import type { ResponseDraft } from '../load/row-reader.ts'
import { keyIn } from '../rows/link-columns.ts'
import type { TableRow } from '../tables/cell.ts'
import type { ReadOptions } from '../tables/table.ts'
import { questionsAfter } from './questions-after.ts'
import { readStoredResponses } from './store.ts'
import type { StoredResponse } from './store.ts'
import type { TriedImport } from './tried-import.ts'

interface CountedRule {
  name: string
  rule: Rule
  /** First day whose events raise it; null for any. */
  oldest: string | null
}

/** How many alerts an import would raise, and what went wrong in scripts that raise some. */
interface CountedAlerts {
  alerts: number
  notes: ImportNote[]
}

/** A completed response that an import would add or change. */
interface WrittenResponse {
  key: string | null
  day: string
  /** Its answers afterwards. */
  answers: Record<string, Answer>
  before: StoredResponse | undefined
}

/**
 * How many alerts an import would raise with a configuration, by its rules and by scripts. Nothing is written; the file is
 * read once more.
 */
export async function countAlerts(
  ctx: ImportContext,
  configuration: string | null,
  tried: TriedImport,
  { signal }: Pick<ReadOptions, 'signal'>,
): Promise<CountedAlerts> {
  const rules = configuration === null || tried.state !== 0 ? null : rulesOf(configuration, tried)
  const scripts = rules && (await triedScripts(ctx, tried, { signal }))
  if (!rules || (rules.length === 0 && !scripts)) return { alerts: 0, notes: [] }
  // What of the file has the same key becomes one response.
  const counted = new Set<string>()
  let alerts = 0
  for await (const batch of writtenResponses(ctx, tried, { signal })) {
    // A response that is not there yet has no number.
    const asked = batch.map(({ day, answers, before }) => ({ id: before?.id ?? 0, eventDate: day, answers }))
    const wanted = (await scripts?.calls.ask(asked)) ?? []
    for (const [at, { key, day, answers, before }] of batch.entries()) {
      const row = namesOnly<Record<string, Answer>>({ [EVENT_DATE]: day, ...answers })
      const met = rules.filter(({ rule, oldest }) => (oldest === null || day >= oldest) && evaluateRule(rule, row))
      for (const name of new Set([...met.map((rule) => rule.name), ...(wanted[at] ?? []).map((one) => one.rule)])) {
        if (before?.raised.includes(name)) continue
        if (key !== null) {
          if (counted.has(`${name} ${key}`)) continue
          counted.add(`${name} ${key}`)
        }
        alerts++
      }
    }
  }
  return { alerts, notes: scripts?.notes() ?? [] }
}

/** The scripts that would raise alerts, to be asked without a trace; null where there are none. */
async function triedScripts(ctx: ImportContext, tried: TriedImport, read: Pick<ReadOptions, 'signal'>) {
  const { existing, universe } = tried.target
  const hooks = await readHookScripts(ctx.db, {
    // Of a survey that is to be made there are none of its own.
    id: existing?.id ?? 0,
    universeId: universe?.id ?? 0,
    extName: tried.survey,
  })
  if (hooksOf({ hooks }, 'GENERATE_ALERT').length === 0) return null
  const faults = new Map<string, string>()
  let questions: Promise<AskedQuestions> | undefined
  const calls = new AlertScripts(
    ctx,
    { hooks },
    () => (questions ??= questionsAfter(ctx.db, tried, read)),
    (script, events) => {
      const fault = events.find(({ eventType }) => eventType === 'ERROR')
      if (fault && !faults.has(script)) faults.set(script, fault.message)
    },
  )
  const notes = (): ImportNote[] =>
    [...faults].map(([script, fault]) =>
      noteOn(say`The script "${script}" fails, so some of its alerts may not be raised: ${fault}`),
    )
  return { calls, notes }
}

/** What an import would add or change, in the batches of the file. */
async function* writtenResponses(
  { db }: ImportContext,
  tried: TriedImport,
  { signal }: Pick<ReadOptions, 'signal'>,
): AsyncGenerator<WrittenResponse[]> {
  const { table, plan, target, linked } = tried
  const reader = rowReader(plan, tried)
  const variables = plan.columns.flatMap(({ variable }) => [variable, asideName(variable)])
  const by = linked?.key?.by ?? 'key'
  const keyOf = (row: TableRow, draft: ResponseDraft): string | null =>
    linked ? (linked.key ? keyIn(table, row) || null : null) : draft.key
  for await (const batch of table.rows({ signal })) {
    const drafts = batch.map((row) => ({ draft: reader.read(row), row }))
    const keyed = drafts.map(({ draft, row }) => ({ draft, key: keyOf(row, draft) }))
    const keys = keyed.flatMap(({ key }) => key ?? [])
    const stored: ReadonlyMap<string, StoredResponse> = target.existing
      ? await readStoredResponses(db, target.existing.id, by, keys)
      : new Map()
    yield keyed.flatMap(({ draft, key }) => {
      const before = key === null ? undefined : stored.get(key)
      if (draft.isLeftOut || draft.unfinished || before?.released || (linked?.update && !before)) return []
      const day = linked?.update && plan.roles.eventDate === null && before ? before.eventDate : draft.day
      const answers = answersOf(draft, before, variables)
      return before && isSame(before, { day, answers, contact: draft.contact }) ? [] : [{ key, day, answers, before }]
    })
  }
}

/** Whether a response would stay as it is, and so raise nothing. */
function isSame(
  before: StoredResponse,
  after: Pick<WrittenResponse, 'day' | 'answers'> & Pick<ResponseDraft, 'contact'>,
): boolean {
  return (
    before.state === 0 &&
    before.eventDate === after.day &&
    isDeepStrictEqual({ ...before.answers }, { ...after.answers }) &&
    isDeepStrictEqual({ ...before.contact }, { ...before.contact, ...after.contact })
  )
}

/** The answers that a row leaves its response with. */
function answersOf(
  draft: ResponseDraft,
  before: StoredResponse | undefined,
  variables: readonly string[],
): Record<string, Answer> {
  const replaced = new Set(variables)
  const kept = Object.entries(before?.answers ?? {}).filter(([variable]) => !replaced.has(variable))
  return namesOnly<Record<string, Answer>>({ ...Object.fromEntries(kept), ...draft.answers })
}

/** The rules of a configuration; null where nothing raises alerts, because it is anonymous or cannot be read. */
function rulesOf(configuration: string, { plan, target, today }: TriedImport): CountedRule[] | null {
  const types = new Map([
    ...(target.existing?.questions ?? []).map(({ variable, type }) => [variable, type] as const),
    ...plan.columns.map((column) => [column.variable, column.plan.type] as const),
  ])
  const config = readable(() => readConfigFile('configuration', configuration).config)
  if (!config || config.anonymity !== 'off') return null
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
