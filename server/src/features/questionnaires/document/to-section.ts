import { locales } from '@gensvar/contract/local-text'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import { saidIn } from '../check/problems.ts'
import type { TextsByLanguage } from '../check/problems.ts'
import { choicesOf } from './known-names.ts'

/**
 * The section `questionnaire` of a configuration that asks what a document does, without what is as usual. `kept` has the
 * choices of questions that are stored and no longer offered. Questions without a name are left out.
 */
export function toSection(
  document: QuestionnaireDocument,
  kept: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const questions = document.questions.flatMap((question) => {
    const { variable, type, scale } = question
    if (variable === null) return []
    const asking = choicesOf(question).find(({ other }) => other !== null)
    const ends =
      type === 'scale' && scale
        ? { low: textOf(scale.minLabel), high: textOf(scale.maxLabel), descending: scale.descending || undefined }
        : {}
    const choice = asking && { choice: asking.extName, question: asking.other?.variable }
    return [
      written({
        question: variable,
        required: question.required || undefined,
        showIf: question.showIf.trim() || undefined,
        other: choice,
        page: question.page || undefined,
        help: textOf(question.help),
        ...ends,
        without: kept.get(variable),
      }),
    ]
  })
  return written({ ...pageSection(document), questions })
}

/** What of the section says the page around the questions. */
function pageSection(document: QuestionnaireDocument): Record<string, unknown> {
  const { review, brand, kioskReset, openLinks, privacyUrl, languages } = document
  return {
    languages,
    intro: textOf(document.intro),
    privacy: textOf(document.privacy),
    privacyUrl: privacyUrl || undefined,
    consent: textOf(document.consent),
    thanks: textOf(document.thanks),
    review: review ? written({ url: review.url, title: textOf(review.title) }) : undefined,
    openLinks,
    kiosk: kioskReset === usualKioskReset ? undefined : { resetAfter: kioskReset },
    brand:
      brand.colour || brand.logo
        ? written({ colour: brand.colour || undefined, logo: brand.logo || undefined })
        : undefined,
  }
}

/** Seconds until a kiosk begins anew where nothing else is said. */
const usualKioskReset = 30

/** A text with the languages that it is written in; undefined where it is in none. */
function textOf(texts: TextsByLanguage): TextsByLanguage | undefined {
  const said = textsOf(texts)
  return Object.keys(said).length === 0 ? undefined : said
}

/** Texts without the languages that have none. */
export function textsOf(texts: TextsByLanguage): Record<string, string> {
  return Object.fromEntries(
    locales.flatMap((language) => {
      const text = saidIn(texts, language)
      return text === '' ? [] : [[language, text]]
    }),
  )
}

/** An object without what is undefined. */
function written(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
