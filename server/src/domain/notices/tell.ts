import type { NoticeEvent } from '@gensvar/contract/entities/notices'
import { sql } from 'kysely'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { EnqueueContext } from '#server/domain/tasks/enqueue.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { usualChannels, usualPace } from './choices.ts'
import { mailTaskOf } from './mail-tasks.ts'
import { announceNotices } from './notice-channel.ts'
import { noticesByRole, rulesByRole } from './role-notices.ts'

/** What telling users needs of a context. */
export type TellContext = WriteContext & { clock: Clock }

/**
 * What happened, and to what: an alert, an action, all alerts of a user that were raised at the same moment, a subscription
 * that somebody made for a user, a webhook, or a backup of the server.
 */
export interface Told {
  event: NoticeEvent
  kind: 'alert' | 'alerts' | 'action' | 'subscription' | 'webhook' | 'backup'
}

/** A notice of one user. */
export interface Telling {
  userId: number
  objectId: number
  /** Tells apart what happens to the object several times, such as its version. */
  occurrence?: string
}

/**
 * Tells users what happened, in the write that causes it: each in the bell, by mail or not at all, as they have chosen and
 * their role allows, and of one occurrence once, however often this is called. Whoever does something themselves is not told: the caller leaves
 * them out. What a notice says is made of its object when it is read, and only for those who may see it then.
 */
export async function tellUsers(
  tx: WriteTx<TellContext>,
  survey: Pick<SurveyModel, 'id' | 'universeId'>,
  { event, kind }: Told,
  tellings: readonly Telling[],
): Promise<void> {
  if (tellings.length === 0) return
  const usual = usualChannels(event)
  const wanted = await allowedOf(tx, survey, kind, tellings)
  const author = tx.identity && tx.identity.program === null ? tx.identity.userId : null
  const { rows } = await sql<{ userId: number; isImmediate: boolean }>`
    with told as (
      insert into notice (user_id, survey_id, event, object_kind, object_id, occurrence, author, in_bell, mail_waits, created_at)
      select w."user", ${survey.id}, ${event}, ${kind}, w.object, w.occurrence,
             coalesce((select coalesce(nullif(trim(first_name || ' ' || last_name), ''), username)
                         from app_user where id = ${author}::int), ''),
             chosen.bell, chosen.mail, ${tx.clock.now()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) 
               as w("user" int, object int, occurrence text, bell boolean, mail boolean)
        join app_user u on u.id = w."user" and u.status <> 1
        left join notice_choice c on c.user_id = w."user"
       cross join lateral (
         select coalesce((c.events->${event}::text->>'bell')::boolean, ${usual.bell}::boolean) and w.bell as bell,
                coalesce((c.events->${event}::text->>'mail')::boolean, ${usual.mail}::boolean) and w.mail as mail) chosen
       where chosen.bell or chosen.mail
       order by w."user", w.object, w.occurrence
      on conflict do nothing
      returning user_id, mail_waits)
    select t.user_id as "userId", bool_or(t.mail_waits and coalesce(c.pace, ${usualPace}::text) = 'now') as "isImmediate"
      from told t left join notice_choice c on c.user_id = t.user_id
     group by t.user_id order by t.user_id`.execute(tx.db)
  if (rows.length === 0) return
  await announceNotices(
    tx,
    rows.map(({ userId }) => userId),
  )
  if (!rows.some(({ isImmediate }) => isImmediate)) return
  // By the program: whoever causes a mail need not have the right to ask for tasks.
  const program: WriteTx<EnqueueContext> = programContext(tx, 'notices')
  await enqueueTask(program, mailTaskOf(event), { payload: {}, surveyId: survey.id, universeId: survey.universeId })
}

/** The tellings that the users' roles allow, with the ways in which they do. */
async function allowedOf(
  { db }: WriteTx<TellContext>,
  survey: Pick<SurveyModel, 'id' | 'universeId'>,
  kind: Told['kind'],
  tellings: readonly Telling[],
) {
  const userIds = tellings.map(({ userId }) => userId)
  const allowed = await noticesByRole(db, survey, userIds)
  const isToldOf = await rulesByRole(db, survey, { userIds, allowed })
  const alertIds = kind === 'alert' ? [...new Set(tellings.map(({ objectId }) => objectId))] : []
  const alerts =
    alertIds.length === 0
      ? []
      : await db.selectFrom('alert').select(['id', 'rule']).where('id', 'in', alertIds).execute()
  const ruleOf = new Map(alerts.map(({ id, rule }) => [id, rule]))
  return tellings
    .filter(({ userId, objectId }) => isToldOf(userId, ruleOf.get(objectId) ?? ''))
    .map(({ userId, objectId, occurrence = '' }) => {
      const { bell, mail } = allowed(userId)
      return { user: userId, object: objectId, occurrence, bell, mail }
    })
}
