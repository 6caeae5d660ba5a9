import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { maxWebhooks } from '@gensvar/contract/webhooks'
import type {
  Webhook,
  WebhookDelivery,
  createWebhook as createRoute,
  listWebhookDeliveries as listRoute,
} from '@gensvar/contract/webhooks'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { newWebhookSecret, secretText } from '#server/domain/webhooks/sign.ts'
import { wakeWebhooks } from '#server/domain/webhooks/wake.ts'
import { write } from '#server/domain/write.ts'
import { demandAllowed } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { translate } from '#server/platform/translate.ts'
import {
  findDeliveryRow,
  findWebhookRow,
  insertTestRow,
  insertWebhookRow,
  listDeliveryRows,
  listSurveyNames,
  listWebhookRows,
  pauseWebhookRow,
  removeWebhookRow,
  renewSecretRow,
  replayRow,
  resumeWebhookRow,
  saveWebhookRow,
} from './store.ts'
import type { DeliveryRow, WebhookContent, WebhookRow } from './store.ts'

type Saved = z.output<(typeof createRoute)['body']>

/** How long messages are signed with a secret that was replaced, in ms. */
const formerTime = 24 * 3_600_000

/** The webhooks of the session's organisation, or of one of its surveys, and what a form of one offers. */
export async function listWebhooks(ctx: Ctx, { survey }: { survey?: string | undefined }) {
  const { id } = ownUniverse(ctx)
  const surveys = await listSurveyNames(ctx.db, id)
  const of = survey === undefined ? null : surveys.find(({ extname }) => extname === survey)
  if (of === undefined) throw new AppError('not_found', say`There is no survey named "${survey ?? ''}".`)
  const rows = await listWebhookRows(ctx.db, id, of?.id ?? null)
  return {
    webhooks: rows.map((row) => webhookOf(ctx, row)),
    surveys: surveys.map(({ extname, title }) => ({ extname, title: pickText(title, ctx.locale) || extname })),
    hosts: (await readServerSettings(ctx.db)).egress.allow,
  }
}

/** Makes a webhook. Throws `validation` at the field, `conflict` where the organisation has too many. */
export async function createWebhook(ctx: Ctx, wish: Saved): Promise<{ webhook: Webhook; secret: string }> {
  const { id: universeId } = ownUniverse(ctx)
  const content = await checkedContent(ctx, wish)
  const secret = newWebhookSecret()
  const id = await write(ctx, async (tx) => {
    const made = await insertWebhookRow(tx, universeId, content, { secret, most: maxWebhooks })
    if (made === null)
      throw new AppError('conflict', say`An organisation has at most ${maxWebhooks} webhooks. Delete one first.`)
    await tx.audit({ action: 'webhook.create', object: content.title, details: detailsOf(content) })
    return made
  })
  return { webhook: webhookOf(ctx, await webhookRow(ctx, id)), secret: secretText(secret) }
}

/** Saves a webhook. Throws `not_found`, `validation` at the field, `conflict` for a stale version. */
export async function saveWebhook(ctx: Ctx, id: number, { version, ...wish }: Saved): Promise<Webhook> {
  const before = await webhookRow(ctx, id)
  const content = await checkedContent(ctx, { ...wish, version })
  return write(ctx, async (tx) => {
    if (!(await saveWebhookRow(tx, { id, version }, content)))
      throw new AppError('conflict', say`Somebody else changed this webhook since you opened it.`, {
        version: say`is out of date`,
      })
    await tx.audit({ action: 'webhook.save', object: before.title, details: detailsOf(content) })
    await wakeWebhooks(tx)
    return webhookOf(tx, await webhookRow(tx, id))
  })
}

/** Deletes a webhook with its log. Throws `not_found`. */
export async function removeWebhook(ctx: Ctx, id: number): Promise<{ ok: true }> {
  const { title } = await webhookRow(ctx, id)
  await write(ctx, async (tx) => {
    await removeWebhookRow(tx, id)
    await tx.audit({ action: 'webhook.remove', object: title })
  })
  return { ok: true }
}

/** Pauses a webhook. Throws `not_found`. */
export async function pauseWebhook(ctx: Ctx, id: number): Promise<Webhook> {
  const { title } = await webhookRow(ctx, id)
  return write(ctx, async (tx) => {
    await pauseWebhookRow(tx, id)
    await tx.audit({ action: 'webhook.pause', object: title, details: { cause: 'asked' } })
    return webhookOf(tx, await webhookRow(tx, id))
  })
}

/** Goes on with a paused webhook. Throws `not_found`, and `forbidden` where its host is no longer allowed. */
export async function resumeWebhook(ctx: Ctx, id: number): Promise<Webhook> {
  const { title, url } = await webhookRow(ctx, id)
  demandAllowed((await readServerSettings(ctx.db)).egress.allow, url)
  return write(ctx, async (tx) => {
    await resumeWebhookRow(tx, id)
    await tx.audit({ action: 'webhook.resume', object: title })
    await wakeWebhooks(tx)
    return webhookOf(tx, await webhookRow(tx, id))
  })
}

/** Gives a webhook a new secret. Throws `not_found`. */
export async function renewWebhookSecret(ctx: Ctx, id: number): Promise<{ webhook: Webhook; secret: string }> {
  const { title } = await webhookRow(ctx, id)
  const secret = newWebhookSecret()
  const webhook = await write(ctx, async (tx) => {
    await renewSecretRow(tx, id, { secret, formerUntil: new Date(tx.clock.now().getTime() + formerTime) })
    await tx.audit({ action: 'webhook.secret', object: title })
    return webhookOf(tx, await webhookRow(tx, id))
  })
  return { webhook, secret: secretText(secret) }
}

/** Sends a webhook a test. Throws `not_found`. */
export async function testWebhook(ctx: Ctx, id: number): Promise<WebhookDelivery> {
  const { title } = await webhookRow(ctx, id)
  return write(ctx, async (tx) => {
    const made = await insertTestRow(tx, id)
    await tx.audit({ action: 'webhook.test', object: title })
    await wakeWebhooks(tx)
    return deliveryOf(tx, await deliveryRow(tx, made))
  })
}

/** A page of the messages of a webhook. Throws `not_found`. */
export async function listWebhookDeliveries(
  ctx: Ctx,
  webhookId: number,
  query: z.output<(typeof listRoute)['query']>,
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  await webhookRow(ctx, webhookId)
  const { rows, total } = await listDeliveryRows(ctx.db, { universeId: ownUniverse(ctx).id, webhookId }, query)
  return { rows: rows.map((row) => deliveryOf(ctx, row)), total }
}

/** Sends a message again. Throws `not_found`, `conflict` for one that waits or is under way. */
export async function replayWebhookDelivery(ctx: Ctx, id: number): Promise<WebhookDelivery> {
  const { title, message } = await deliveryRow(ctx, id)
  return write(ctx, async (tx) => {
    if (!(await replayRow(tx, id))) throw new AppError('conflict', say`This message still waits, or is being sent.`)
    await tx.audit({ action: 'webhook.replay', object: title, details: { message } })
    await wakeWebhooks(tx)
    return deliveryOf(tx, await deliveryRow(tx, id))
  })
}

function ownUniverse({ identity: { universe } }: Pick<Ctx, 'identity'>) {
  if (!universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return universe
}

async function webhookRow(ctx: Ctx, id: number): Promise<WebhookRow> {
  const row = await findWebhookRow(ctx.db, ownUniverse(ctx).id, id)
  if (!row) throw new AppError('not_found', say`There is no such webhook.`)
  return row
}

async function deliveryRow(ctx: Ctx, id: number): Promise<DeliveryRow & { title: string }> {
  const row = await findDeliveryRow(ctx.db, ownUniverse(ctx).id, id)
  if (!row) throw new AppError('not_found', say`There is no such message.`)
  return row
}

async function checkedContent(ctx: Ctx, { title, url, survey, events }: Saved): Promise<WebhookContent> {
  const surveys = await listSurveyNames(ctx.db, ownUniverse(ctx).id)
  const found = survey === null ? null : surveys.find(({ extname }) => extname === survey)
  if (found === undefined) {
    const words = say`There is no survey named "${survey ?? ''}".`
    throw new AppError('validation', words, { survey: words })
  }
  await demandAddress(ctx, url)
  return { title, url, surveyId: found?.id ?? null, events: [...new Set(events)] }
}

/** Throws `validation` at `url` for an address that messages would not be sent to. */
async function demandAddress(ctx: Ctx, url: string): Promise<void> {
  const { allow } = (await readServerSettings(ctx.db)).egress
  try {
    const { protocol } = demandAllowed(allow, url)
    if (protocol !== 'https:' && !ctx.config.privateWebhooks)
      throw new AppError('validation', say`The address must begin with https.`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('validation', error.words, { url: error.words })
  }
}

/** What the audit log tells: of the address its host alone, because the rest may be a secret. */
function detailsOf({ url, surveyId, events }: WebhookContent): Record<string, unknown> {
  return { host: new URL(url).host, survey: surveyId, events }
}

function webhookOf({ locale }: Pick<Ctx, 'locale'>, row: WebhookRow): Webhook {
  const { surveyName, surveyTitle, pausedAt, failingSince, deliveredAt, ...rest } = row
  return {
    ...rest,
    survey:
      surveyName === null ? null : { extname: surveyName, title: pickText(surveyTitle ?? {}, locale) || surveyName },
    pausedAt: iso(pausedAt),
    failingSince: iso(failingSince),
    deliveredAt: iso(deliveredAt),
  }
}

function deliveryOf({ locale }: Pick<Ctx, 'locale'>, row: DeliveryRow): WebhookDelivery {
  const { id, message, event, survey, state, attempts, status, tookMs, answer, reason } = row
  return {
    ...{ id, message, event, survey, state, attempts, status, tookMs, answer },
    createdAt: row.createdAt.toISOString(),
    sentAt: iso(row.sentAt),
    // One that somebody asked for is due before all others.
    dueAt: state === 'WAITING' && row.dueAt >= row.createdAt ? row.dueAt.toISOString() : null,
    reason: reason === null ? '' : translate(readWords(reason), locale),
  }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
