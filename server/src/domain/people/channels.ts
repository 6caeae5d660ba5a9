import type { NoticeChannel } from '@gensvar/contract/entities/notices'
import { noticeChannels } from '@gensvar/contract/entities/notices'
import type { LocalText } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { lineageOf, readUniverseRoles } from '#server/domain/rights/role-sheets.ts'
import type { UniverseRoles } from '#server/domain/rights/role-sheets.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A way of notices that a role leaves open, and whether it is switched on for the user. */
export interface UserChannel {
  channel: NoticeChannel
  title: LocalText
  enabled: boolean
}

/** What the ways of notices are called. */
export const channelTitles: Readonly<Record<NoticeChannel, LocalText>> = {
  bell: { en: 'Bell', sv: 'Klocka', no: 'Klokke', da: 'Klokke', fi: 'Kello' },
  mail: { en: 'E-mail', sv: 'E-post', no: 'E-post', da: 'E-mail', fi: 'Sähköposti' },
}

const storedChannels = z.object({
  notificationChannelList: z.array(z.object({ channel: z.string(), enabled: z.boolean() })).catch([]),
})

/**
 * The ways of notices that a role leaves open in at least one survey, all its parents agreeing; a role without any survey
 * leaves all open. `muted` are those that are switched off for the user.
 */
export async function listRoleChannels(
  db: Kysely<Database>,
  { universeId, roleId, muted }: { universeId: number; roleId: number; muted: readonly string[] },
): Promise<UserChannel[]> {
  const open = await openChannels(db, await readUniverseRoles(db, universeId), roleId)
  return open.map((channel) => ({ channel, title: channelTitles[channel], enabled: !muted.includes(channel) }))
}

async function openChannels(db: Kysely<Database>, all: UniverseRoles, roleId: number): Promise<NoticeChannel[]> {
  const lineage = lineageOf(all, roleId)
  if (lineage.length === 0) return []
  const rows = await db
    .selectFrom('role_survey')
    .select(['survey_id as surveyId', 'rights'])
    .where('role_id', 'in', lineage)
    .where('access', '=', true)
    .execute()
  if (rows.length === 0) return [...noticeChannels]
  const closed = new Map<number, { count: number; channels: Set<string> }>()
  for (const { surveyId, rights } of rows) {
    const of = closed.get(surveyId) ?? { count: 0, channels: new Set<string>() }
    of.count += 1
    for (const { channel, enabled } of storedChannels.parse(rights).notificationChannelList)
      if (!enabled) of.channels.add(channel)
    closed.set(surveyId, of)
  }
  const opened = [...closed.values()].filter(({ count }) => count === lineage.length)
  return noticeChannels.filter((channel) => opened.some(({ channels }) => !channels.has(channel)))
}
