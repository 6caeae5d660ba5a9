import type { FilterTitle } from '@gensvar/contract/entities/navigation'
import type { PathToken } from '@gensvar/contract/drill-path'
import type { LocalText } from '@gensvar/contract/local-text'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'

/** The filters of a path in words: titles of their questions, and of the choices and units that are chosen. */
export function filterTitlesOf(model: SurveyModel, tree: UnitTree, filters: readonly PathToken[]): FilterTitle[] {
  return filters.flatMap((token) => {
    const title = filterTitleOf(model, token.name)
    if (title === null) return []
    const options = token.values.flatMap((value) => {
      if (value.none === true || value.contains) return []
      const known = choiceTitle(model, token.name, value.text) ?? unitTitle(model, tree, token.name, value.text)
      return known === null ? [] : [{ extName: value.text, title: known }]
    })
    return [{ name: token.name, title, options }]
  })
}

/** Title of what a name filters by: the configured one, else the question's; null where there is none. */
export function filterTitleOf(model: SurveyModel, name: string): LocalText | null {
  const { config } = model
  const filters = [...config.filters.standard, ...config.filters.time].flatMap((group) => group.filters)
  const configured = filters.find((filter) => filter.extName === name)?.title
  return configured ?? filled(askedQuestion(model, name)?.title)
}

function choiceTitle(model: SurveyModel, name: string, value: string): LocalText | null {
  return filled(askedQuestion(model, name)?.choices.find((choice) => choice.extName === value)?.title)
}

function unitTitle(model: SurveyModel, tree: UnitTree, name: string, value: string): LocalText | null {
  for (const view of model.views) {
    const depth = view.levels.indexOf(name) + 1
    const unit = depth > 0 ? tree.atDepth(view.id, depth).find((one) => one.extName === value) : undefined
    if (unit) return filled(unit.titles)
  }
  return null
}

function filled(title: Readonly<Record<string, string>> | undefined): LocalText | null {
  return title && Object.keys(title).length > 0 ? { ...title } : null
}
