import { commentFacets, commentQuestionsOf, facetName } from '@gensvar/contract/comment-questions'
import type { CommentFacet } from '@gensvar/contract/comment-questions'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { sentiments } from '@gensvar/contract/entities/text-analytics'
import type { Sentiment } from '@gensvar/contract/entities/text-analytics'
import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { Choice, Question } from '#server/domain/survey/survey-model.ts'
import { categoriesOf } from './survey-taxonomy.ts'

/** Names of sentiments, as choices and headings have them. */
export const sentimentTitles: Readonly<Record<Sentiment, Record<Locale, string>>> = {
  positive: { en: 'Positive', sv: 'Positiva', no: 'Positive', da: 'Positive', fi: 'Myönteiset' },
  negative: { en: 'Negative', sv: 'Negativa', no: 'Negative', da: 'Negative', fi: 'Kielteiset' },
  neutral: { en: 'Neutral', sv: 'Neutrala', no: 'Nøytrale', da: 'Neutrale', fi: 'Neutraalit' },
}

const facetTitles: Readonly<Record<CommentFacet, Record<Locale, string>>> = {
  sentiment: { en: 'Sentiment', sv: 'Tonläge', no: 'Tone', da: 'Tone', fi: 'Sävy' },
  category: { en: 'Category', sv: 'Kategori', no: 'Kategori', da: 'Kategori', fi: 'Luokka' },
  positive: {
    en: 'Positive about',
    sv: 'Positiva om',
    no: 'Positive om',
    da: 'Positive om',
    fi: 'Myönteistä luokasta',
  },
  negative: {
    en: 'Negative about',
    sv: 'Negativa om',
    no: 'Negative om',
    da: 'Negative om',
    fi: 'Kielteistä luokasta',
  },
  neutral: { en: 'Neutral about', sv: 'Neutrala om', no: 'Nøytrale om', da: 'Neutrale om', fi: 'Neutraalia luokasta' },
}

/** The open questions of a survey whose comments are judged, in the survey's order. */
export function commentedQuestions(
  questions: ReadonlyMap<string, Question>,
  config: Pick<SurveyConfig, 'interview' | 'pages'>,
): Question[] {
  const names = commentQuestionsOf(config)
  return [...questions.values()].filter(({ variable, type }) => type === 'text' && names.has(variable))
}

/** What can be asked of the comments of a survey, by name. */
export function facetsOf(
  questions: ReadonlyMap<string, Question>,
  config: Pick<SurveyConfig, 'interview' | 'pages' | 'taxonomy'>,
): ReadonlyMap<string, Question> {
  const commented = commentedQuestions(questions, config)
  if (commented.length === 0) return new Map()
  const tones = sentiments.map((extName, index) => ({ extName, code: index + 1, title: sentimentTitles[extName] }))
  const categories = categoriesOf(config.taxonomy).map(({ id, title }, index) => ({
    extName: id,
    code: index + 1,
    title,
  }))
  const facets = commented.flatMap((question) =>
    commentFacets.map((kind) => facetOf(question, kind, kind === 'sentiment' ? tones : categories)),
  )
  return new Map(facets.map((facet) => [facet.variable, facet]))
}

function facetOf(question: Question, kind: CommentFacet, choices: readonly Choice[]): Question {
  const title = Object.fromEntries(
    locales.map((locale) => {
      const of = question.title[locale] ?? question.title['en'] ?? question.variable
      return [locale, `${facetTitles[kind][locale]}: ${of}`]
    }),
  )
  return {
    id: question.id,
    variable: facetName(kind, question.variable),
    type: kind === 'sentiment' ? 'single' : 'multiple',
    title,
    wording: title,
    choices,
    choiceByName: new Map(choices.map((choice) => [choice.extName, choice])),
    choiceByCode: new Map(choices.map((choice) => [choice.code, choice])),
    scaleMin: null,
    scaleMax: null,
    language: null,
    filterable: true,
    anonymizable: false,
    group: null,
    features: {},
    format: {},
    facet: { of: question.id, kind },
  }
}
