import type { NoticeEvent } from '@gensvar/contract/entities/notices'
import type { LocalText } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A notice as stored: what it tells of is read with the rights of its reader. */
export interface NoticeRow {
  id: number
  event: NoticeEvent
  kind: 'alert' | 'alerts' | 'action' | 'subscription' | 'webhook' | 'backup'
  objectId: number
  occurrence: string
  /** Name of who did it; empty for the program. */
  author: string
  createdAt: Date
  readAt: Date | null
  universeId: number
  survey: { extName: string; title: LocalText }
}

/** Which notices of a user are read. */
export interface NoticeSelection {
  universeId: number
  /** Only those older than this one. */
  before?: number | undefined
  only?: 'unread' | undefined
  most: number
}

/** Notices in the bell of a user, of a universe, newest first. */
export async function readBellRows(
  db: Db,
  userId: number,
  { universeId, before, only, most }: NoticeSelection,
): Promise<NoticeRow[]> {
  const rows = await selectNotices(db)
    .where('notice.user_id', '=', userId)
    .where('notice.in_bell', '=', true)
    .where('survey.universe_id', '=', universeId)
    .$if(before !== undefined, (query) => query.where('notice.id', '<', before ?? 0))
    .$if(only === 'unread', (query) => query.where('notice.read_at', 'is', null))
    .orderBy('notice.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(noticeOf)
}

/** The notices of a user and universe that wait for a mail, oldest first; nobody else mails them until the write ends. */
export async function lockWaitingRows(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  { userId, universeId, most }: { userId: number; universeId: number; most: number },
): Promise<NoticeRow[]> {
  const rows = await selectNotices(db)
    .where('notice.user_id', '=', userId)
    .where('notice.mail_waits', '=', true)
    .where('survey.universe_id', '=', universeId)
    .orderBy('notice.id')
    .limit(most)
    .forUpdate('notice')
    .skipLocked()
    .execute()
  return rows.map(noticeOf)
}

/** Has a user mailed what another one's notice tells of, once; it is not in their bell. */
export async function insertMailNotice(
  { db, clock }: Pick<WriteTx<WriteContext & { clock: Clock }>, 'db' | 'clock'>,
  { userId, surveyId, row }: { userId: number; surveyId: number; row: NoticeRow },
): Promise<void> {
  const { event, kind, objectId, occurrence, author } = row
  await db
    .insertInto('notice')
    .values({
      ...{ user_id: userId, survey_id: surveyId, event, object_kind: kind, object_id: objectId, occurrence, author },
      ...{ in_bell: false, mail_waits: true, created_at: clock.now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The notices that a mail holds. */
export async function readMailedRows(db: Db, mailId: number): Promise<NoticeRow[]> {
  const rows = await selectNotices(db).where('notice.mail_id', '=', mailId).orderBy('notice.id').execute()
  return rows.map(noticeOf)
}

/** Notes that notices went with a mail; null for those that are not mailed. */
export async function noteMailed(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  ids: readonly number[],
  mailId: number | null,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('notice')
    .set({ mail_waits: false, mail_id: mailId })
    .where('id', 'in', [...ids])
    .execute()
}

/** Users with notices that wait for a mail, by universe, each with the moment of the oldest. */
export async function listWaitingUsers(
  db: Db,
  events: readonly NoticeEvent[],
): Promise<{ userId: number; universeId: number; timeZone: string; since: Date }[]> {
  return db
    .selectFrom('notice')
    .innerJoin('survey', 'survey.id', 'notice.survey_id')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .select((row) => [
      'notice.user_id as userId',
      'universe.id as universeId',
      'universe.time_zone as timeZone',
      row.fn.min('notice.created_at').as('since'),
    ])
    .where('notice.mail_waits', '=', true)
    .where('notice.event', 'in', [...events])
    .groupBy(['notice.user_id', 'universe.id', 'universe.time_zone'])
    .orderBy('notice.user_id')
    .orderBy('universe.id')
    .execute()
}

/** Marks notices of a user as read: those named, or all of a universe. */
export async function markReadRows(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  { userId, universeId, ids, now }: { userId: number; universeId: number; ids: readonly number[]; now: Date },
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('survey_id', 'in', (surveys) =>
      surveys.selectFrom('survey').select('id').where('universe_id', '=', universeId),
    )
    .$if(ids.length > 0, (query) => query.where('id', 'in', [...ids]))
    .execute()
}

/** An action as far as its notices tell of it. */
export interface NoticedAction {
  id: number
  view: string
  unitId: number | null
  extName: string
  deadline: string
  state: number
}

/** Actions of a survey by their ids. */
export async function readActionRows(db: Db, surveyId: number, ids: readonly number[]): Promise<NoticedAction[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('action')
    .select(['id', 'view', 'unit_id as unitId', 'extname as extName', 'deadline', 'state'])
    .where('survey_id', '=', surveyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Titles of subscriptions of a user in a survey, by their ids. */
export async function readSubscriptionTitles(
  db: Db,
  of: { surveyId: number; userId: number },
  ids: readonly number[],
): Promise<{ id: number; title: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('subscription')
    .select(['id', 'title'])
    .where('survey_id', '=', of.surveyId)
    .where('owner_id', '=', of.userId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Titles of webhooks of an organisation, by their ids; none for a user who is not root. */
export async function readWebhookTitles(
  db: Db,
  of: { universeId: number; userId: number },
  ids: readonly number[],
): Promise<{ id: number; title: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('webhook')
    .select(['id', 'title'])
    .where('universe_id', '=', of.universeId)
    .where('id', 'in', [...ids])
    .where((where) =>
      where.exists(where.selectFrom('app_user').select('id').where('id', '=', of.userId).where('is_root', '=', true)),
    )
    .execute()
}

/** Why backups failed, by their ids; none for a user who is not root. */
export async function readBackupFailures(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<{ id: number; reason: StoredWords }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('backup_run')
    .select(['id', 'reason'])
    .where('id', 'in', [...ids])
    .where((where) =>
      where.exists(where.selectFrom('app_user').select('id').where('id', '=', userId).where('is_root', '=', true)),
    )
    .execute()
  return rows.flatMap(({ id, reason }) => (reason ? [{ id, reason }] : []))
}

function selectNotices(db: Db) {
  return db
    .selectFrom('notice')
    .innerJoin('survey', 'survey.id', 'notice.survey_id')
    .select([
      'notice.id',
      'notice.event',
      'notice.object_kind as kind',
      'notice.object_id as objectId',
      'notice.occurrence',
      'notice.author',
      'notice.created_at as createdAt',
      'notice.read_at as readAt',
      'survey.universe_id as universeId',
      'survey.ext_name as surveyName',
      'survey.title as surveyTitle',
    ])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectNotices>['execute']>>[number]

function noticeOf({ surveyName, surveyTitle, ...row }: Selected): NoticeRow {
  return { ...row, survey: { extName: surveyName, title: { ...surveyTitle } } }
}
