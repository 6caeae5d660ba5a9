import type { NoticeEvent } from '@gensvar/contract/entities/notices'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { noticedObjects, objectKey } from './noticed-objects.ts'
import type { NoticedObject } from './noticed-objects.ts'
import { readBellRows } from './notice-store.ts'
import type { NoticeRow } from './notice-store.ts'

/** What reading notices needs of a context: their reader's identity decides what is shown. */
export type ReaderContext = CaseDeps & { clock: Clock; identity: Identity }

/** A notice as its reader may see it. */
export interface ShownNotice {
  row: NoticeRow
  title: Words
  text: Words
  /** Names of the units of its place, from the top. */
  place: readonly string[]
  /** Its address within the application; null where no page shows it. */
  link: string | null
}

/** Most unread notices that are counted. */
const mostUnread = 100
/** Rows that are looked through at a time for those that may still be seen. */
const batch = 100
/** Most rows that are looked through for a page. */
const mostLookedAt = 2000

/** The notices whose objects their reader may see now, as they are told, in the order given. */
export async function shownNotices(ctx: ReaderContext, rows: readonly NoticeRow[]): Promise<ShownNotice[]> {
  const shown = new Map<number, ShownNotice>()
  for (const [extName, some] of Map.groupBy(rows, ({ survey }) => survey.extName)) {
    const access = await accessTo(ctx, extName)
    if (!access) continue
    const objects = await noticedObjects(ctx, access, ctx.identity.userId, some)
    for (const row of some) {
      const object = objects.get(objectKey(row))
      if (object) shown.set(row.id, { row, ...wordsOf(row, object), place: object.place, link: object.link })
    }
  }
  return rows.flatMap(({ id }) => shown.get(id) ?? [])
}

/** The caller's notices in the bell, newest first; `before` leads to older ones. Empty without a universe. */
export async function readBell(
  ctx: ReaderContext,
  { before, most }: { before?: number | undefined; most: number },
): Promise<{ notices: ShownNotice[]; hasMore: boolean }> {
  const { universe, userId } = ctx.identity
  const notices: ShownNotice[] = []
  if (!universe) return { notices, hasMore: false }
  let from = before
  for (let seen = 0; seen < mostLookedAt; seen += batch) {
    const rows = await readBellRows(ctx.db, userId, { universeId: universe.id, before: from, most: batch })
    notices.push(...(await shownNotices(ctx, rows)))
    if (notices.length > most) return { notices: notices.slice(0, most), hasMore: true }
    if (rows.length < batch) break
    from = rows.at(-1)?.id
  }
  return { notices, hasMore: false }
}

/** The caller's newest unread notices that they may still see, 100 at most. */
export async function readUnread(ctx: ReaderContext): Promise<ShownNotice[]> {
  const { universe, userId } = ctx.identity
  if (!universe) return []
  const rows = await readBellRows(ctx.db, userId, { universeId: universe.id, only: 'unread', most: mostUnread })
  return shownNotices(ctx, rows)
}

/** The context of a user as the reader of their notices of a universe; null where they may not enter it now. */
export async function readerOf(
  { db, pool, clock }: Omit<ReaderContext, 'identity'>,
  userId: number,
  universeId: number | null,
): Promise<ReaderContext | null> {
  const identity = await readIdentity(db, {
    sessionId: 0,
    userId,
    universeId,
    actorUserId: null,
    lastWrite: { xid: null },
    expiresAt: clock.now(),
  })
  return identity && { db, pool, clock, identity }
}

/** The survey as its reader may see it; null where they may not enter it, or no longer. */
async function accessTo({ db, clock, identity }: ReaderContext, extName: string): Promise<SurveyAccess | null> {
  try {
    return await surveyAccess({ db, clock, identity }, extName)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function wordsOf({ event, kind, author }: NoticeRow, object: NoticedObject): { title: Words; text: Words } {
  const by = author === '' ? [] : [say`by ${author}`]
  const title = kind === 'alerts' ? say`New alerts: ${object.name}` : titleOf(event, object)
  return { title, text: listed([...object.details, ...by], ', ') }
}

function titleOf(event: NoticeEvent, { name, isCompleted }: NoticedObject): Words {
  switch (event) {
    case 'alert-raised':
      return say`New alert: ${name}`
    case 'alert-assigned':
      return say`Alert assigned to you: ${name}`
    case 'alert-escalated':
      return say`Alert escalated to you: ${name}`
    case 'alert-reminder':
      return say`Alert due soon: ${name}`
    case 'alert-reopened':
      return say`Alert opened again: ${name}`
    case 'mention':
      return say`You were mentioned: ${name}`
    case 'action-assigned':
      return say`Action assigned to you: ${name}`
    case 'action-closed':
      return isCompleted ? say`Action completed: ${name}` : say`Action failed: ${name}`
    case 'report-subscribed':
      return say`You get a report by e-mail: ${name}`
    case 'webhook-paused':
      return say`Webhook paused: ${name}`
    case 'backup-failed':
      return say`A backup failed: ${name}`
  }
}
