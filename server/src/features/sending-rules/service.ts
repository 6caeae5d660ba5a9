import type {
  SendingRules,
  addSuppressed as addRoute,
  listSuppressed as listRoute,
} from '@gensvar/contract/sending-rules'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import * as stored from '#server/domain/campaigns/rules/sending-rules.ts'
import * as suppression from '#server/domain/campaigns/rules/suppression.ts'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

/** Most rows of a page. */
const maxPageRows = 1000

/** The rules that the caller's organisation sends by. */
export function getSendingRules(ctx: Ctx): Promise<stored.KeptSendingRules> {
  return stored.sendingRulesOf(ctx.db, universeOf(ctx))
}

/**
 * Saves the rules that the caller's organisation sends by. Throws `validation` at a domain that is named twice, `conflict`
 * at `version` where they were changed since.
 */
export async function saveSendingRules(
  ctx: Ctx,
  { rules, version }: { rules: SendingRules; version: number },
): Promise<stored.KeptSendingRules> {
  const universeId = universeOf(ctx)
  const perDomain = rules.perDomain.map((one) => ({ ...one, domain: one.domain.toLowerCase() }))
  demandOnce(perDomain.map(({ domain }) => domain))
  return write(ctx, async (tx) => {
    const saved = await stored.saveSendingRules(tx, universeId, { rules: { ...rules, perDomain }, version })
    await tx.audit({ action: 'sending.rules' })
    return saved
  })
}

/** Addresses that the caller's organisation sends nothing to, a page at a time. */
export function listSuppressed(ctx: Ctx, { rowFrom, rowTo, filter }: z.output<typeof listRoute.query>) {
  const to = Math.min(rowTo, rowFrom + maxPageRows)
  return suppression.listSuppressed(ctx.db, universeOf(ctx), { from: rowFrom, to, text: filter })
}

/** Sends nothing more to some addresses. Throws `validation` at each that is none; then none is added. */
export async function addSuppressed(
  ctx: Ctx,
  given: z.output<typeof addRoute.body>,
): Promise<{ added: number; known: number }> {
  const universeId = universeOf(ctx)
  return write(ctx, async (tx) => {
    const done = await suppression.addSuppressed(tx, universeId, given)
    // How many, because an address would outlast its owner's erasure in the audit log.
    await tx.audit({ action: 'suppression.add', details: { addresses: done.added, reason: given.reason } })
    return done
  })
}

/** Lets an address be written to again. Throws `not_found` for a key that is not in the list. */
export async function removeSuppressed(ctx: Ctx, key: string): Promise<void> {
  const universeId = universeOf(ctx)
  await write(ctx, async (tx) => {
    await suppression.removeSuppressed(tx, universeId, key)
    await tx.audit({ action: 'suppression.remove', object: key.slice(0, 16) })
  })
}

function demandOnce(domains: readonly string[]): void {
  const wrong: Record<string, Words> = {}
  for (const [at, domain] of domains.entries())
    if (domains.indexOf(domain) < at) wrong[`rules.perDomain.${at}.domain`] = say`is named twice`
  if (Object.keys(wrong).length > 0) throw new AppError('validation', say`A domain has one limit only.`, wrong)
}

function universeOf({ identity }: Pick<Ctx, 'identity'>): number {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return identity.universe.id
}
