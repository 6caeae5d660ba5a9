import type { CodeSuggestion, SuggestCode } from '#web/ui/code-editor/code-types.ts'
import { configurationSchema } from './configuration-words.ts'
import { namedValues, schemasAt } from './written-schema.ts'
import type { Step, WrittenSchema } from './written-schema.ts'
import { yamlPlace } from './yaml-place.ts'

/** A name of the survey that a configuration can use, with its title. */
export interface KnownName {
  name: string
  title: string
}

/** Keys whose value is the name of a question, or a list of them. */
const ofQuestions = /question|variable|eventdate|unit|indicator|comparable|filters|^by$/i

function keySuggestions(schemas: readonly WrittenSchema[], isFollowed: boolean): CodeSuggestion[] {
  const found = new Map<string, WrittenSchema>()
  for (const schema of schemas) {
    for (const [key, inner] of Object.entries(schema.properties ?? {})) if (!found.has(key)) found.set(key, inner)
  }
  return [...found].map(([label, { description }]) => ({
    label,
    kind: 'property',
    info: description,
    apply: isFollowed ? label : `${label}: `,
  }))
}

/** Values that may be written at a place: those the schema names, and names of the survey where it takes any text. */
function valueSuggestions(schemas: readonly WrittenSchema[], steps: readonly Step[], names: readonly KnownName[]) {
  const named = namedValues(schemas).map((label): CodeSuggestion => ({ label, kind: 'enum' }))
  const key = steps.findLast((step) => typeof step.key === 'string')?.key
  const takesNames = typeof key === 'string' && ofQuestions.test(key) && schemas.some(({ type }) => type === 'string')
  const ofSurvey = names.map(({ name, title }): CodeSuggestion => ({ label: name, detail: title, kind: 'text' }))
  return takesNames ? [...named, ...ofSurvey] : named
}

/** Suggests keys and values of a configuration, with names of the survey where they fit. */
export function suggestYaml(names: readonly KnownName[]): SuggestCode {
  return ({ text, offset }) => {
    const place = yamlPlace(text.slice(0, offset))
    if (place === null) return null
    const schemas = schemasAt(configurationSchema, place.steps, place.type)
    const isFollowed = /^[\w.-]*["']?\s*:/.test(text.slice(offset))
    const suggestions = [
      ...(place.what === 'value' ? [] : keySuggestions(schemas, isFollowed)),
      ...(place.what === 'key' ? [] : valueSuggestions(schemas, place.steps, names)),
    ]
    return suggestions.length === 0 ? null : { from: offset - place.begun.length, suggestions }
  }
}
