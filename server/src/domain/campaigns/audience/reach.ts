import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { hashSql } from '../rules/addresses.ts'
import { contactSql, deviceSql, postalSql } from './contact-sql.ts'

/*
 * Where several ways may reach a person: which of them does, by all their addresses. Each step reads the columns of the one before,
 * from `addressColumns` on; a campaign with one way alone does without them.
 */

/** Columns `email`, `phone`, `postal` and `device` of a response (`response` as `r`), as they were given. */
export function addressColumns(model: SurveyModel, types: readonly MessageWay[]): Fragment {
  const postal = types.includes('LETTER') ? postalSql(model) : portableSql`''::text`
  const device = types.includes('PUSH') ? deviceSql(model) : portableSql`''::text`
  return portableSql`${contactSql(model, 'email')} as email, ${contactSql(model, 'phone')} as phone, ${postal} as postal,
               ${device} as device`
}

/** Columns of `n`: the same addresses of `f` as messages are sent to them, null for what is none or where `when` is not true. */
export function normalAddresses(when: Fragment): Fragment {
  return portableSql`
    (select case when ${when} then normal_email(f.email) end as email_to,
            case when ${when} then normal_phone(f.phone) end as phone_to,
            case when ${when} then nullif(btrim(f.postal), '') end as postal_to,
            case when ${when} and length(btrim(f.device)) between 8 and 1000 and btrim(f.device) !~ '[[:space:][:cntrl:]]'
                 then btrim(f.device) end as device_to
     offset 0) n`
}

/** `no-address` or `bad-address` where no way has an address that can be right, as branches of a case; of `f` and `n`. */
export function withoutAddress(types: readonly MessageWay[]): Fragment {
  const given = types.map((type) => portableSql`f.${columnOf[type].given} <> ''`)
  return portableSql`when not ${or(given)} then 'no-address' when not ${hasAddress(types)} then 'bad-address'`
}

/** Whether a way has an address that can be right; of `n`. */
export function hasAddress(types: readonly MessageWay[]): Fragment {
  return or(types.map((type) => portableSql`n.${columnOf[type].to} is not null`))
}

/** Steps `hashed` and `weighed`: the rows of a step with what their addresses are told again by, and why nothing is sent to them. */
export function weighedAddresses(
  from: Fragment,
  { universeId, secret, when }: { universeId: number; secret: Buffer; when: Fragment },
): Fragment[] {
  const hash = (address: Fragment): Fragment =>
    portableSql`case when ${when} then ${hashSql(secret, address)} else '' end`
  const listed = (name: Fragment, column: Fragment): Fragment => portableSql`
          left join suppression ${name} on ${name}.universe_id = ${universeId}::int and ${name}.address_hash = h.${column}
               and h.${column} <> ''`
  return [
    portableSql`
      hashed as (
        select a.*, ${hash(portableSql`a.email_to`)} as email_hash, ${hash(portableSql`a.phone_to`)} as phone_hash,
               ${hash(portableSql`a.device_to`)} as device_hash
          from ${from} a offset 0)`,
    portableSql`
      weighed as (
        select h.*, ${ruleOf(portableSql`se`)} as email_rule, ${ruleOf(portableSql`sp`)} as phone_rule,
               ${ruleOf(portableSql`sd`)} as device_rule, coalesce(nullif(h.phone_hash, ''), h.device_hash) as phone_or_device
          from hashed h ${listed(portableSql`se`, portableSql`email_hash`)} ${listed(portableSql`sp`, portableSql`phone_hash`)}
               ${listed(portableSql`sd`, portableSql`device_hash`)})`,
  ]
}

function ruleOf(suppression: Fragment): Fragment {
  return portableSql`case when ${suppression}.reason in ('imported', 'entered') then 'listed' else ${suppression}.reason end`
}

/**
 * What keeps each way from reaching a row `w` of `weighed`; null for nothing. `isTaken` tells whether somebody else is reached at
 * an address.
 */
export function hindrances(types: readonly MessageWay[], isTaken?: (address: Fragment) => Fragment): Fragment[] {
  return types.map((type) => {
    const { given, to, rule } = columnOf[type]
    const reason = isTaken
      ? portableSql`coalesce(${rule}, case when ${isTaken(portableSql`w.${to}`)} then 'same-address' end)`
      : rule
    return portableSql`case when w.${given} = '' then 'no-address' when w.${to} is null then 'bad-address' else ${reason} end`
  })
}

/** Whether somebody wants no messages, by what hinders some ways. */
export function wantsNone(hindered: readonly Fragment[]): Fragment {
  return or(hindered.map((one) => portableSql`coalesce(${one} in ${ownWords}, false)`))
}

/**
 * The first way that reaches a row, by what hinders each; null for none. Whoever has unsubscribed from a way, or complained of it, is
 * not reached by a later one.
 */
export function firstWay(types: readonly MessageWay[], hindered: readonly Fragment[]): Fragment {
  const branches = types.map(
    (type, at) => portableSql`when ${hindered[at] as Fragment} is null then ${type}::text
                              when ${hindered[at] as Fragment} in ${ownWords} then null`,
  )
  return portableSql`case ${join(branches, ' ')} end`
}

/** Why no way reaches a row: that it wants none, else what is wrong with an address that is there, else the first. */
export function firstHindrance(hindered: readonly Fragment[]): Fragment {
  const ends = hindered.map((one) => portableSql`when ${one} in ${ownWords} then ${one}`)
  const said = hindered.map((one) => portableSql`when ${one} not in ('no-address', 'bad-address') then ${one}`)
  return portableSql`case ${join([...ends, ...said], ' ')} else ${hindered[0] as Fragment} end`
}

/** What people have said themselves. */
const ownWords = portableSql`('unsubscribed', 'complained')`

/** Columns of where a row `p` is written to by its way: given, address, address_hash, other_hash. */
export function addressOfWay(way: Fragment, types: readonly MessageWay[]): Fragment {
  const byType = (column: (type: MessageWay) => Fragment): Fragment =>
    portableSql`case ${way} ${join(
      types.map((type) => portableSql`when ${type}::text then p.${column(type)}`),
      ' ',
    )} end`
  return join([
    portableSql`${byType((type) => columnOf[type].given)} as given`,
    portableSql`${byType((type) => columnOf[type].to)} as address`,
    portableSql`${byType((type) => columnOf[type].hash)} as address_hash`,
    portableSql`${byType((type) => columnOf[type].other)} as other_hash`,
  ])
}

interface Columns {
  given: Fragment
  to: Fragment
  /** What the person is told again by, and by their address on another channel. */
  hash: Fragment
  other: Fragment
  /** Why nothing is sent by this way; of `weighed` as `w`. */
  rule: Fragment
}

const byPhone: Columns = {
  given: portableSql`phone`,
  to: portableSql`phone_to`,
  hash: portableSql`phone_hash`,
  other: portableSql`email_hash`,
  rule: portableSql`w.phone_rule`,
}

const columnOf: Readonly<Record<MessageWay, Columns>> = {
  EMAIL: {
    given: portableSql`email`,
    to: portableSql`email_to`,
    hash: portableSql`email_hash`,
    other: portableSql`phone_hash`,
    rule: portableSql`w.email_rule`,
  },
  SMS: byPhone,
  PHONE: byPhone,
  // A letter is told again by the e-mail address, as it has none of its own; that mails came back does not matter to it.
  LETTER: {
    given: portableSql`postal`,
    to: portableSql`postal_to`,
    hash: portableSql`email_hash`,
    other: portableSql`phone_hash`,
    rule: portableSql`nullif(w.email_rule, 'bounced')`,
  },
  // A text message to a device: whoever wants none by phone gets none there, and one is told again by the phone number. That text
  // messages came back does not matter to it.
  PUSH: {
    given: portableSql`device`,
    to: portableSql`device_to`,
    hash: portableSql`phone_or_device`,
    other: portableSql`email_hash`,
    rule: portableSql`coalesce(w.device_rule, nullif(w.phone_rule, 'bounced'))`,
  },
}
