import { isLocale, locales } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import type { AskedQuestionConfig } from '@gensvar/contract/configuration/questionnaire'
import { mostQuestions } from '@gensvar/contract/configuration/questionnaire'
import { mostChoices, scaleDirections } from '@gensvar/contract/questionnaire-document'
import type {
  DocumentChoice,
  DocumentQuestion,
  DocumentScale,
  QuestionnaireDocument,
} from '@gensvar/contract/questionnaire-document'
import { askedByDefault } from '#server/domain/questionnaire/asked-questions.ts'
import type { Question, SurveyModel, Texts } from '#server/domain/survey/survey-model.ts'
import type { TextsByLanguage } from '../check/problems.ts'
import { titleOf } from './to-questions.ts'

/**
 * What a survey asks by now, as a document. Its languages are those of its questionnaire; else those that its questions are
 * worded in, `own` first.
 */
export function readDocument(model: SurveyModel, own: Locale): QuestionnaireDocument {
  const { questionnaire } = model.config
  const asked =
    questionnaire.questions.length > 0
      ? questionnaire.questions
      : usualQuestions(model).map(({ variable }) => plain(variable))
  const questions = asked.flatMap((one) => model.questions.get(one.question) ?? [])
  const languages = questionnaire.languages.length > 0 ? questionnaire.languages : languagesOf(questions, own)
  const texts = (text: LocalText | undefined): TextsByLanguage => textsIn(text, languages)
  const { review, brand } = questionnaire
  return {
    languages: [...languages],
    questions: asked.flatMap((one) => {
      const question = model.questions.get(one.question)
      return question ? [questionOf(question, one, { model, languages })] : []
    }),
    intro: texts(questionnaire.intro),
    privacy: texts(questionnaire.privacy),
    consent: texts(questionnaire.consent),
    thanks: texts(questionnaire.thanks),
    privacyUrl: questionnaire.privacyUrl ?? '',
    review: review ? { url: review.url, title: texts(review.title) } : null,
    openLinks: questionnaire.openLinks,
    kioskReset: questionnaire.kiosk.resetAfter,
    brand: { colour: brand.colour ?? '', logo: brand.logo ?? '' },
  }
}

/** The questions of a survey that a document does not ask, as they can be put back into it. */
export function unaskedQuestions(
  model: SurveyModel,
  { languages }: QuestionnaireDocument,
  names: ReadonlySet<string>,
): DocumentQuestion[] {
  const others = new Set(model.config.questionnaire.questions.flatMap(({ other }) => other?.question ?? []))
  return usualQuestions(model)
    .filter(({ variable }) => !names.has(variable) && !others.has(variable))
    .map((question) => questionOf(question, plain(question.variable), { model, languages }))
}

/** The questions of a survey that a respondent is there to answer, as far as a document can hold them. */
function usualQuestions(model: SurveyModel): Question[] {
  return askedByDefault(model)
    .filter(({ choices }) => choices.length <= mostChoices)
    .slice(0, mostQuestions)
}

function plain(question: string): AskedQuestionConfig {
  return { question, required: false, page: false, descending: false, without: [] }
}

function languagesOf(questions: readonly Question[], own: Locale): Locale[] {
  const worded = locales.filter((locale) =>
    questions.every(({ wording, title }) => (wording[locale] ?? title[locale] ?? '') !== ''),
  )
  return questions.length === 0 || worded.length === 0 ? [own] : [own, ...worded].filter(isFirst)
}

function isFirst<T>(one: T, at: number, all: readonly T[]): boolean {
  return all.indexOf(one) === at
}

function questionOf(
  question: Question,
  asked: AskedQuestionConfig,
  at: { model: SurveyModel; languages: readonly Locale[] },
): DocumentQuestion {
  const { variable, type } = question
  const texts = (text: LocalText | undefined): TextsByLanguage => textsIn(text, at.languages)
  const wording = writtenIn(question.wording)
  const words = Object.keys(wording).length > 0 ? wording : writtenIn(question.title)
  const title = writtenIn(question.title)
  return {
    variable,
    type,
    wording: words,
    title: isSame(title, titleOf({ title: {}, wording: words })) ? {} : title,
    help: texts(asked.help),
    scale: type === 'scale' ? scaleOf(question, asked, texts) : null,
    choices: type === 'single' || type === 'multiple' ? choicesOf(question, asked, at.model) : [],
    required: asked.required,
    showIf: asked.showIf ?? '',
    page: asked.page,
  }
}

function scaleOf(
  question: Question,
  asked: AskedQuestionConfig,
  texts: (text: LocalText | undefined) => TextsByLanguage,
): DocumentScale {
  const [min, max] = [Math.round(question.scaleMin ?? 1), Math.round(question.scaleMax ?? 5)]
  const direction = scaleDirections.find((one) => one === question.features['direction']) ?? 'high'
  return {
    min,
    max,
    minLabel: asked.low === undefined ? stepText(question, min) : texts(asked.low),
    maxLabel: asked.high === undefined ? stepText(question, max) : texts(asked.high),
    direction,
    descending: asked.descending,
  }
}

/** What a step of a scale is called, where that is more than its number. */
function stepText(question: Question, step: number): TextsByLanguage {
  const title = writtenIn(question.choiceByName.get(String(step))?.title ?? {})
  return Object.values(title).every((text) => text === String(step)) ? {} : title
}

function choicesOf(
  { choices }: Question,
  { other, without }: AskedQuestionConfig,
  model: SurveyModel,
): DocumentChoice[] {
  return choices
    .filter(({ extName }) => !without.includes(extName))
    .map(({ extName, title }) => {
      const more = other?.choice === extName ? model.questions.get(other.question) : undefined
      return {
        extName,
        title: writtenIn(title),
        other: more ? { variable: more.variable, wording: writtenIn(more.wording) } : null,
      }
    })
}

/** A text of a configuration by language: one that is the same everywhere is so in each. */
function textsIn(text: LocalText | undefined, languages: readonly Locale[]): TextsByLanguage {
  if (text === undefined) return {}
  return typeof text === 'string' ? Object.fromEntries(languages.map((language) => [language, text])) : { ...text }
}

function writtenIn(texts: Texts): TextsByLanguage {
  return Object.fromEntries(Object.entries(texts).filter(([language, text]) => isLocale(language) && text !== ''))
}

function isSame(one: TextsByLanguage, other: TextsByLanguage): boolean {
  return locales.every((locale) => (one[locale] ?? '') === (other[locale] ?? ''))
}
