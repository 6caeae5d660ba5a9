import type { Kysely } from 'kysely'
import { modelName, unpackWeights } from '#server/domain/text/training/model-bytes.ts'
import { TrainedAnalyzer } from '#server/domain/text/training/trained-analyzer.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Ctx } from '#server/domain/context.ts'
import { readLearntRow, readWeightsRow } from './learning/learnt-store.ts'
import type { LearntRow } from './learning/learnt-store.ts'
import type { JudgedQuestion } from './judgement-store.ts'
import { ProviderJudge } from './provider/provider-judge.ts'
import { readProviderRow } from './provider/provider-store.ts'
import { analyzerOf, asksFor, inputOf, judgementOf } from './survey-analyzer.ts'
import type { Judgement, SurveyAnalyzer } from './survey-analyzer.ts'
import { categoriesOf } from './survey-taxonomy.ts'

/** A comment to judge; `language` is the respondent's. */
export interface GivenComment {
  question: Question
  text: string
  language: string | null
}

/** What was found in a comment, and the name of what found it. */
interface Found {
  engine: string
  judgement: Judgement
}

/** What can judge the comments of a survey besides the word lists. */
interface Others {
  trained: TrainedAnalyzer | null
  provider: ProviderJudge | null
}

/**
 * Judges the comments of a survey: by the language model that the organisation has chosen, else by what was learnt from the ratings
 * where that is better, else by the word lists.
 */
export class SurveyJudge {
  /** The open questions whose comments are judged. */
  readonly questions: readonly Question[]
  /** Ids of the questions that ask neither for good nor for bad things alone. */
  readonly #open: ReadonlySet<number>
  readonly #words: SurveyAnalyzer
  readonly #trained: TrainedAnalyzer | null
  readonly #provider: ProviderJudge | null

  constructor(words: SurveyAnalyzer, { trained, provider }: Others) {
    this.questions = words.questions
    this.#open = new Set(words.questions.filter((question) => asksFor(question) === 'open').map(({ id }) => id))
    this.#words = words
    this.#trained = trained
    this.#provider = provider
  }

  /** Changes whenever the same comment to a question may be judged differently. */
  engineOf(question: Question): string {
    return this.#provider ? this.#nameOf('provider', this.#provider.version) : this.#ownEngineOf(question)
  }

  /** What judges the comments of the survey, as far as it can. */
  get engine(): string {
    const judged = this.questions.find((question) => this.#trainedFor(question)) ?? this.questions[0]
    return judged ? this.engineOf(judged) : this.#words.engine
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

  /** Judges one comment at once, by what the program has itself. */
  judge({ question, text, language }: GivenComment): Found {
    const trained = this.#trainedFor(question)
    const judgement = trained
      ? judgementOf(trained.analyseOne(inputOf(question, text, language)))
      : this.#words.judge(question, text, language)
    return { engine: this.#ownEngineOf(question), judgement }
  }

  /**
   * Judges comments, also by the language model; where it does not answer, what the program found stays. `pause` is awaited in each
   * step. Throws the signal's reason when it is aborted.
   */
  async judgeAll(
    ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
    comments: readonly GivenComment[],
    { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
  ): Promise<Found[]> {
    const found: Found[] = []
    for (const comment of comments) {
      await pause()
      found.push(this.judge(comment))
    }
    if (this.#provider) await this.#askProvider(ctx, this.#provider, comments, found, signal)
    return found
  }

  async #askProvider(
    ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
    provider: ProviderJudge,
    comments: readonly GivenComment[],
    found: Found[],
    signal: AbortSignal,
  ): Promise<void> {
    for (const question of this.questions) {
      // Of those that say nothing a model can say nothing either.
      const asked = comments.flatMap(({ question: { id }, text }, at) => {
        const own = found[at]
        return id === question.id && own && own.judgement.label !== null ? [{ at, text, found: own.judgement }] : []
      })
      const wording = inputOf(question, '', null).question ?? question.variable
      const judged = await provider.judge(ctx, wording, asked, signal)
      for (const [index, { at }] of asked.entries()) {
        const judgement = judged[index]
        if (judgement) found[at] = { engine: this.engineOf(question), judgement }
      }
    }
  }

  #ownEngineOf(question: Question): string {
    const trained = this.#trainedFor(question)
    return trained ? this.#nameOf(trained.id, trained.version) : this.#words.engine
  }

  #nameOf(id: string, version: string): string {
    return `${id} ${version} ${this.#words.taxonomy}`
  }

  /** Ratings say little of the answers to a question that asks for good or for bad things. */
  #trainedFor({ id }: Question): TrainedAnalyzer | null {
    return this.#open.has(id) ? this.#trained : null
  }
}

interface Kept {
  /** Names what was learnt and the language model. */
  of: string
  judge: SurveyJudge
}

const judges = new WeakMap<SurveyModel, Kept>()

/** What judges the comments of a survey now. */
export async function surveyJudge({ db }: { db: Kysely<Database> }, model: SurveyModel): Promise<SurveyJudge> {
  const [row, chosen] = await Promise.all([readLearntRow(db, model.id), readProviderRow(db, model.universeId)])
  const learnt = row && isUsed(model, row) ? row.learnt : null
  // Comments of an anonymous survey are shown to nobody, so nobody else gets them.
  const isAsked = chosen.isOn && (model.published ?? model).anonymity === null && model.anonymity === null
  const of = `${learnt} ${isAsked ? chosen.version : ''}`
  const known = judges.get(model)
  if (known?.of === of) return known.judge
  const words = analyzerOf(model)
  const trained = learnt === null ? null : await trainedAnalyzer(db, model.id, learnt, words)
  const categories = categoriesOf(model.config.taxonomy)
  const provider = isAsked ? new ProviderJudge(model.universeId, chosen, categories) : null
  const judge = new SurveyJudge(words, { trained, provider })
  if (learnt === null || trained) judges.set(model, { of, judge })
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
