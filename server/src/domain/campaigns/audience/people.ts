import { whereCases } from '#server/domain/cases/case-query.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { addressSecret } from '../rules/address-secret.ts'
import { hashSql } from '../rules/addresses.ts'
import { sendingRulesOf } from '../rules/sending-rules.ts'
import type { AskedAudience } from './asked-audience.ts'
import { contactSql, postalSql, zoneSql } from './contact-sql.ts'
import { waysOfTypes } from '../ways.ts'
import { mailActionOf } from './mail-action.ts'
import { chosenFilters, mailFiltersOf } from './mail-filters.ts'
import type { MailFilter } from './mail-filters.ts'
import {
  addressColumns,
  addressOfWay,
  firstHindrance,
  firstWay,
  hasAddress,
  hindrances,
  normalAddresses,
  weighedAddresses,
  withoutAddress,
} from './reach.ts'
import { scriptChoices } from './script-choices.ts'
import type { ScriptChoices } from './script-choices.ts'

/**
 * The people of an audience as common table expressions, of which `people` is the last: one row for each response at the
 * place, with the first rule that leaves it out, or null. Counting, listing and inserting all read it, so that they
 * agree.
 */
export interface People {
  /** `a as (...), ..., people as (...)`, to be written after `with`. */
  sql: Fragment
  /** The mail filters of the survey, in the order of the array `passes`. */
  filters: readonly MailFilter[]
  /** Templates that a script chose, by response. */
  templates: ReadonlyMap<number, number>
  /** The way that reaches somebody (`people` as `p`); null where the audience has one way alone. */
  way: Fragment | null
}

/** What people are read for: columns that it does not need are empty. */
export type PeopleUse = 'count' | 'list' | 'messages'

const day = 86_400_000

const nothing = portableSql`''::text`

/**
 * Columns of `people`: id, state, respondent, given (the address as it was given), address, address_hash, other_hash,
 * language, zone, passes (whether it passes each mail filter; null where an earlier rule leaves it out), rule. Each step ends
 * with `offset 0`, which has PostgreSQL compute it once for a row. With further ways also way, by which they are reached: null of
 * those who are left out. Throws `validation` for a mail filter that cannot be
 * applied or is not there.
 */
export async function peopleOf(ctx: Ctx, asked: AskedAudience, use: PeopleUse): Promise<People> {
  const filters = mailFiltersOf(ctx, asked.access.model)
  const first = await firstRules(ctx, asked, filters, use)
  const script = await scriptChoices(ctx, asked, first)
  const { model } = asked.access
  const secret = await addressSecret(ctx.db, model.universeId)
  const contact = await contactedSince(ctx, model)
  const ways = severalWays(asked)
  const hasOther = use === 'messages' || contact !== null
  const later =
    asked.fixedRecipient === null
      ? [
          ...(ways === null ? unlessSuppressed(asked, secret, hasOther) : byFirstWay(ways, model.universeId, secret)),
          ...unlessContacted(contact, asked),
        ]
      : [
          portableSql`
      people as (select *, ''::text as address_hash, ''::text as other_hash, chosen as rule from allowed)`,
        ]
  return {
    ...{ sql: join([...first, unlessScript(script), ...later]), filters, templates: script.templates },
    way: ways === null ? null : portableSql`p.way`,
  }
}

/** The ways of an audience, its own first; null where it has no other, or everything goes to one address. */
export function severalWays(asked: AskedAudience): MessageWay[] | null {
  const { sendingType, ways = [], toDevices = false, fixedRecipient } = asked
  const all = waysOfTypes([sendingType, ...ways], toDevices)
  return all.length === 1 || fixedRecipient !== null ? null : all
}

/** `found`: all at the place; `checked`: those with the rules that look at the response alone. */
async function firstRules(
  ctx: Ctx,
  asked: AskedAudience,
  filters: readonly MailFilter[],
  use: PeopleUse,
): Promise<Fragment[]> {
  const { access, removed, campaignId } = asked
  const { model } = access
  const action = asked.mailAction === null ? null : mailActionOf(model, asked.mailAction)
  const where = await whereCases(ctx, model, access.caseScope, {
    conditions: asked.conditions,
    eventSources: action?.eventSources ?? [],
    ...(asked.ids && { ids: asked.ids }),
  })
  const source = new JsonSource(model, await loadUnitTree(ctx, model))
  const passes = filters.map(({ conditions }) => applyConditions(conditions, source))
  const on = chosenFilters(filters, asked.mailFilters).map((filter) => filters.indexOf(filter))
  const ways = severalWays(asked)
  const isTaken =
    campaignId === undefined
      ? portableSql`true`
      : portableSql`not exists (
      select from recipient rc where rc.campaign_id = ${campaignId}::int and rc.response_id = r.id)`
  const wasRemoved = [
    portableSql`r.id = any(${removed}::bigint[])`,
    ...(campaignId === undefined
      ? []
      : [
          portableSql`exists (select from campaign_exclusion x where x.campaign_id = ${campaignId}::int
                                and x.response_id = r.id and x.rule = 'removed')`,
        ]),
  ]
  const isAddressed = ways === null ? portableSql`n.address is not null` : hasAddress(ways)
  return [
    portableSql`
      found as (
        select r.id, r.state, r.event_date, ${use === 'count' ? nothing : contactSql(model, 'name')} as respondent,
               ${ways === null ? ownColumns(model, asked) : addressColumns(model, ways)},
               ${use === 'messages' ? contactSql(model, 'language') : nothing} as language,
               ${use === 'messages' ? zoneSql(model) : nothing} as zone,
               ${passes.length === 0 ? portableSql`'{}'::bool[]` : portableSql`array[${join(passes)}]`} as passes,
               case when ${or(wasRemoved)} then 'removed' when r.state = 0 then 'completed'
                    when r.state = 4 then 'cancelled' when r.state = 3 then 'unapproved' end as early
          from response r where ${where} and ${isTaken} offset 0)`,
    portableSql`
      checked as (
        select f.id, f.state, f.event_date, f.respondent, f.language, f.zone,
               ${ways === null ? portableSql`f.given, f.own, f.other` : portableSql`f.email, f.phone, f.postal, f.device`}, n.*,
               case when f.early is null and (${isAddressed}) then f.passes end as passes,
               case when f.early is not null then f.early
                    ${ways === null ? portableSql`when f.given = '' then 'no-address' when n.address is null then 'bad-address'` : withoutAddress(ways)}
                    ${
                      on.length === 0
                        ? portableSql``
                        : portableSql`when not (${join(
                            on.map((at) => portableSql`f.passes[${integer(at + 1)}]`),
                            ' and ',
                          )}) then 'mail-filter'`
                    }
               end as kept
          from found f
          cross join lateral ${
            ways === null
              ? portableSql`(select case when f.early is null then ${normalSql(asked)} end as address offset 0) n`
              : normalAddresses(portableSql`f.early is null`)
          } offset 0)`,
  ]
}

/** `allowed`: the people with the script's word. */
function unlessScript({ leftOut }: ScriptChoices): Fragment {
  const rule =
    leftOut.length === 0
      ? portableSql`c.kept`
      : portableSql`coalesce(c.kept, case when x.id is not null then 'script' end)`
  const from =
    leftOut.length === 0
      ? portableSql`checked c`
      : portableSql`checked c left join unnest(${leftOut}::bigint[]) as x (id) on x.id = c.id`
  return portableSql`allowed as (select c.*, ${rule} as chosen from ${from})`
}

/** `hashed`, `listed`: the people without those whose address is not to be written to. */
function unlessSuppressed({ access, sendingType }: AskedAudience, secret: Buffer, hasOther: boolean): Fragment[] {
  const isLetter = sendingType === 'LETTER'
  const other = hasOther
    ? portableSql`case when chosen is null and a.other <> ''
                       then ${hashSql(secret, portableSql`normal_address(a.other)`)} else '' end`
    : nothing
  const told = isLetter ? portableSql`normal_address(a.own)` : portableSql`a.address`
  return [
    portableSql`
      hashed as (
        select a.*, case when chosen is null then ${hashSql(secret, told)} else '' end as address_hash,
               ${other} as other_hash
          from allowed a offset 0)`,
    portableSql`
      listed as (
        select h.*, coalesce(h.chosen, case when s.reason in ('imported', 'entered') then 'listed' else s.reason end) as unlisted
          from hashed h
          left join suppression s on s.universe_id = ${access.model.universeId} and s.address_hash = h.address_hash
               and h.address_hash <> '' ${isLetter ? portableSql`and s.reason <> 'bounced'` : portableSql``})`,
  ]
}

/** `hashed`, `weighed`, `judged`, `picked`, `listed`: the people with the first way that reaches them, and where it goes. */
function byFirstWay(ways: readonly MessageWay[], universeId: number, secret: Buffer): Fragment[] {
  const judged = hindrances(ways).map((one, at) => portableSql`${one} as hindrance_${integer(at)}`)
  const hindered = ways.map((_, at) => portableSql`j.hindrance_${integer(at)}`)
  const [own = 'EMAIL'] = ways
  return [
    ...weighedAddresses(portableSql`allowed`, { universeId, secret, when: portableSql`a.chosen is null` }),
    portableSql`judged as (select w.*, ${join(judged)} from weighed w offset 0)`,
    portableSql`
      picked as (
        select j.*, case when j.chosen is null then ${firstWay(ways, hindered)} end as way,
               case when j.chosen is not null then j.chosen
                    when ${firstWay(ways, hindered)} is null then ${firstHindrance(hindered)} end as unlisted
          from judged j offset 0)`,
    portableSql`
      listed as (
        select p.*, ${addressOfWay(portableSql`coalesce(p.way, ${own}::text)`, ways)} from picked p)`,
  ]
}

/** `people`: of one address the newest, and nobody who was written to too often. */
function unlessContacted(contact: Contact | null, asked: AskedAudience): Fragment[] {
  const same = sameAddress(asked)
  const ranked = portableSql`
      ranked as (
        select l.*, l.chosen is null and ${same} <> '' and row_number() over (
                 partition by ${same}, l.unlisted is null order by l.event_date desc, l.id desc) > 1 as is_repeated
          from listed l)`
  if (contact === null)
    return [
      ranked,
      portableSql`
      people as (
        select *, coalesce(unlisted, case when is_repeated then 'same-address' end) as rule from ranked)`,
    ]
  // Few are written to too often: these alone are compared. Moments are kept with the latest last.
  const often = portableSql`
      often as materialized (
        select l.address_hash from contact_ledger l
         where l.universe_id = ${contact.universeId} and cardinality(l.sent_at) >= ${contact.times}::int
           and l.sent_at[cardinality(l.sent_at) - ${contact.times}::int + 1] > ${contact.since}::timestamptz)`
  return [
    ranked,
    often,
    portableSql`
      people as (
        select r.*, coalesce(r.unlisted, case when r.is_repeated then 'same-address'
                                              when own.address_hash is not null or another.address_hash is not null
                                              then 'contacted' end) as rule
          from ranked r
          left join often own on own.address_hash = r.address_hash
          left join often another on another.address_hash = r.other_hash)`,
  ]
}

/** What two people of `listed` as `l` with one address have in common. */
function sameAddress(asked: AskedAudience): Fragment {
  // A letter is told again by where it goes, its recipient by an e-mail address if there is one.
  const letter = portableSql`lower(l.address)`
  const hash = portableSql`l.address_hash`
  if (severalWays(asked)) return portableSql`case when l.way in ('LETTER', 'PUSH') then ${letter} else ${hash} end`
  return asked.sendingType === 'LETTER' ? letter : hash
}

/** A rule of contacts as it is now. */
interface Contact {
  universeId: number
  since: string
  times: number
}

async function contactedSince(ctx: Ctx, { universeId }: SurveyModel): Promise<Contact | null> {
  const { contact } = (await sendingRulesOf(ctx.db, universeId)).rules
  if (contact === null) return null
  const since = new Date(ctx.clock.now().getTime() - contact.days * day).toISOString()
  return { universeId, since, times: contact.times }
}

/** Columns of the one way: the address as it was given, what a letter is told again by, and the person's other address. */
function ownColumns(model: SurveyModel, asked: AskedAudience): Fragment {
  const given = asked.fixedRecipient === null ? givenAddress(model, asked) : portableSql`${asked.fixedRecipient}::text`
  return portableSql`${given} as given,
               ${asked.sendingType === 'LETTER' ? contactSql(model, 'email') : nothing} as own,
               ${otherAddress(model, asked)} as other`
}

function givenAddress(model: SurveyModel, { sendingType, addressVariable }: AskedAudience): Fragment {
  if (addressVariable !== undefined) return portableSql`coalesce(r.answers->>${addressVariable}::text, '')`
  switch (sendingType) {
    case 'EMAIL':
      return contactSql(model, 'email')
    case 'SMS':
    case 'PHONE':
      return contactSql(model, 'phone')
    case 'LETTER':
      return postalSql(model)
  }
}

/** The address of the person on another channel, which the rule of contacts looks at as well. */
function otherAddress(model: SurveyModel, { sendingType, fixedRecipient }: AskedAudience): Fragment {
  if (fixedRecipient !== null) return nothing
  // A letter is told again by the e-mail address, as it has none of its own.
  return contactSql(model, sendingType === 'EMAIL' || sendingType === 'LETTER' ? 'phone' : 'email')
}

function normalSql({ sendingType, fixedRecipient }: AskedAudience): Fragment {
  if (fixedRecipient !== null) return portableSql`coalesce(normal_address(f.given), f.given)`
  if (sendingType === 'EMAIL') return portableSql`normal_email(f.given)`
  return sendingType === 'LETTER' ? portableSql`nullif(btrim(f.given), '')` : portableSql`normal_phone(f.given)`
}
