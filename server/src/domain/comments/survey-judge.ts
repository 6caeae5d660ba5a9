import type { Kysely } from 'kysely'
import { modelName, unpackWeights } from '#server/domain/text/training/model-bytes.ts'
import { TrainedAnalyzer } from '#server/domain/text/training/trained-analyzer.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { readLearntRow, readWeightsRow } from './learning/learnt-store.ts'
import type { LearntRow } from './learning/learnt-store.ts'
import type { JudgedQuestion } from './judgement-store.ts'
import { analyzerOf, asksFor, inputOf, judgementOf } from './survey-analyzer.ts'
import type { Judgement, SurveyAnalyzer } from './survey-analyzer.ts'

/** A comment to judge; `language` is the respondent's. */
export interface GivenComment {
  question: Question
  text: string
  language: string | null
}

/** Judges the comments of a survey: by the word lists, or by what was learnt from its ratings where that is better. */
export class SurveyJudge {
  /** The open questions whose comments are judged. */
  readonly questions: readonly Question[]
  readonly #words: SurveyAnalyzer
  readonly #trained: TrainedAnalyzer | null

  constructor(words: SurveyAnalyzer, trained: TrainedAnalyzer | null) {
    this.questions = words.questions
    this.#words = words
    this.#trained = trained
  }

  /** Changes whenever the same comment to a question may be judged differently. */
  engineOf(question: Question): string {
    const trained = this.#trainedFor(question)
    return trained ? this.#nameOf(trained) : this.#words.engine
  }

  /** What judges the comments of the survey, as far as it can. */
  get engine(): string {
    return this.#trained && this.questions.some((question) => this.#trainedFor(question))
      ? this.#nameOf(this.#trained)
      : this.#words.engine
  }

  /** The questions with what would judge the comments to each. */
  get enginesByQuestion(): JudgedQuestion[] {
    return this.questions.map((question) => ({
      id: question.id,
      variable: question.variable,
      engine: this.engineOf(question),
    }))
  }

  /** With what all comments of the survey were judged, once they are. */
  get key(): string {
    const engines = this.enginesByQuestion.toSorted((a, b) => a.id - b.id)
    return engines.map(({ id, engine }) => `${id} ${engine}`).join(',')
  }

  /** Judges one comment. */
  judge({ question, text, language }: GivenComment): Judgement {
    const trained = this.#trainedFor(question)
    return trained
      ? judgementOf(trained.analyseOne(inputOf(question, text, language)))
      : this.#words.judge(question, text, language)
  }

  #nameOf({ id, version }: TrainedAnalyzer): string {
    return `${id} ${version} ${this.#words.taxonomy}`
  }

  /** Ratings say little of the answers to a question that asks for good or for bad things. */
  #trainedFor(question: Question): TrainedAnalyzer | null {
    return asksFor(question) === 'open' ? this.#trained : null
  }
}

interface Kept {
  learnt: string | null
  judge: SurveyJudge
}

const judges = new WeakMap<SurveyModel, Kept>()

/** What judges the comments of a survey now. */
export async function surveyJudge({ db }: { db: Kysely<Database> }, model: SurveyModel): Promise<SurveyJudge> {
  const row = await readLearntRow(db, model.id)
  const learnt = row && isUsed(model, row) ? row.learnt : null
  const known = judges.get(model)
  if (known?.learnt === learnt) return known.judge
  const words = analyzerOf(model)
  const trained = learnt === null ? null : await trainedAnalyzer(db, model.id, learnt, words)
  const judge = new SurveyJudge(words, trained)
  judges.set(model, { learnt: trained && learnt, judge })
  return judge
}

/**
 * Whether a survey's comments are judged by what was learnt: it told more of the comments kept apart rightly than the word lists
 * of this version. Never in an anonymous survey.
 */
export function isUsed(model: SurveyModel, row: LearntRow): boolean {
  const { lexicon } = analyzerOf(model)
  return (
    row.learnt !== null &&
    (model.published ?? model).anonymity === null &&
    row.lexicon_version === lexicon.version &&
    row.learnt_share > row.lexicon_share
  )
}

async function trainedAnalyzer(
  db: Kysely<Database>,
  surveyId: number,
  learnt: string,
  { lexicon }: SurveyAnalyzer,
): Promise<TrainedAnalyzer | null> {
  const row = await readWeightsRow(db, surveyId, learnt)
  if (!row?.weights) return null
  const model = { weights: await unpackWeights(row.weights), bias: row.bias }
  if (modelName(model) !== learnt) throw new Error(`What was learnt from survey ${surveyId} is damaged`)
  return new TrainedAnalyzer(model, lexicon)
}
