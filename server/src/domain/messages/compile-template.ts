import { mailDesign } from '@gensvar/contract/templates'
import type { MailDesign } from '@gensvar/contract/templates'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { readStoredLetter } from '#server/domain/letters/letter-document.ts'
import type { CompiledLetter, ReadLetter } from '#server/domain/letters/compile-letter.ts'
import type { TemplateLanguage } from '#server/platform/db-template-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { compileMail } from './compile-mail.ts'
import type { CompiledMail, MailSetting } from './compile-mail.ts'
import { errorIn } from './message-problem.ts'
import type { MessageProblem } from './message-problem.ts'
import { fillPieces } from './message-text.ts'
import type { Piece, TagValues } from './message-text.ts'
import { pickLanguage } from './recipient-language.ts'
import { readTaggedText } from './tagged-text.ts'
import type { TemplateRow } from './template-store.ts'

/** What of a template its messages are made from. */
export type TemplateSource = Pick<
  TemplateRow,
  'sending_type' | 'locale' | 'subject' | 'design' | 'contents' | 'languages'
>

/** A text message whose gaps are filled for each recipient. */
export interface CompiledText {
  /** Language it is written in. */
  language: string
  subject: readonly Piece[]
  text: readonly Piece[]
}

/** A text message to one recipient. */
export interface FilledText {
  subject: string
  text: string
}

/** A template whose messages are compiled once for all of its recipients. */
export type CompiledTemplate =
  | { kind: 'EMAIL'; inLanguage: (language: string) => CompiledMail }
  | { kind: 'TEXT'; inLanguage: (language: string) => CompiledText }
  | { kind: 'LETTER'; inLanguage: (language: string) => CompiledLetter }

/** What is wrong with a template, in which of its languages: 0 is the main one, the others follow. */
export interface TemplateProblem extends MessageProblem {
  at: number
  language: string
}

/** A template that has an error in one of its languages. */
export class BrokenTemplate extends Error {
  readonly language: string
  readonly words: Words
  /** From 1; null where the whole is meant. */
  readonly line: number | null

  constructor({ language, words, line }: Pick<TemplateProblem, 'language' | 'words' | 'line'>) {
    super(String(words))
    this.language = language
    this.words = words
    this.line = line
  }
}

/**
 * Compiles a template in all of its languages; `inLanguage` of the outcome picks that of a recipient. Throws
 * `BrokenTemplate`, which names what is wrong in which language, and `unavailable` where it takes too long.
 */
export async function compileTemplate(source: TemplateSource, setting: MailSetting): Promise<CompiledTemplate> {
  const { template, problems } = await checkTemplate(source, setting)
  const wrong = problems.find(({ isError }) => isError)
  if (wrong) throw new BrokenTemplate(wrong)
  if (!template) throw new Error('A template without an error was not compiled')
  return template
}

/** The same, with all that is wrong; `template` is null where a problem is an error. */
export async function checkTemplate(
  source: TemplateSource,
  setting: MailSetting,
): Promise<{ template: CompiledTemplate | null; problems: TemplateProblem[] }> {
  const versions: Version[] = [source, ...source.languages]
  if (source.sending_type === 'LETTER') return checkLetters(versions, setting)
  return source.sending_type === 'EMAIL' ? checkMails(versions, setting) : checkTexts(versions, setting)
}

/** Fills a text message for one recipient. Throws `BrokenTag`, which names what stops it. */
export function fillText({ subject, text }: CompiledText, values: TagValues): FilledText {
  return { subject: fillPieces(subject, values).trim(), text: fillPieces(text, values) }
}

/** The design of a mail as its template stores it; an empty one where it cannot be read. */
export function designOf(stored: string): MailDesign {
  try {
    const read = mailDesign.safeParse(JSON.parse(stored))
    if (read.success) return read.data
  } catch {
    // The design of another program.
  }
  return { mjml: '', preheader: '' }
}

type Version = Omit<TemplateLanguage, 'code'>

async function checkMails(versions: readonly Version[], setting: MailSetting) {
  const mails: CompiledMail[] = []
  const problems: TemplateProblem[] = []
  for (const [at, { locale, subject, design }] of versions.entries()) {
    const made = await compileMail({ ...designOf(design), subject, locale }, setting)
    problems.push(...made.problems.map((problem) => ({ ...problem, at, language: locale })))
    if (made.mail) mails.push(made.mail)
  }
  const [first, ...others] = mails
  if (!first || mails.length < versions.length) return { template: null, problems }
  const inLanguage = (language: string): CompiledMail => pickLanguage([first, ...others], languageOf, language)
  return { template: { kind: 'EMAIL' as const, inLanguage }, problems }
}

function checkTexts(versions: readonly Version[], { known }: MailSetting) {
  const problems: TemplateProblem[] = []
  const texts = versions.map(({ locale, subject: heading, contents }, at): CompiledText => {
    const subject = readTaggedText('subject', heading, 'header', known)
    const text = readTaggedText('contents', contents, 'plain', known)
    problems.push(...[...subject.problems, ...text.problems].map((problem) => ({ ...problem, at, language: locale })))
    return { language: locale, subject: subject.pieces, text: text.pieces }
  })
  const [first, ...others] = texts
  if (!first || problems.some(({ isError }) => isError)) return { template: null, problems }
  const inLanguage = (language: string): CompiledText => pickLanguage([first, ...others], languageOf, language)
  return { template: { kind: 'TEXT' as const, inLanguage }, problems }
}

/** The contents of a letter's versions are their documents (`withDocuments`). */
function checkLetters(versions: readonly Version[], { known }: MailSetting) {
  const problems: TemplateProblem[] = []
  const letters = versions.map(({ locale, contents }, at): CompiledLetter => {
    const { pieces, problems: own } = readLetter(contents, known)
    problems.push(...own.map((words) => ({ ...errorIn('contents', null, words), at, language: locale })))
    return { language: locale, pieces }
  })
  const [first, ...others] = letters
  if (!first || problems.length > 0) return { template: null, problems }
  const inLanguage = (language: string): CompiledLetter => pickLanguage([first, ...others], languageOf, language)
  return { template: { kind: 'LETTER' as const, inLanguage }, problems }
}

function readLetter(document: string, known: ReadonlySet<string>): Pick<ReadLetter, 'pieces' | 'problems'> {
  if (document === '') return { pieces: [], problems: [say`The letter has no document any more. Upload it again.`] }
  try {
    return readStoredLetter(document, known)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { pieces: [], problems: [error.words] }
  }
}

function languageOf({ language }: { language: string }): string {
  return language
}
