import type { CommentFacet } from '@gensvar/contract/comment-questions'
import type { HookName } from '@gensvar/contract/script-types/index'
import type { AnonymityConfig, SurveyConfig } from '@gensvar/contract/configuration/survey-config'

/** A text per language code, as stored. */
export type Texts = Readonly<Record<string, string>>

/** Types of questions, by their answers. */
export type QuestionType = 'scale' | 'single' | 'multiple' | 'numeric' | 'date' | 'text'

/** An answer that can be chosen. The analytics store holds its `code`. */
export interface Choice {
  extName: string
  code: number
  title: Texts
}

/** A question of a survey. Choices keep the survey's order. */
export interface Question {
  id: number
  variable: string
  type: QuestionType
  title: Texts
  /** The wording the respondent saw. */
  wording: Texts
  choices: readonly Choice[]
  choiceByName: ReadonlyMap<string, Choice>
  choiceByCode: ReadonlyMap<number, Choice>
  /** Ends of a scale; null for other types. */
  scaleMin: number | null
  scaleMax: number | null
  /** Language of an open answer where it does not depend on the respondent. */
  language: string | null
  filterable: boolean
  anonymizable: boolean
  /** Ext name of the question's group in the metadata; null without one. */
  group: string | null
  features: Readonly<Record<string, unknown>>
  format: Readonly<Record<string, unknown>>
  /** Of a facet: the question whose comments it is about, and what it asks of them. */
  facet?: { of: number; kind: CommentFacet }
}

/** A hierarchy of units. `levels` are variables of single-choice questions, from the top. */
export interface View {
  id: number
  extName: string
  title: Texts
  levels: readonly string[]
}

/** The part of a survey that determines the tables of its answers. */
export interface SurveyShape {
  id: number
  /** Rises with every change of metadata, configuration or units. */
  version: number
  /** Questions by variable, in the survey's order. */
  questions: ReadonlyMap<string, Question>
  /** What can be asked of the comments, by name, as if it were a question; nobody answers it. See `askedQuestion`. */
  facets?: ReadonlyMap<string, Question>
  /** The first one is the default view. */
  views: readonly View[]
  /** The weights in force; null where answers count alike. */
  weights?: ResponseWeights | null
}

/** How much responses count, by their answers to some single-choice questions together. */
export interface ResponseWeights {
  /** Variables of the questions. */
  questions: readonly string[]
  /** The weight of each combination of answers, by `cellKey` in the order of the questions; of all others it is 1. */
  cells: ReadonlyMap<string, number>
}

/** A script that the product calls by itself. */
export interface HookScript {
  id: number
  type: HookName
  extName: string
  version: number
  text: string
}

/** A compiled survey: metadata, views and the configuration in force. Never changed after it is made. */
export interface SurveyModel extends SurveyShape {
  universeId: number
  universeName: string
  extName: string
  title: Texts
  /** IANA name; what "today" means in this survey. */
  timeZone: string
  disabled: boolean
  samplesOpen: boolean
  organisationName: string
  /** The user who made it in the product; null where a command did. */
  authorId: number | null
  config: SurveyConfig
  /** The enabled scripts that the product calls for this survey: its own first, then its universe's, then global ones. */
  hooks: readonly HookScript[]
  /** The rules of an anonymous survey as configured; null in a named one. */
  anonymity: AnonymityConfig | null
  /** The published survey, in the model of a draft: what protects answers comes from it. Left out of any other model. */
  published?: SurveyModel
}
