import { maxSuggestions } from '@gensvar/contract/samples'
import { fieldValue } from '#server/domain/cases/case-query.ts'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { choiceText } from '#server/domain/cases/case-text.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import { fromAlerts, whereAlerts } from './alert-query.ts'
import type { AlertSelection } from './alert-query.ts'
import { titleOfRule } from './alert-rule.ts'

/** Alerts that are read: the same text may be in many. */
const mostRead = 200

/**
 * Texts of alerts that their search would find a term in, at most ten, those that begin with it first: of the searched
 * fields, of the titles of their rules and of their owners' names.
 */
export async function suggestAlertTexts(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { textIn = [], ...selection }: AlertSelection,
  term: string,
): Promise<string[]> {
  if (term === '') return []
  const { locale } = selection
  const where = await whereAlerts(deps, model, scope, { ...selection, text: term, textIn })
  const columns = textIn.map((name) => portableSql`, ${fieldValue(model, name)}`)
  const values = columns.reduce((all, one) => portableSql`${all}${one}`, portableSql`null::jsonb`)
  const rows = await limitedQuery<{ rule: string; owner: string | null; fields: unknown[] }>(
    deps.pool,
    portableSql`
      select a.rule, coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.username) as owner,
             jsonb_build_array(${values}) as fields
        from ${fromAlerts(where, values)} where ${where} limit ${integer(mostRead)}`,
    deps.work,
  )
  const wanted = term.toLowerCase()
  const texts = rows.flatMap(({ rule, owner, fields: [, ...fields] }) => [
    titleOfRule(model, rule, locale),
    owner ?? '',
    ...textIn.flatMap((name, at) => textsOf(model, name, fields[at], locale)),
  ])
  const begins = (text: string): boolean => text.toLowerCase().startsWith(wanted)
  return [...new Set(texts.filter((text) => text.toLowerCase().includes(wanted)))]
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || a.localeCompare(b, locale))
    .slice(0, maxSuggestions)
}

function textsOf(model: SurveyModel, name: string, value: unknown, locale: AlertSelection['locale']): string[] {
  const question = model.questions.get(name)
  return [value]
    .flat()
    .filter((text) => typeof text === 'string')
    .map((text) => (question && question.choices.length > 0 ? choiceText(question, text, locale) : text))
}
