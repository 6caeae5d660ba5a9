import { say } from '@gensvar/contract/say'
import type { TextProvider, saveTextProvider as saveRoute } from '@gensvar/contract/text-provider'
import type { z } from 'zod'
import { judgeByModel } from '#server/domain/comments/provider/judge-by-model.ts'
import { readProviderRow, saveProviderRow } from '#server/domain/comments/provider/provider-store.ts'
import type { ProviderRow } from '#server/domain/comments/provider/provider-store.ts'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { demandAllowed } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { translate } from '#server/platform/translate.ts'
import { ownUniverse } from './own-universe.ts'
import { raiseModelVersions } from './store.ts'

type Wish = z.output<(typeof saveRoute)['body']>

/** A comment that any language model can judge. */
const tried = 'The staff were friendly.'

/** The language model of the session's organisation. Throws `forbidden` where no organisation is chosen. */
export async function getTextProvider(ctx: Ctx): Promise<TextProvider> {
  return settingsOf(ctx, await readProviderRow(ctx.db, ownUniverse(ctx).id))
}

/** Saves it. Throws `validation` at the field, `conflict` for a stale version. */
export async function saveTextProvider(ctx: Ctx, wish: Wish): Promise<TextProvider> {
  const { id, name } = ownUniverse(ctx)
  if (wish.isOn || wish.url !== '') await demandAddress(ctx, wish.url)
  if (wish.isOn && wish.model === '') throw new AppError('validation', say`Name the model.`, { model: say`is missing` })
  return write(ctx, async (tx) => {
    const before = await readProviderRow(tx.db, id)
    // A key goes to no other host than the one it was given for.
    const isMoved = hostOf(before.url) !== hostOf(wish.url)
    const kept = wish.removesKey || isMoved ? null : before.secret
    const secret = wish.key === '' ? kept : Buffer.from(wish.key, 'utf8')
    const { isOn, url, model, version } = wish
    if (!(await saveProviderRow(tx, id, { isOn, url, model, secret, version })))
      throw new AppError('conflict', say`Somebody else changed this organisation since you opened it.`, {
        version: say`is out of date`,
      })
    await tx.audit({
      action: isOn && !before.isOn ? 'universe.provider.on' : 'universe.provider',
      object: name,
      details: { isOn, host: hostOf(url), model, hasKey: secret !== null },
    })
    // Comments are looked through again, by whatever judges them now.
    if (isOn || before.isOn) await raiseModelVersions(tx, id)
    return settingsOf(tx, await readProviderRow(tx.db, id))
  })
}

/** Asks the stored language model to judge a comment; tells how long that took, in ms, or what went wrong. */
export async function tryTextProvider(ctx: Ctx): Promise<{ tookMs: number | null; failure: string | null }> {
  const began = performance.now()
  try {
    await judgeOne(ctx, await readProviderRow(ctx.db, ownUniverse(ctx).id), began)
    return { tookMs: Math.round(performance.now() - began), failure: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { tookMs: null, failure: translate(error.words, ctx.locale) }
  }
}

async function judgeOne(ctx: Ctx, provider: ProviderRow, moment: number): Promise<void> {
  if (!provider.isOn) throw new AppError('conflict', say`The language model is off.`)
  // Named by the moment, so that no answer of before is taken for a new one.
  const question = `What do you think? (${moment})`
  const [said] = await judgeByModel(ctx, provider, { question, categories: [], texts: [tried] })
  if (!said) throw new AppError('unavailable', say`What the language model answered cannot be read.`)
}

async function demandAddress(ctx: Ctx, url: string): Promise<void> {
  const { allow } = (await readServerSettings(ctx.db)).egress
  try {
    const { protocol } = demandAllowed(allow, url)
    if (protocol !== 'https:' && !ctx.config.privateTextProviders)
      throw new AppError('validation', say`The address must begin with https.`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('validation', error.words, { url: error.words })
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

async function settingsOf(
  { db }: Pick<Ctx, 'db'>,
  { isOn, url, model, secret, version }: ProviderRow,
): Promise<TextProvider> {
  const hosts = (await readServerSettings(db)).egress.allow
  return { isOn, url, model, hasKey: secret !== null, hosts: [...hosts], version }
}
