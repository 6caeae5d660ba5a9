import { maxSuggestions } from '@gensvar/contract/samples'
import { fieldValue } from '#server/domain/cases/case-query.ts'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { choiceText } from '#server/domain/cases/case-text.ts'
import { shownTexts } from '#server/domain/cases/shown-case.ts'
import { whileUpToDate } from '#server/domain/cases/while-up-to-date.ts'
import type { Ctx } from '#server/domain/context.ts'
import { StoredAlerts } from '#server/domain/figures/stored-alerts.ts'
import { StoredList } from '#server/domain/figures/stored-list.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import { fromAlerts, ownerText, rulesTitled, whereAlerts } from './alert-query.ts'
import type { AlertSelection } from './alert-query.ts'
import { titleOfRule } from './alert-rule.ts'
import { openStoredAlerts, ownersOf } from './list-many-alerts.ts'

/** Alerts, or texts, that are read: the same text may be in many. */
const mostRead = 200

/** Whose texts are suggested, and the fields they may be in. */
type Suggested = Pick<AlertSelection, 'conditions' | 'locale'> & { textIn: readonly string[] }

/**
 * Texts of alerts that their search would find a term in, at most ten, those that begin with it first: of the searched
 * fields, of the titles of their rules and of their owners' names.
 */
export async function suggestAlertTexts(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, locale, textIn = [] }: Pick<AlertSelection, 'conditions' | 'locale' | 'textIn'>,
  term: string,
): Promise<string[]> {
  if (term === '') return []
  const asked = { conditions, locale, textIn }
  const stored = await whileUpToDate(deps, model.id, () => foundInStore(deps, model, scope, asked, term))
  const texts = stored ?? (await foundInRows(deps, model, scope, asked, term))
  const wanted = term.toLowerCase()
  const begins = (text: string): boolean => text.toLowerCase().startsWith(wanted)
  return [...new Set(shownTexts(scope, texts).filter((text) => text.toLowerCase().includes(wanted)))]
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || a.localeCompare(b, locale))
    .slice(0, maxSuggestions)
}

async function foundInStore(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, locale, textIn }: Suggested,
  term: string,
): Promise<string[]> {
  const all = { conditions, locale, states: [], sort: { by: 'due', desc: false } }
  const [list, alerts, owners, rules] = await Promise.all([
    StoredList.open(deps, model, scope, { conditions, text: '', textIn: [], eventSources: [], withAlert: true }),
    openStoredAlerts(deps, model, scope, all),
    ownersOf(deps, model, term),
    StoredAlerts.rules(deps, model),
  ])
  const isNamed = owners.length > 0 || rulesTitled(model, term, locale, rules).length > 0
  const [texts, kinds, ...chosen] = await Promise.all([
    list.texts(term, textIn, mostRead),
    isNamed ? alerts.kinds() : [],
    ...textIn.map(async (name) => {
      const question = model.questions.get(name)
      return question ? textsOf(model, name, await list.choices(term, question), locale) : []
    }),
  ])
  const nameOf = new Map(owners.map(({ id, name }) => [id, name]))
  const ofAlerts = kinds.flatMap(({ rule, ownerId }) => [
    titleOfRule(model, rule, locale),
    (ownerId !== null && nameOf.get(ownerId)) || '',
  ])
  return [...texts, ...ofAlerts, ...chosen.flat()]
}

async function foundInRows(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, locale, textIn }: Suggested,
  term: string,
): Promise<string[]> {
  const where = await whereAlerts(deps, model, scope, { conditions, states: [], locale, text: term, textIn })
  const columns = textIn.map((name) => portableSql`, ${fieldValue(model, name)}`)
  const values = columns.reduce((all, one) => portableSql`${all}${one}`, portableSql`null::jsonb`)
  const rows = await limitedQuery<{ rule: string; owner: string; fields: unknown[] }>(
    deps.pool,
    portableSql`
      select a.rule, ${ownerText} as owner, jsonb_build_array(${values}) as fields
        from ${fromAlerts(where, values)} where ${where} limit ${integer(mostRead)}`,
    deps.work,
  )
  return rows.flatMap(({ rule, owner, fields: [, ...fields] }) => [
    titleOfRule(model, rule, locale),
    owner,
    ...textIn.flatMap((name, at) => textsOf(model, name, fields[at], locale)),
  ])
}

function textsOf(model: SurveyModel, name: string, value: unknown, locale: AlertSelection['locale']): string[] {
  const question = model.questions.get(name)
  return [value]
    .flat()
    .filter((text) => typeof text === 'string')
    .map((text) => (question && question.choices.length > 0 ? choiceText(question, text, locale) : text))
}
