import { languageTags } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { TemplateProblem } from '#server/domain/messages/compile-template.ts'
import { AppError } from '#server/platform/errors.ts'

/** Fields of the form by the part of a message that is wrong. */
const fieldOf = {
  mjml: 'design.mjml',
  subject: 'subject',
  preheader: 'design.preheader',
  contents: 'contents',
} as const

/** Throws `validation` at the field of the first error; one in a further language names the language. */
export function demandNoErrors(ctx: Pick<Ctx, 'locale'>, problems: readonly TemplateProblem[]): void {
  const wrong = problems.find(({ isError }) => isError)
  if (!wrong) return
  const atLine = wrong.line === null || wrong.part === 'subject' ? wrong.words : say`Line ${wrong.line}: ${wrong.words}`
  refuse(ctx, wrong, fieldOf[wrong.part], atLine)
}

/** Throws `validation` where two versions of a message are in the same language. */
export function demandOwnLanguages(
  ctx: Pick<Ctx, 'locale'>,
  main: string,
  languages: readonly { locale: string }[],
): void {
  const all = [main, ...languages.map(({ locale }) => locale)]
  const twice = all.findIndex((locale, at) => all.indexOf(locale) < at)
  const language = all[twice]
  if (language !== undefined)
    refuse(ctx, { at: twice, language }, 'locale', say`The template has this language already.`)
}

function refuse(
  { locale }: Pick<Ctx, 'locale'>,
  { at, language }: Pick<TemplateProblem, 'at' | 'language'>,
  field: string,
  words: Words,
): never {
  if (at === 0) throw new AppError('validation', words, { [field]: words })
  const name = new Intl.DisplayNames([languageTags[locale]], { type: 'language' }).of(language) ?? language
  const named = say`${name}: ${words}`
  throw new AppError('validation', named, { [`languages.${at - 1}.${field}`]: named })
}
