import type {
  createLetterTemplate as createRoute,
  getLetterHelp as helpRoute,
  renderLetterTemplate as renderRoute,
  updateLetterTemplate as updateRoute,
} from '@gensvar/contract/letters'
import { say } from '@gensvar/contract/say'
import type { StoredTemplate } from '@gensvar/contract/templates'
import type { z } from 'zod'
import { listCases } from '#server/domain/cases/list-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { fillLetter } from '#server/domain/letters/compile-letter.ts'
import { readDocumentRows, withDocuments } from '#server/domain/letters/document-store.ts'
import { printForReader } from '#server/domain/letters/print-letter.ts'
import { BrokenTemplate, checkTemplate, compileTemplate } from '#server/domain/messages/compile-template.ts'
import type { TemplateSource } from '#server/domain/messages/compile-template.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { placeTitles, recipientValues } from '#server/domain/messages/recipient-values.ts'
import { exampleValues, letterTagsOf } from '#server/domain/messages/tag-list.ts'
import type { TemplateContent } from '#server/domain/messages/template-store.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { demandNoErrors, demandOwnLanguages } from './language-problems.ts'
import {
  addTemplate,
  contentOf,
  demandEditable,
  demandTemplate,
  freshTemplate,
  saveTemplate,
  sentOf,
  universeOf,
} from './service.ts'
import type { AskedTemplate, StoredAs } from './service.ts'

type LetterBody = z.output<(typeof createRoute)['body']>
type Rendered = z.input<typeof renderRoute.response>

/** How a letter's template is stored. */
const storedAs: StoredAs = { kind: 'LETTER', taken: say`Failed creating letter template - name already in use` }

const fieldRequired = say`Field is required`

/** A letter's template; id 0 is what a new one begins with. Throws `not_found`. */
export async function getLetterTemplate(ctx: Ctx, { templateId }: AskedTemplate): Promise<StoredTemplate> {
  if (templateId === 0) return freshTemplate(ctx, 'LETTER')
  return sentOf(ctx, await demandTemplate(ctx, templateId, 'LETTER'))
}

/** Adds a letter's template. Throws `validation` at the field, `conflict` at `name`. */
export async function createLetterTemplate(ctx: Ctx, survey: string, body: LetterBody) {
  demandName(body)
  const content = { ...contentOf(ctx, body, null), ...(await letterContent(ctx, survey, body)) }
  return write(ctx, async (tx) => ({ template: await addTemplate(tx, storedAs, content) }))
}

/** Saves a letter's template. Throws besides `forbidden` for a system one, `conflict` at `version`. */
export async function updateLetterTemplate(ctx: Ctx, survey: string, body: z.output<(typeof updateRoute)['body']>) {
  const stored = await demandTemplate(ctx, body.id, 'LETTER')
  demandEditable(ctx, stored)
  demandName(body)
  const content = { ...contentOf(ctx, body, stored), ...(await letterContent(ctx, survey, body)) }
  const over = { ...storedAs, id: body.id, version: body.version }
  return write(ctx, async (tx) => ({ template: await saveTemplate(tx, over, content) }))
}

/** A letter filled with examples, as PDF. Throws `validation` with what is wrong with it, `unavailable` where it cannot be printed. */
export async function renderLetterTemplate(
  ctx: Ctx,
  { survey, templateId }: AskedTemplate,
  { document, language }: z.output<typeof renderRoute.query>,
): Promise<Rendered> {
  const { model } = await surveyAccess(ctx, survey)
  const stored = templateId === 0 ? null : await demandTemplate(ctx, templateId, 'LETTER')
  const asked = document === '' ? stored : { ...emptyLetter, locale: language || ctx.locale, contents: document }
  if (!asked) throw new AppError('validation', fieldRequired, { document: fieldRequired })
  const tags = letterTagsOf(model, { origin: configuredAddress(ctx.config), locale: ctx.locale })
  const source = await withDocuments(ctx.db, universeOf(ctx), asked)
  try {
    const known = new Set(tags.map(({ name }) => name))
    const compiled = await compileTemplate(source, { origin: configuredAddress(ctx.config), known })
    if (compiled.kind !== 'LETTER') throw new Error('The template of a letter is none')
    const letter = compiled.inLanguage(language || source.locale)
    return await printForReader(ctx, fillLetter(letter, exampleValues(tags, letter.language)))
  } catch (error) {
    if (!(error instanceof BrokenTag) && !(error instanceof BrokenTemplate)) throw error
    throw new AppError('validation', error.words, { document: error.words })
  }
}

/** What letters can be filled with, each with the value of the first sample at the place, or else an example. */
export async function getLetterHelp(
  ctx: Ctx,
  survey: string,
  drillPath: string,
): Promise<z.input<typeof helpRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const tags = letterTagsOf(model, { origin: configuredAddress(ctx.config), locale: ctx.locale })
  const { conditions } = await requestedPath(ctx, access, drillPath)
  // Of an anonymous survey nobody is told who its people are.
  const { rows } =
    model.anonymity === null && access.canViewSamples && access.canViewInterviews
      ? await listCases(ctx, model, access.caseScope, { conditions, from: 0, to: 1, isCounted: false })
      : { rows: [] }
  const [row] = rows
  const examples = exampleValues(tags, ctx.locale)
  const unitTitles = row ? placeTitles(model, await loadUnitTree(ctx, model), row.unitIds, ctx.locale) : []
  const links = {
    survey: examples('survey.link', 'shown') ?? '',
    unsubscribe: examples('unsubscribe.link', 'shown') ?? '',
  }
  const values = row ? recipientValues(model, row, { links, unitTitles, locale: ctx.locale }) : examples
  return {
    variableRows: tags.map(({ group, title, name, example }) => ({
      ...{ group, name: title, variable: `{{${name}}}` },
      value: values(name, 'shown') || example,
    })),
  }
}

const emptyLetter: TemplateSource = {
  ...{ sending_type: 'LETTER', locale: '', subject: '', design: '', contents: '', languages: [] },
}

function demandName({ name }: LetterBody): void {
  if (name === '') throw new AppError('validation', fieldRequired, { name: fieldRequired })
}

/** What is stored of a letter: the keys of its documents with the names of their files. Throws `validation` at the field. */
async function letterContent(
  ctx: Ctx,
  survey: string,
  { contents, locale, languages, subject }: LetterBody,
): Promise<Pick<TemplateContent, 'contents' | 'design' | 'code' | 'languages' | 'from_name' | 'from_email'>> {
  demandOwnLanguages(ctx, locale, languages)
  const { model } = await surveyAccess(ctx, survey)
  const universeId = universeOf(ctx)
  const documents = await readDocumentRows(ctx.db, universeId, [contents, ...languages.map((one) => one.contents)])
  const missing = [contents, ...languages.map((one) => one.contents)].findIndex((key) => !documents.has(key))
  const words = say`Upload the document of the letter.`
  if (missing >= 0)
    throw new AppError('validation', words, {
      [missing === 0 ? 'contents' : `languages.${missing - 1}.contents`]: words,
    })
  const nameOf = (key: string): string => documents.get(key)?.name ?? ''
  const content = {
    ...{ contents, design: nameOf(contents), code: '', from_name: null, from_email: null },
    languages: languages.map((one) => ({ ...one, subject: '', design: nameOf(one.contents), code: '' })),
  }
  const origin = configuredAddress(ctx.config)
  const known = new Set(letterTagsOf(model, { origin, locale: ctx.locale }).map(({ name }) => name))
  const source = await withDocuments(ctx.db, universeId, { ...emptyLetter, ...content, locale, subject })
  demandNoErrors(ctx, (await checkTemplate(source, { origin, known })).problems)
  return content
}
