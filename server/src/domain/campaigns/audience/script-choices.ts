import type { HookInput, HookOutput } from '@gensvar/contract/script-types/index'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { answerScript } from '#server/domain/scripts/host.ts'
import { HookBatches, hooksOf } from '#server/domain/scripts/hooks.ts'
import { noteEvents } from '#server/domain/scripts/note-events.ts'
import { batchLimits } from '#server/domain/scripts/sandbox/limits.ts'
import type { HookScript } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AskedAudience } from './asked-audience.ts'
import { mailActionOf } from './mail-action.ts'

const hook = 'GET_EMAIL_CAMPAIGN'
type Answer = HookOutput<typeof hook>
type Asked = Omit<HookInput<typeof hook>, 'interview'>

/** What the survey's script makes of people: whom it leaves out, and whom it sends another template. */
export interface ScriptChoices {
  leftOut: readonly number[]
  templates: ReadonlyMap<number, number>
}

const nothing: ScriptChoices = { leftOut: [], templates: new Map() }

/** People that are asked about at a time. */
const batch = 500

const minute = 60_000

/** Answers of one minute about responses in a version, so that the pages of a list and its count ask once. */
interface Remembered {
  key: string
  answers: Map<string, Answer>
}

const remembered = new WeakMap<Ctx['pool'], Remembered>()

interface Person {
  id: number
  version: number
  event_date: string
  answers: Record<string, unknown>
}

/**
 * Asks the survey's script about everybody whom no earlier rule leaves out; `checked` are the common table expressions
 * up to `checked`. Whom it says nothing of, or goes wrong with, gets what the campaign sends. Nobody's answers of an
 * anonymous survey are given to it.
 */
export async function scriptChoices(
  ctx: Ctx,
  asked: AskedAudience,
  checked: readonly Fragment[],
): Promise<ScriptChoices> {
  const { model } = asked.access
  const [script] = hooksOf(model, hook)
  if (!script || model.anonymity !== null) return nothing
  const candidates = await limitedQuery<{ id: number; version: number }>(
    ctx.pool,
    portableSql`with ${join(checked)}
      select c.id, r.version from checked c join response r on r.id = c.id where c.kept is null order by c.id`,
    ctx.work,
  )
  const given = givenTo(ctx, asked)
  const answers = answersOf(ctx, JSON.stringify([script.id, script.version, model.id, model.version, given]))
  const known = (one: { id: number; version: number }): string => `${one.id} ${one.version}`
  const unknown = candidates.filter((one) => !answers.has(known(one)))
  const access = await programAccess(ctx, model)
  const calls = new HookBatches(ctx, {
    script: { ...script, type: hook },
    host: (name, args) => answerScript(ctx, access, name, args),
    limits: { ...batchLimits, hostCalls: 2 * batch },
  })
  for (let at = 0; at < unknown.length; at += batch) {
    ctx.work?.signal.throwIfAborted()
    const ids = unknown.slice(at, at + batch).map(({ id }) => id)
    const people = await limitedQuery<Person>(
      ctx.pool,
      portableSql`select id, version, event_date, answers from response where id = any(${ids}::bigint[]) order by id`,
      ctx.work,
    )
    const said = await calls.call(people.map((one) => ({ ...given, interview: interviewOf(one) })))
    for (const [index, one] of people.entries()) answers.set(known(one), said[index]?.output ?? null)
  }
  return choicesOf(
    ctx,
    asked,
    { ...script, type: hook },
    candidates.map((one) => ({ id: one.id, answer: answers.get(known(one)) ?? null })),
  )
}

function interviewOf({ id, event_date: eventDate, answers }: Person) {
  return { id, eventDate, answers }
}

/** What is told besides the person: what is known when people are counted and when they are chosen alike. */
function givenTo({ clock }: Ctx, { access: { model }, mailAction, button }: AskedAudience): Asked {
  const action = mailAction === null ? null : mailActionOf(model, mailAction)
  const campaign = button ?? {
    name: action?.extName ?? mailAction ?? model.extName,
    template: action?.template ?? null,
  }
  return {
    now: new Date(Math.floor(clock.now().getTime() / minute) * minute).toISOString(),
    today: todayIn(clock, model.timeZone),
    survey: { extName: model.extName, title: model.title },
    campaign,
  }
}

function answersOf({ pool }: Ctx, key: string): Map<string, Answer> {
  const last = remembered.get(pool)
  if (last?.key === key) return last.answers
  const answers = new Map<string, Answer>()
  remembered.set(pool, { key, answers })
  return answers
}

/** Reads the answers; a template that does not exist is told in the script's events. */
async function choicesOf(
  ctx: Ctx,
  { access: { model }, sendingType }: AskedAudience,
  script: HookScript,
  answers: readonly { id: number; answer: Answer }[],
): Promise<ScriptChoices> {
  const leftOut = answers.flatMap(({ id, answer }) => (answer?.leaveOut === true ? id : []))
  const named = answers.flatMap(({ id, answer }) =>
    answer?.leaveOut !== true && answer?.template !== undefined ? [[id, answer.template] as const] : [],
  )
  if (named.length === 0) return { leftOut, templates: new Map() }
  const names = [...new Set(named.map(([, name]) => name))]
  const rows = await ctx.db
    .selectFrom('template')
    .select(['id', 'ext_name'])
    .where('universe_id', '=', model.universeId)
    .where('sending_type', '=', sendingType)
    .where('ext_name', 'in', names)
    .execute()
  const ids = new Map(rows.map((row) => [row.ext_name, row.id]))
  const missing = names.filter((name) => !ids.has(name))
  await noteEvents(
    ctx,
    script,
    missing.map((name) => ({ eventType: 'ERROR' as const, message: `There is no template "${name}" of this kind` })),
  )
  return {
    leftOut,
    templates: new Map(named.flatMap(([id, name]) => (ids.has(name) ? [[id, ids.get(name) ?? 0] as const] : []))),
  }
}
