import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import { choicesOf } from '../document/known-names.ts'
import { languageNames } from './language-names.ts'
import { comparable, saidIn } from './problems.ts'
import type { Problems, TextsByLanguage } from './problems.ts'

/** A text of a document: needed ones have to be there, the others in all languages or none. */
interface Place {
  path: string
  texts: TextsByLanguage
  missing?: Words
}

/** Checks that what respondents read is written in every language of the questionnaire, and that nothing is asked twice. */
export function checkTexts(problems: Problems, document: QuestionnaireDocument): void {
  const [main] = document.languages
  if (!main) return
  for (const { path, texts, missing } of placesOf(document)) {
    const isWritten = document.languages.some((language) => saidIn(texts, language) !== '')
    if (!isWritten && !missing) continue
    for (const language of document.languages) {
      if (saidIn(texts, language) !== '') continue
      const words = language === main && missing ? missing : say`It is not written in ${languageNames[language]} yet.`
      problems.error(`${path}.${language}`, words)
    }
  }
  checkTwice(problems, document)
}

function* placesOf(document: QuestionnaireDocument): Generator<Place> {
  for (const [at, question] of document.questions.entries()) {
    const path = `questions.${at}`
    yield { path: `${path}.wording`, texts: question.wording, missing: say`Write the question.` }
    yield { path: `${path}.title`, texts: question.title }
    yield { path: `${path}.help`, texts: question.help }
    if (question.type === 'scale' && question.scale) {
      yield { path: `${path}.scale.minLabel`, texts: question.scale.minLabel }
      yield { path: `${path}.scale.maxLabel`, texts: question.scale.maxLabel }
    }
    for (const [place, choice] of choicesOf(question).entries()) {
      const here = `${path}.choices.${place}`
      yield { path: `${here}.title`, texts: choice.title, missing: say`Write the choice.` }
      if (choice.other)
        yield { path: `${here}.other.wording`, texts: choice.other.wording, missing: say`Write the question.` }
    }
  }
  for (const name of ['intro', 'privacy', 'consent', 'thanks'] as const) yield { path: name, texts: document[name] }
  if (document.review) yield { path: 'review.title', texts: document.review.title }
}

/** Questions that read the same are hinted at once, in the first language in which they do. */
function checkTwice(problems: Problems, { languages, questions }: QuestionnaireDocument): void {
  const told = new Set<number>()
  for (const language of languages) {
    const first = new Map<string, number>()
    for (const [at, { wording }] of questions.entries()) {
      const text = comparable(saidIn(wording, language))
      if (text === '') continue
      const before = first.get(text)
      if (before === undefined) first.set(text, at)
      else if (!told.has(at)) {
        told.add(at)
        problems.hint(`questions.${at}.wording.${language}`, say`Question ${before + 1} asks the same.`)
      }
    }
  }
}
