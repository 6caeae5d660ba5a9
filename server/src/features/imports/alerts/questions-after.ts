import type { Kysely } from 'kysely'
import type { AskedQuestions } from '#server/domain/scripts/host.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { ChoiceBook } from '../load/choice-book.ts'
import { choiceTitle } from '../load/load-rows.ts'
import { rowReader } from '../load/row-reader.ts'
import { questionOf, texts } from '../metadata/write-metadata.ts'
import type { ReadOptions } from '../tables/table.ts'
import type { TriedImport } from './tried-import.ts'

/** The questions of a survey as an import would leave them. Nothing is written; the file is read once more. */
export async function questionsAfter(
  db: Kysely<Database>,
  tried: TriedImport,
  { signal }: Pick<ReadOptions, 'signal'>,
): Promise<AskedQuestions> {
  const { table, plan, target } = tried
  const locale = target.universe?.defaultLocale ?? 'en'
  const known = target.existing ? (await loadSurveyModelById({ db }, target.existing.id)).questions : new Map()
  const questions: AskedQuestions['questions'] = known
  const codes = [...questions.values()].map(
    ({ variable, choices }) => [variable, new Map(choices.map(({ extName }, at) => [extName, at]))] as const,
  )
  const book = new ChoiceBook(plan, new Map(codes))
  const reader = rowReader(plan, tried)
  for await (const batch of table.rows({ signal })) for (const row of batch) book.add(reader.read(row))
  const fresh = book.fresh()
  const after = plan.columns.map((column) => {
    const { variable, settings } = column
    const before = questions.get(variable)
    const made = questionOf(column, locale)
    const kept = (before?.choices ?? made.choices ?? []).map(({ extName, title }) => {
      const given = settings?.choices?.[extName]
      return { extName, title: given === undefined ? title : texts(given, locale) }
    })
    const added = (fresh.get(variable) ?? []).map(({ extName }) => ({
      extName,
      title: choiceTitle(column, extName, locale),
    }))
    const title = before && settings?.title === undefined ? before.title : (made.title ?? {})
    const type = before?.type ?? made.type
    return [variable, { variable, type, title, choices: [...kept, ...added] }] as const
  })
  return { questions: new Map([...questions, ...after]) }
}
