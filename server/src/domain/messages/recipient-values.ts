import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { answerWords } from '#server/domain/cases/case-text.ts'
import { contactText, postalLines } from '#server/domain/samples/contact.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { unsubscribeTag } from './mail-checks.ts'
import type { TagValues } from './message-text.ts'
import { baseLanguage } from './recipient-language.ts'
import { codeTag } from './tag-list.ts'

/** What is filled in for one recipient besides their response. */
export interface RecipientFacts {
  /** Their own addresses. */
  links: { survey: string; unsubscribe: string }
  /** Titles of their place, one for each level of the first view; empty where it has none. */
  unitTitles: readonly string[]
  /** Language that choices, dates and numbers are written in. */
  locale: Locale
}

/** The values of tags for a response; names are those of `tagsOf`. Nothing is looked up elsewhere. */
export function recipientValues(
  model: SurveyModel,
  row: Pick<CaseRow, 'answers' | 'contact'>,
  { links, unitTitles, locale }: RecipientFacts,
): TagValues {
  const answerOf = (variable: string, use: 'shown' | 'compared'): string | null => {
    const question = model.questions.get(variable)
    // In an anonymous survey nothing that somebody answered is written to them.
    if (!question || model.anonymity !== null) return null
    const answer = row.answers[variable]
    if (use === 'shown') return answerWords(question, answer, locale)
    return Array.isArray(answer) ? answer.join(',') : String(answer ?? '')
  }
  return (name, use) => {
    switch (name) {
      case 'contact.name':
        return contactText(model, row, 'name')
      case 'contact.email':
        return contactText(model, row, 'email')
      case 'contact.phone':
        return contactText(model, row, 'phone')
      case 'contact.address':
        return postalLines(model, row).join('\n')
      case 'contact.street':
        return contactText(model, row, 'street')
      case 'contact.postcode':
        return contactText(model, row, 'postcode')
      case 'contact.city':
        return contactText(model, row, 'city')
      case 'contact.country':
        return contactText(model, row, 'country')
      case 'language':
        return baseLanguage(contactText(model, row, 'language')) || locale
      case unsubscribeTag:
        return links.unsubscribe
      case 'survey.link':
      case codeTag:
        return links.survey
      case 'survey.title':
        return pickText({ ...model.title }, locale) || model.extName
      case 'survey.organisation':
        return model.organisationName || model.universeName
      case 'unit.title':
        return unitTitles.findLast((title) => title !== '') ?? ''
      case 'unit.path':
        return unitTitles.filter((title) => title !== '').join(', ')
    }
    if (name.startsWith('question.')) return answerOf(name.slice('question.'.length), use)
    if (!name.startsWith('unit.')) return null
    const level = (model.views[0]?.levels ?? []).indexOf(name.slice('unit.'.length))
    return level < 0 ? null : (unitTitles[level] ?? '')
  }
}

/** Titles of the place of a response in the first view, one for each level; empty for a level without a unit. */
export function placeTitles(
  { views: [view] }: Pick<SurveyModel, 'views'>,
  tree: UnitTree,
  unitIds: readonly number[],
  locale: Locale,
): string[] {
  const unit = unitIds.map((id) => tree.unit(id)).find((one) => one !== undefined && one.viewId === view?.id)
  const place = unit ? tree.pathOf(unit) : []
  return (view?.levels ?? []).map((_level, depth) => {
    const one = place[depth]
    return one === undefined || one.extName === blankUnit ? '' : unitText(one, locale)
  })
}
