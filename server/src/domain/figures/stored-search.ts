import { choicesNamed } from '#server/domain/conditions/choices-named.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { ident, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { ColumnSource } from './rows/column-source.ts'
import { demandToSql } from './rows/row-demand.ts'
import { textTable } from './store/tables.ts'
import { contactTexts, ofAlertColumn } from './store/text-columns.ts'

/** The question ids that the table of texts has for variables and fields of the contact. */
export function textsOf({ questions }: Pick<SurveyModel, 'questions'>, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const question = questions.get(name)
    if (question) return question.type === 'text' ? [question.id] : []
    const found = Object.entries(contactTexts).find(([field]) => field === name)
    return found ? [found[1]] : []
  })
}

/** A row of the table of texts is of a response with an alert. */
export const isOfAlert = portableSql`${ident(ofAlertColumn)} = 1`

/** A row of the table of texts contains a term. */
export function holds(term: string): Fragment {
  return portableSql`position(${term.toLowerCase()} in lowered) > 0`
}

/** What finds a text: a statement for the ids of responses with a text that contains it, and choices that do. */
interface TextSearch {
  /** Null where no texts are searched. */
  written: Fragment | null
  /** Conditions on responses. */
  chosen: Fragment[]
}

/**
 * Looks for a text among these variables and fields of the contact. `withAlert` where only responses with an alert are asked
 * for.
 */
export function searchText(
  source: ColumnSource,
  text: string,
  names: readonly string[],
  withAlert = false,
): TextSearch {
  const { survey } = source
  const texts = textsOf(survey, names)
  const chosen = names.flatMap((name) => {
    const question = survey.questions.get(name)
    const named = question ? choicesNamed(question, text) : []
    return question && named.length > 0 ? [demandToSql(source.isOneOf(question, named))] : []
  })
  if (texts.length === 0) return { written: null, chosen }
  const written = portableSql`
    select response_id from ${ident(textTable(survey.id))}
     where ${withAlert ? isOfAlert : portableSql`true`} and question_id in (${join(texts.map(integer))}) and ${holds(text)}`
  return { written, chosen }
}

/** A response has a text or a choice that contains a term; asked for as `searchText`. */
export function containsText(...asked: Parameters<typeof searchText>): Fragment {
  const { written, chosen } = searchText(...asked)
  return or([...(written ? [portableSql`id in (${written})`] : []), ...chosen])
}

/** The codes of a question's choices as PostgreSQL sorts them: by the bytes of the names in lower case. */
export function byName({ choices }: Pick<Question, 'choices'>): number[] {
  return choices
    .map(({ extName, code }) => ({ code, name: Buffer.from(extName.toLowerCase()) }))
    .toSorted((a, b) => Buffer.compare(a.name, b.name))
    .map(({ code }) => code)
}
