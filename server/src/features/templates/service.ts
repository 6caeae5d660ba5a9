import { languageTags, locales } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { StoredTemplate, listTemplates as listRoute } from '@gensvar/contract/templates'
import { maxTemplates } from '@gensvar/contract/templates'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import { demandUnusedTemplate } from '#server/domain/campaigns/template-use.ts'
import type { Ctx } from '#server/domain/context.ts'
import {
  findTemplateRow,
  insertTemplateRow,
  listTemplateRows,
  removeTemplateRow,
  saveTemplateRow,
} from '#server/domain/messages/template-store.ts'
import type {
  ListedTemplate,
  TemplateContent,
  TemplateKind,
  TemplateRow,
} from '#server/domain/messages/template-store.ts'
import { templateRowOf } from '#server/domain/messages/listed-template.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

/** Languages of messages besides the product's own. */
const furtherLocales = ['ar', 'de', 'es', 'et', 'fr', 'is', 'it', 'lt', 'lv', 'nl', 'pl', 'pt', 'so', 'uk'] as const

/** The template that is wanted. */
export interface AskedTemplate {
  survey: string
  templateId: number
}

/** What a save gives of a template, whatever its kind. */
export interface GivenTemplate {
  name: string
  extname: string
  system: boolean
  locale: string
  tags: readonly string[]
  subject: string
}

/** Templates of the universe; the one that a mail action names comes first. */
export async function listTemplates(
  ctx: Ctx,
  survey: string,
  { sendingType, mailAction }: z.output<typeof listRoute.query>,
): Promise<z.input<typeof listRoute.response>> {
  const rows = await listTemplateRows(ctx.db, universeOf(ctx), sendingType)
  const first = mailAction === undefined ? null : await templateOfAction(ctx, survey, mailAction)
  const isFirst = (row: ListedTemplate): boolean => first !== null && row.ext_name === first
  return { templates: [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].map(templateRowOf) }
}

/** Ext name of the template that a mail action of the survey's pages names; null for none. */
async function templateOfAction(ctx: Ctx, survey: string, action: string): Promise<string | null> {
  const { model } = await surveyAccess(ctx, survey)
  for (const component of model.config.pages.flatMap(({ components }) => components)) {
    if (!isComponentOf(component, 'sample-table')) continue
    const found = component.config.mailActions.find(({ extname }) => extname === action)
    if (found) return found.template
  }
  return null
}

/** Languages that templates can be in: the organisation's, the product's, and further ones. */
export async function listTemplateLocales(ctx: Ctx) {
  const own = await ctx.db
    .selectFrom('universe')
    .select('locales')
    .where('id', '=', universeOf(ctx))
    .executeTakeFirstOrThrow()
  const names = new Intl.DisplayNames([languageTags[ctx.locale]], { type: 'language' })
  const values = [...new Set([...own.locales, ...locales, ...furtherLocales])]
  return { locales: values.map((value) => ({ value, text: names.of(value) ?? value })) }
}

/** Tags that templates of the universe have. */
export async function listTemplateTags(ctx: Ctx) {
  const rows = await listTemplateRows(ctx.db, universeOf(ctx))
  const tags = new Set(rows.flatMap((row) => row.tags))
  return { tags: [...tags].toSorted((one, other) => one.localeCompare(other, languageTags[ctx.locale])) }
}

/** Deletes a template. Throws `not_found`, `forbidden` for a system one, `conflict` for one that campaigns use. */
export async function removeTemplate(ctx: Ctx, asked: AskedTemplate, kind: TemplateKind): Promise<{ ok: true }> {
  const row = await demandTemplate(ctx, asked.templateId, kind)
  demandEditable(ctx, row)
  return write(ctx, async (tx) => {
    await demandUnusedTemplate(tx.db, row.id)
    await removeTemplateRow(tx, row.id)
    await tx.audit({ action: 'template.remove', object: row.name, details: { kind } })
    return { ok: true }
  })
}

/** A template of the universe. Throws `not_found`. */
export async function demandTemplate(ctx: Ctx, id: number, kind: TemplateKind): Promise<TemplateRow> {
  const row = await findTemplateRow(ctx.db, { id, universeId: universeOf(ctx), kind })
  if (!row) throw new AppError('not_found', say`There is no such template.`)
  return row
}

/** Throws `forbidden` for a system template that somebody else than root wants to change. */
export function demandEditable({ identity }: Pick<Ctx, 'identity'>, { system }: Pick<TemplateRow, 'system'>): void {
  if (system && !identity.isRoot) throw new AppError('forbidden', say`Only root users may change system templates.`)
}

/** What is stored of a template; only root sets what is root's. Throws `validation` without a name. */
export function contentOf(
  { identity }: Pick<Ctx, 'identity'>,
  given: GivenTemplate,
  stored: Pick<TemplateRow, 'ext_name' | 'system'> | null,
): Pick<TemplateContent, 'name' | 'ext_name' | 'system' | 'locale' | 'tags' | 'subject'> {
  const { name, locale, tags, subject } = given
  if (name === '') throw new AppError('validation', say`Name is required`, { name: say`Name is required` })
  const ofRoot = identity.isRoot
    ? { ext_name: given.extname, system: given.system }
    : { ext_name: stored?.ext_name ?? '', system: stored?.system ?? false }
  return { name, locale, tags: [...new Set(tags)], subject, ...ofRoot }
}

/** What a template is stored as, and what is said where its name is taken. */
export interface StoredAs {
  kind: TemplateKind
  taken: ReturnType<typeof say>
}

/** Adds a template. Throws `conflict` for a name in use, `validation` where there are too many. */
export async function addTemplate(
  tx: WriteTx<Ctx>,
  { kind, taken }: StoredAs,
  content: TemplateContent,
): Promise<StoredTemplate> {
  const universeId = universeOf(tx)
  if ((await listTemplateRows(tx.db, universeId)).length >= maxTemplates)
    throw new AppError('validation', say`An organisation has at most ${maxTemplates} templates.`)
  const id = await insertTemplateRow(tx, { universeId, kind, taken }, content)
  await tx.audit({ action: 'template.create', object: content.name, details: { kind } })
  return sentOf(tx, await demandTemplate(tx, id, kind))
}

/** Saves a template over a version. Throws `conflict` for a stale one and for a name in use. */
export async function saveTemplate(
  tx: WriteTx<Ctx>,
  { kind, taken, id, version }: StoredAs & { id: number; version: number },
  content: TemplateContent,
): Promise<StoredTemplate> {
  const now = tx.clock.now()
  if (!(await saveTemplateRow(tx, { id, version, taken, now }, content)))
    throw new AppError('conflict', say`Somebody else changed this template since you opened it.`, {
      version: say`is out of date`,
    })
  await tx.audit({ action: 'template.save', object: content.name, details: { kind } })
  return sentOf(tx, await demandTemplate(tx, id, kind))
}

/** A template as it is sent; what is root's is sent to root alone. */
export function sentOf(
  { identity }: Pick<Ctx, 'identity'>,
  row: Omit<TemplateRow, 'universe_id' | 'updated_at'>,
): StoredTemplate {
  const { id, name, locale, tags, subject, code, design, contents, languages, version, sending_type: kind } = row
  return {
    ...{ id, name, locale, tags, subject, code, design, contents, languages, version },
    label: name,
    extname: identity.isRoot ? row.ext_name : '',
    system: identity.isRoot && row.system,
    fromName: row.from_name,
    fromEmail: row.from_email,
    sendingType: kind,
    canEdit: identity.isRoot || !row.system,
  }
}

/** A template that is not stored yet. */
export function freshTemplate({ identity }: Pick<Ctx, 'identity'>, kind: TemplateKind): StoredTemplate {
  return sentOf(
    { identity },
    {
      ...{ id: 0, name: '', ext_name: '', system: false, tags: [], subject: '', code: '', design: '', contents: '' },
      ...{ languages: [], from_name: null, from_email: null, version: 0, sending_type: kind },
      locale: identity.universe?.defaultLocale ?? 'en',
    },
  )
}

/** Id of the session's universe. Throws `forbidden` without one. */
export function universeOf({ identity }: Pick<Ctx, 'identity'>): number {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return identity.universe.id
}
