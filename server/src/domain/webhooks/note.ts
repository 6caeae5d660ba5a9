import type { WebhookEvent, WebhookKind } from '@gensvar/contract/webhooks'
import { sql } from 'kysely'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { wakeWebhooks } from './wake.ts'

type NotingTx = WriteTx<WriteContext & { clock: Clock }>
type Survey = Pick<SurveyModel, 'id' | 'universeId'>

/** Something that webhooks are told of. */
interface Happened {
  event: WebhookEvent
  /** The response it happened to; left out for an alert, whose response it is. */
  responseId?: number
  /** The alert, action or campaign it happened to. */
  objectId?: number
  /** What the object does not say by itself. Nothing of respondents. */
  details?: Readonly<Record<string, number | string>>
}

/**
 * Notes responses that were completed. Whoever completes single responses calls this in the same write, last of all. Of
 * an anonymous survey nothing is noted: it has `noteReleased`.
 */
export async function noteCompleted(
  tx: NotingTx,
  model: Survey & Pick<SurveyModel, 'anonymity'>,
  responseIds: readonly number[],
): Promise<void> {
  if (model.anonymity !== null) return
  await note(
    tx,
    model,
    'response',
    responseIds.map((responseId) => ({ event: 'response.completed', responseId })),
  )
}

/** Notes that a file of responses was imported into a survey, as one event. */
export async function noteImported(
  tx: NotingTx,
  surveyId: number,
  details: { import: number; added: number; changed: number },
): Promise<void> {
  const survey = await named(tx, surveyId)
  if (survey) await note(tx, survey, 'response', [{ event: 'responses.imported', details }])
}

/** Notes that answers of an anonymous survey were published: that it happened, and nothing of which or how many. */
export async function noteReleased(tx: NotingTx, surveyId: number): Promise<void> {
  const survey = await tx.db
    .selectFrom('survey')
    .select(['id', 'universe_id as universeId'])
    .where('id', '=', surveyId)
    .executeTakeFirst()
  if (survey) await note(tx, survey, 'response', [{ event: 'responses.released' }])
}

/** Notes what happened to alerts. */
export function noteAlerts(
  tx: NotingTx,
  survey: Survey,
  event: Extract<WebhookEvent, `alert.${string}`>,
  alertIds: readonly number[],
): Promise<void> {
  return note(
    tx,
    survey,
    'alert',
    alertIds.map((objectId) => ({ event, objectId })),
  )
}

/** Notes what happened to actions. */
export function noteActions(
  tx: NotingTx,
  survey: Survey,
  event: Extract<WebhookEvent, `action.${string}`>,
  actionIds: readonly number[],
): Promise<void> {
  return note(
    tx,
    survey,
    'action',
    actionIds.map((objectId) => ({ event, objectId })),
  )
}

/** Notes that a campaign has another state. */
export function noteCampaign(
  tx: NotingTx,
  event: Extract<WebhookEvent, `campaign.${string}`>,
  { id, surveyId, universeId }: { id: number; surveyId: number; universeId: number },
): Promise<void> {
  return note(tx, { id: surveyId, universeId }, 'campaign', [{ event, objectId: id }])
}

/** Writes a message for each event and each webhook that is told of it, and has them sent once the write is committed. */
async function note(
  tx: NotingTx,
  { id, universeId }: Survey,
  kind: WebhookKind,
  happened: readonly Happened[],
): Promise<void> {
  if (happened.length === 0) return
  const now = tx.clock.now()
  const { rows } = await sql<{ n: number }>`
    with noted as (
      insert into webhook_delivery (webhook_id, event, survey_id, response_id, object_id, details, due_at, created_at)
      select w.id, e.event, ${id}::int, coalesce(e."responseId", a.response_id), e."objectId", coalesce(e.details, '{}'),
             ${now}::timestamptz, ${now}::timestamptz
        from webhook w
       cross join jsonb_to_recordset(${JSON.stringify(happened)}::jsonb)
                  as e (event text, "responseId" bigint, "objectId" bigint, details jsonb)
        left join alert a on ${kind}::text = 'alert' and a.id = e."objectId"
       where w.universe_id = ${universeId} and (w.survey_id is null or w.survey_id = ${id}) and w.state = 'ACTIVE'
         and ${kind}::text = any(w.events)
       order by w.id
      returning 1)
    select count(*)::int as n from noted`.execute(tx.db)
  if ((rows[0]?.n ?? 0) > 0) await wakeWebhooks(tx)
}

/** A survey that is not anonymous; null for one that is, and where its configuration cannot be read. */
async function named(tx: NotingTx, surveyId: number): Promise<Survey | null> {
  try {
    const model = await loadSurveyModelById(tx, surveyId)
    return model.anonymity === null ? model : null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}
