import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isImageAddress, isInlineImage } from '@gensvar/contract/address-text'
import { pickText } from '@gensvar/contract/local-text'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { PdfBrand, PdfLogo } from './pdf-order.ts'

/** Logos of universes: the folder that the web serves as `logos/`. */
const logoFolder = fileURLToPath(new URL('../../../../../web/dist/logos', import.meta.url))
/** Larger files are no logo, in bytes. */
const maxSize = 2_000_000

type Caller = Pick<Ctx, 'clock' | 'db' | 'identity' | 'locale'>

/** Logo and name of the caller's universe and the day there: what stands on every page of a PDF. */
export async function pdfBrand(ctx: Caller, folder: string = logoFolder): Promise<PdfBrand> {
  const { universe } = ctx.identity
  if (universe === null) return { logo: null, title: 'Gensvar', date: dateText(todayIn(ctx.clock, 'UTC'), ctx.locale) }
  const row = await ctx.db
    .selectFrom('universe')
    .select(['title', 'branding'])
    .where('id', '=', universe.id)
    .executeTakeFirst()
  return {
    logo: await readLogo(row?.branding['logo'], folder),
    title: pickText(row?.title, ctx.locale) || universe.name,
    date: dateText(todayIn(ctx.clock, universe.timeZone), ctx.locale),
  }
}

/**
 * A logo that was uploaded, or one of the folder, SVG or PNG. Null for none, for another kind of picture, and for an address: nothing is fetched
 * for a report.
 */
async function readLogo(name: unknown, folder: string): Promise<PdfLogo | null> {
  if (typeof name === 'string' && isInlineImage(name))
    return { png: Buffer.from(name.slice(name.indexOf(',') + 1), 'base64') }
  // A name is that of a file in the folder itself.
  if (typeof name !== 'string' || isImageAddress(name) || /[/\\\0]/.test(name)) return null
  const kind = /\.(svg|png)$/i.exec(name)?.[1]?.toLowerCase()
  const file = kind === undefined ? null : await readFile(join(folder, name)).catch(() => null)
  if (file === null || file.length > maxSize) return null
  return kind === 'svg' ? { svg: file.toString('utf8') } : { png: file }
}
