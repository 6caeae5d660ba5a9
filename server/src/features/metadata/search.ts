import { mostFoundQuestions } from '@gensvar/contract/metadata'
import type { Kysely } from 'kysely'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { readMetadata } from './store.ts'
import type { ChoiceRow, GroupRow, QuestionRow } from './store.ts'

/** A question with all its choices, and its texts as they are searched. */
interface Indexed {
  question: QuestionRow
  choices: ChoiceRow[]
  /** Its variable, in small letters. */
  name: string
  /** Its titles and names, in small letters. */
  title: string
  /** Everything that it is found by. */
  all: string
}

/** The metadata of one version of a survey, ready to be searched. */
export interface MetadataIndex {
  groups: readonly GroupRow[]
  questions: readonly Indexed[]
}

const indexes = new WeakMap<SurveyModel, Promise<MetadataIndex>>()

/** The metadata of a compiled survey; read once per version, which every change of metadata raises. */
export function indexOf(db: Kysely<Database>, model: SurveyModel): Promise<MetadataIndex> {
  let index = indexes.get(model)
  if (!index) {
    index = makeIndex(db, model.id)
    indexes.set(model, index)
    index.catch(() => indexes.delete(model))
  }
  return index
}

async function makeIndex(db: Kysely<Database>, surveyId: number): Promise<MetadataIndex> {
  const { groups, questions, choices } = await readMetadata(db, surveyId)
  const choicesOf = Map.groupBy(choices, ({ questionId }) => questionId)
  const groupOf = new Map(groups.map((group) => [group.extName, group]))
  return {
    groups,
    questions: questions.map((question) => {
      const own = choicesOf.get(question.id) ?? []
      const group = groupOf.get(question.group)
      const title = folded([question.variable, question.foreignName, ...Object.values(question.title)])
      const rest = [
        ...Object.values(question.question),
        question.group,
        ...Object.values(group?.name ?? {}),
        ...own.flatMap((choice) => [choice.extName, ...Object.values(choice.title)]),
      ]
      return { question, choices: own, name: fold(question.variable), title, all: `${title}\n${folded(rest)}` }
    }),
  }
}

/** A page of the questions that hold all words of a text, those named by it first; and how many there are. */
export function findQuestions(
  { questions }: MetadataIndex,
  { text, group, rowFrom }: { text: string; group?: string | undefined; rowFrom: number },
): { found: Indexed[]; total: number } {
  const wanted = fold(text.trim())
  const words = wanted.split(/\s+/).filter((word) => word !== '')
  const all = questions.filter(
    ({ question, all: texts }) =>
      (group === undefined || question.group === group) && words.every((word) => texts.includes(word)),
  )
  const ranked =
    words.length === 0 ? all : all.toSorted((one, other) => rankOf(one, wanted, words) - rankOf(other, wanted, words))
  return { found: ranked.slice(rowFrom, rowFrom + mostFoundQuestions), total: all.length }
}

/** Choices that a search is for come first; the others follow in their order. */
export function choicesFor(choices: readonly ChoiceRow[], text: string): readonly ChoiceRow[] {
  const words = fold(text.trim())
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return choices
  const isMeant = ({ extName, title }: ChoiceRow): boolean => {
    const own = folded([extName, ...Object.values(title)])
    return words.some((word) => own.includes(word))
  }
  const meant = new Set(choices.filter(isMeant))
  return [...meant, ...choices.filter((choice) => !meant.has(choice))]
}

/** How well a question is meant: 0 by its variable, 4 by any of its other texts. */
function rankOf({ name, title }: Indexed, wanted: string, words: readonly string[]): number {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (title.includes(wanted)) return 2
  return words.every((word) => title.includes(word)) ? 3 : 4
}

function folded(texts: readonly string[]): string {
  return fold(texts.join('\n'))
}

/** Small letters without accents, so that "Förslag" is found by "forslag". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
