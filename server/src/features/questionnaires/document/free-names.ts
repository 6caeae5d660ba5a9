import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { isReserved, isVariableName } from '#server/features/metadata/service.ts'

type Named = Pick<SurveyModel, 'questions' | 'config'>

/** Whether a new question of a survey can have a name. */
export function isFreeName(model: Named, name: string): boolean {
  return !model.questions.has(name) && nameRefusal(model, name) === null
}

/** Why no question of a survey can have a name, whichever questions there are; null where one can. */
export function nameRefusal({ config }: Pick<Named, 'config'>, name: string): Words | null {
  if (!isVariableName(name))
    return say`Use letters, digits and _ only, and begin with a letter: a variable stands in expressions and addresses.`
  if (isReserved(name)) return say`"${name}" means something else in paths, columns and expressions.`
  if (Object.hasOwn(config.indicators, name)) return say`An indicator has the name "${name}".`
  if (filterNames(config).has(name)) return say`A filter has the name "${name}".`
  return null
}

/** Names of filters that ask for something else than a question of their own name. */
function filterNames({ filters }: Named['config']): ReadonlySet<string> {
  const all = [...filters.standard, ...filters.time].flatMap((group) => group.filters)
  return new Set([...all, ...filters.hidden].map(({ extName }) => extName))
}
