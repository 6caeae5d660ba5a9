import type { CodeSuggestion, SuggestCode } from '#web/ui/code-editor/code-types.ts'
import { hostFunctions, typeWords } from './script-words.ts'
import type { KnownName } from './suggest-yaml.ts'
import { alternatives, entry, schemasAt } from './written-schema.ts'
import type { Step, WrittenSchema } from './written-schema.ts'

/** The fields that maps of some schemas have. */
function fieldsOf(root: WrittenSchema, schemas: readonly WrittenSchema[]): CodeSuggestion[] {
  const fields = new Map<string, WrittenSchema>()
  for (const { properties = {} } of schemas) {
    for (const [name, inner] of Object.entries(properties)) if (!fields.has(name)) fields.set(name, inner)
  }
  return [...fields].map(([label, inner]) => {
    const types = alternatives(root, inner).flatMap(({ type = [] }) => type)
    return { label, kind: 'property', detail: [...new Set(types)].join(' | '), info: inner.description }
  })
}

/** Functions of the host below what is written already, such as `log.`. */
function hostSuggestions(above: string): CodeSuggestion[] {
  const below = hostFunctions.filter(({ name }) => name.startsWith(above))
  const steps = new Map<string, CodeSuggestion>()
  for (const { name, signature, doc, example } of below) {
    const [label = '', ...rest] = name.slice(above.length).split('.')
    const isWhole = rest.length === 0
    steps.set(label, {
      label,
      kind: isWhole ? 'function' : 'property',
      detail: isWhole ? signature.slice(signature.indexOf('(')) : undefined,
      info: isWhole ? `${doc}\n\n${example}` : undefined,
    })
  }
  return [...steps.values()]
}

/** The way into the input that is written as `input.answers[0].value.`. */
function stepsOf(chain: string): Step[] {
  return [...chain.matchAll(/\.?([\w$]+)|\[[^\]]*\]/g)].map(([, key]): Step => ({ key: key ?? entry }))
}

/** Whether the text up to the cursor is at a field of the object that `main` returns. */
const isInReturn = (text: string): boolean => /return\s*\[?\s*\{[^{}]*$/.test(text) && /[{,]\s*\w*$/.test(text)

/** Where a question is named by its variable: as a field of answers, and in the text that the host is asked with. */
const questionPlaces = [/\banswers\??\.([\w$]*)$/, /\bhost\.question\(\s*['"`]([^'"`]*)$/]

/**
 * Suggests what a script of a type can use: functions of the host, fields of its input and of what it returns, and the
 * questions of its survey.
 */
export function suggestScript(type: string, questions: readonly KnownName[] = []): SuggestCode {
  const words = typeWords.find((one) => one.type === type)
  const named = questions.map(({ name, title }): CodeSuggestion => ({ label: name, kind: 'property', detail: title }))
  return ({ text, offset, before }) => {
    for (const place of questionPlaces) {
      const [, name] = place.exec(before) ?? []
      if (name !== undefined) return { from: offset - name.length, suggestions: named }
    }
    const [, object, chain = '', begun = ''] =
      /\b(host|input)\??((?:\.[\w$]+\??|\[[^\]]*\])*)\.([\w$]*)$/.exec(before) ?? []
    const from = offset - begun.length
    if (object === 'host') return { from, suggestions: hostSuggestions(chain === '' ? '' : `${chain.slice(1)}.`) }
    if (words === undefined) return null
    if (object === 'input') {
      const schemas = schemasAt(words.input, stepsOf(chain.replaceAll('?', '')))
      return { from, suggestions: fieldsOf(words.input, schemas) }
    }
    if (!isInReturn(text.slice(0, offset))) return null
    const [word = ''] = /[\w$]*$/.exec(before) ?? []
    return { from: offset - word.length, suggestions: fieldsOf(words.output, schemasAt(words.output, [])) }
  }
}
