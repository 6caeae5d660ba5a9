import type { trackingFilters } from '@gensvar/contract/entities/campaigns'
import { say } from '@gensvar/contract/say'
import { containsText } from '#server/domain/cases/case-query.ts'
import type { ManyCasesDeps } from '#server/domain/cases/list-many-cases.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { and, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { cameBack, isThere } from './outcomes.ts'
import type { SeenMessages } from './seen.ts'
import type { TrackingColumn } from './tracking-columns.ts'

/** What of the messages of a campaign is wanted. */
export type TrackingFilter = (typeof trackingFilters)[number]

/** Conditions on `recipient` as `m`; each of a state can be read in the order of the list by an index. */
const conditionsOf: Readonly<Record<TrackingFilter, readonly Fragment[]>> = {
  PENDING: [portableSql`m.state = 'PENDING'`, portableSql`m.state = 'SENDING'`],
  SENT: [portableSql`m.state = 'SENT'`],
  FAILED: [portableSql`m.state = 'FAILED'`],
  UNKNOWN: [portableSql`m.state = 'UNKNOWN'`],
  BOUNCED: [cameBack],
  OPENED: [portableSql`${isThere} and m.open_count > 0`],
  CLICKED: [portableSql`${isThere} and m.click_count > 0`],
  ANSWERED: [portableSql`${isThere} and m.answered`],
  UNSUBSCRIBED: [portableSql`${isThere} and m.unsubscribed`],
}

/** What nobody may filter or sort by in an anonymous survey: it would tell what single people did. */
const untoldFilters: ReadonlySet<string> = new Set<TrackingFilter>(['OPENED', 'CLICKED', 'ANSWERED'])
const untoldOrders: ReadonlySet<string> = new Set(['openCount', 'clickCount', 'updatedTime'])

/** Up to so many messages of a campaign are searched and sorted one by one. */
export const fewMessages = 20_000

/** A text that is a part of an address or a phone number, and of no name. */
const addressText = /^\S*[@._+\d]\S*$/

/** The conditions on the messages of a state; each reads them in order. Throws `validation` for one that is not told. */
export function stateConditions(seen: Pick<SeenMessages, 'isAnonymous'>, state: TrackingFilter | null): Fragment[] {
  if (state === null) return [portableSql`true`]
  if (seen.isAnonymous && untoldFilters.has(state))
    throw new AppError('validation', say`In an anonymous survey nobody is told who that is.`, {
      state: say`not in an anonymous survey`,
    })
  return [...conditionsOf[state]]
}

/** Messages whose address begins with a text. */
export function addressBegins(text: string): Fragment {
  return portableSql`lower(m.address) collate "C" like ${`${escapedLike(text.toLowerCase())}%`}::text`
}

/** Whether a text is a part of addresses alone: no name of a respondent is looked for then. */
export function isOfAddress(text: string): boolean {
  return addressText.test(text)
}

/** The variables and fields of the contact that hold the names of a survey's respondents. */
export function nameFields({ config, questions }: Pick<SurveyModel, 'config' | 'questions'>): string[] {
  const { name } = config.respondent
  return ['name', ...(name === undefined || !questions.has(name) ? [] : [name])]
}

/** Messages whose address begins with a text, or whose respondent has a name with it; null for no text. */
export async function whereText(deps: ManyCasesDeps, model: SurveyModel, text: string): Promise<Fragment | null> {
  if (text === '') return null
  const begins = addressBegins(text)
  if (isOfAddress(text)) return begins
  const source = new JsonSource(model, await loadUnitTree(deps, model))
  const named = containsText(text, nameFields(model), source)
  return or([begins, portableSql`exists (select from response r where r.id = m.response_id and ${named})`])
}

function escapedLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (one) => `\\${one}`)
}

/** An order of messages; `needsResponse` where it is by what `response` as `r` has. */
export interface TrackingOrder {
  /** Of the outermost statement, and of those whose rows it takes: `key` is what they are ordered by. */
  key: Fragment
  by(key: Fragment): Fragment
  needsResponse: boolean
}

/** Throws `validation` for what the list cannot be sorted by. */
export function orderOf(
  { isAnonymous }: Pick<SeenMessages, 'isAnonymous'>,
  columns: readonly TrackingColumn[],
  sortBy: string,
  desc: boolean,
): TrackingOrder {
  const direction = desc ? portableSql`desc` : portableSql`asc`
  const own = isAnonymous && untoldOrders.has(sortBy) ? undefined : ownOrders.get(sortBy)
  // Written as the indexes are, or they would not be used.
  if (sortBy === 'status')
    return {
      key: portableSql`m.state`,
      by: (key) => portableSql`${key} ${direction}, id ${desc ? portableSql`asc` : portableSql`desc`}`,
      needsResponse: false,
    }
  if (own) return { key: own, by: (key) => portableSql`${key} ${direction}, id ${direction}`, needsResponse: false }
  const column = columns.find(({ value }) => value === sortBy)
  if (!column)
    throw new AppError('validation', say`The messages cannot be sorted by "${sortBy}".`, {
      sortBy: say`unknown column`,
    })
  const { sort, isOwn } = column
  if (isOwn) return { key: sort, by: (key) => portableSql`${key} ${direction}, id ${direction}`, needsResponse: false }
  return { key: sort, by: (key) => portableSql`${key} ${direction} nulls last, id desc`, needsResponse: true }
}

const ownOrders: ReadonlyMap<string, Fragment> = new Map([
  ['id', portableSql`m.id`],
  ['updatedTime', portableSql`m.updated_at`],
  ['openCount', portableSql`m.open_count`],
  ['clickCount', portableSql`m.click_count`],
])

/** The conditions all messages of a campaign that are meant must meet, besides one of those on their state. */
export function whereMessages(campaignId: number, seen: SeenMessages, text: Fragment | null): Fragment {
  return and([portableSql`m.campaign_id = ${campaignId}::int`, seen.where, ...(text ? [text] : [])])
}
