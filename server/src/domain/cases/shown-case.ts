import type { Locale } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'
import { say } from '@gensvar/contract/say'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { findPersonalData, maskPersonalData } from '#server/domain/text/personal/personal-data.ts'
import type { HiddenPart, MaskedText } from '#server/domain/text/personal/personal-data.ts'
import type { PersonalKind } from '#server/domain/text/personal/span.ts'
import { translate } from '#server/platform/translate.ts'
import type { CaseRow } from './case-query.ts'

/**
 * A response as the holder of a scope may read it: what people wrote themselves without e-mail addresses, telephone and
 * personal numbers, unless the scope shows these. Every response that leaves goes through this; only what must have the words as
 * they were written, to judge or to change them, takes a response without it.
 */
export function shownCase(
  { questions }: Pick<SurveyModel, 'questions'>,
  { masksIn }: CaseScope,
  row: CaseRow,
): CaseRow {
  if (masksIn === null) return row
  const hidden = new Map<string, readonly HiddenPart[]>()
  const answers: Record<string, CaseRow['answers'][string]> = { ...row.answers }
  for (const [name, answer] of Object.entries(row.answers)) {
    // What an import could not read as an answer is kept beside the answers, and is a text as well.
    if (typeof answer !== 'string' || (questions.get(name)?.type ?? 'text') !== 'text') continue
    const masked = shownText({ masksIn }, answer)
    if (masked.hidden.length === 0) continue
    answers[name] = masked.text
    hidden.set(name, masked.hidden)
  }
  return hidden.size === 0 ? row : { ...row, answers: namesOnly(answers), hidden }
}

/** What somebody wrote as the holder of a scope may read it, and what is hidden from it. */
export function shownText({ masksIn }: Pick<CaseScope, 'masksIn'>, text: string): MaskedText {
  return masksIn === null ? { text, hidden: [] } : maskPersonalData(text, placeholdersIn(masksIn))
}

/** The words of what somebody wrote that the holder of a scope may read, without any in place of what is hidden. */
export function shownWords({ masksIn }: Pick<CaseScope, 'masksIn'>, text: string): string {
  return masksIn === null ? text : maskPersonalData(text, blanks).text
}

const blanks: Readonly<Record<PersonalKind, string>> = { email: ' ', phone: ' ', 'personal-number': ' ' }

/** Texts that suggestions may hold: without those of which something would be hidden. */
export function shownTexts({ masksIn }: CaseScope, texts: readonly string[]): string[] {
  return texts.filter((text) => masksIn === null || findPersonalData(text).length === 0)
}

const known = new Map<Locale, Readonly<Record<PersonalKind, string>>>()

/** The words in place of what is hidden. */
function placeholdersIn(locale: Locale): Readonly<Record<PersonalKind, string>> {
  let words = known.get(locale)
  if (!words) {
    words = {
      email: translate(say`[e-mail address]`, locale),
      phone: translate(say`[phone number]`, locale),
      'personal-number': translate(say`[personal identity number]`, locale),
    }
    known.set(locale, words)
  }
  return words
}
