import type { FilterOption } from '@gensvar/contract/entities/survey'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { Question } from '#server/domain/survey/survey-model.ts'

/**
 * Choices of a question whose title or name holds a text, without regard to case; those that begin with it first.
 * `seen` limits them to answers the user may see. `total` counts all matches; at most `most` are returned.
 */
export function matchingOptions(
  question: Question,
  seen: ReadonlySet<string> | null,
  text: string,
  locale: Locale,
  most: number,
): { options: FilterOption[]; total: number } {
  const wanted = text.trim().toLocaleLowerCase(locale)
  const found = question.choices
    .filter((choice) => seen === null || seen.has(choice.extName))
    .map((choice) => ({ choice, title: pickText(choice.title, locale) || choice.extName }))
    .map(({ choice, title }) => {
      const places = [title, choice.extName].map((name) => name.toLocaleLowerCase(locale).indexOf(wanted))
      return { choice, title, at: Math.min(...places.filter((place) => place >= 0), Infinity) }
    })
    .filter(({ at }) => at !== Infinity)
    .sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || a.title.localeCompare(b.title, locale))
  return {
    options: found.slice(0, most).map(({ choice, title }) => ({ extName: choice.extName, title })),
    total: found.length,
  }
}
