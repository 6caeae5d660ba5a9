import { createHash } from 'node:crypto'
import { localeOfTag } from '@gensvar/contract/local-text'
import type { CommentAnalysis, CommentInput, Label } from '#server/domain/text/analysis.ts'
import { LexiconAnalyzer } from '#server/domain/text/lexicon-analyzer.ts'
import { directionOf } from '#server/domain/text/question-direction.ts'
import type { QuestionDirection } from '#server/domain/text/question-direction.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { StoredCategory } from '#server/platform/db-comment-types.ts'
import { commentedQuestions } from './facets.ts'
import { taxonomiesOf, taxonomyVersion } from './survey-taxonomy.ts'

/** What is stored of an analysis. */
export interface Judgement extends Pick<CommentAnalysis, 'lang' | 'mixed' | 'score' | 'spans' | 'flags'> {
  /** Null for a comment that says nothing. */
  label: Label | null
  /** Those above a category are among them. */
  categories: StoredCategory[]
}

/** Judges the comments of one survey by the word lists, and by its own categories. */
export class SurveyAnalyzer {
  /** The open questions whose comments are judged. */
  readonly questions: readonly Question[]
  /** Changes whenever the word lists may judge the same comment differently. */
  readonly engine: string
  /** Changes whenever a comment may be put into other categories. */
  readonly taxonomy: string
  readonly lexicon: LexiconAnalyzer

  constructor(model: SurveyModel) {
    const { taxonomy } = model.config
    this.questions = commentedQuestions(model.questions, model.config)
    this.lexicon = new LexiconAnalyzer(taxonomiesOf(taxonomy))
    this.taxonomy = taxonomyVersion(taxonomy)
    this.engine = `${this.lexicon.id} ${this.lexicon.version} ${this.taxonomy}`
  }

  /** Judges one comment; `language` is the respondent's. */
  judge(question: Question, text: string, language: string | null): Judgement {
    return judgementOf(this.lexicon.analyseOne(inputOf(question, text, language)))
  }
}

/** A comment as analyzers get it, with the words of its question; `language` is the respondent's. */
export function inputOf(question: Question, text: string, language: string | null): CommentInput {
  const likely = localeOfTag(question.language) ?? localeOfTag(language)
  const wordings = wordingsOf(question)
  return { text, likelyLang: likely ?? undefined, question: (likely && wordings[likely]) || Object.values(wordings)[0] }
}

/** What is stored of an analysis. */
export function judgementOf(found: CommentAnalysis): Judgement {
  const saysNothing = found.label === 'neu' && found.flags.some((flag) => nothingSaid.has(flag))
  return { ...found, label: saysNothing ? null : found.label, categories: withThoseAbove(found.categories) }
}

/** What a question asks for, in any of its languages. */
export function asksFor(question: Question): QuestionDirection {
  return directionOf(Object.values(wordingsOf(question)).join(' '))
}

function wordingsOf({ wording, title }: Question): Question['wording'] {
  return [wording, title].find((texts) => Object.keys(texts).length > 0) ?? {}
}

const nothingSaid: ReadonlySet<string> = new Set(['empty', 'no-words', 'nothing-to-say'])
const analyzers = new WeakMap<SurveyModel, SurveyAnalyzer>()

/** The word lists of a survey. `surveyJudge` is what judges its comments. */
export function analyzerOf(model: SurveyModel): SurveyAnalyzer {
  let analyzer = analyzers.get(model)
  if (!analyzer) analyzers.set(model, (analyzer = new SurveyAnalyzer(model)))
  return analyzer
}

/** Tells whether a comment was changed since it was judged. The database makes the same of it. */
export function hashOf(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** Categories with those above them: one that is not spoken of by words of its own says what those below it say together. */
export function withThoseAbove(
  found: readonly { id: string; label: Label; spans: StoredCategory['spans'] }[],
): StoredCategory[] {
  const all = new Map<string, StoredCategory>()
  for (const { id, label, spans } of found) all.set(id, { id, label, spans })
  for (const { id } of found) {
    const above = id.split('/').slice(0, -1)
    for (let depth = above.length; depth > 0; depth--) {
      const parent = above.slice(0, depth).join('/')
      if (found.some((one) => one.id === parent)) continue
      const below = found.filter((one) => one.id.startsWith(`${parent}/`))
      all.set(parent, { id: parent, label: together(below), spans: below.flatMap(({ spans }) => spans) })
    }
  }
  return [...all.values()]
}

function together(below: readonly { label: Label }[]): Label {
  const says = (label: Label): boolean => below.some((one) => one.label === label)
  if (says('pos') === says('neg')) return 'neu'
  return says('pos') ? 'pos' : 'neg'
}
