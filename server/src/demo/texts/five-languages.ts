import type { NewChoice } from '#server/domain/build/questions.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'

/** Parses `English | Swedish | Norwegian | Danish | Finnish`, a short way to write a text in five languages. */
export function inFiveLanguages(line: string): Texts {
  const [en, sv, no, da, fi, ...more] = line.split(' | ')
  if (!en || !sv || !no || !da || !fi || more.length > 0) throw new Error(`Not a title in five languages: ${line}`)
  return { en, sv, no, da, fi }
}

/** Choices from `{extName: 'English | Swedish | …'}`. */
export function choicesOf(titles: Readonly<Record<string, string>>): NewChoice[] {
  return Object.entries(titles).map(([extName, line]) => ({ extName, title: inFiveLanguages(line) }))
}
