import type { CodeSuggestion, SuggestCode } from '#web/ui/code-editor/code-types.ts'
import { hostFunctions, typeWords } from './script-words.ts'
import type { KnownName } from './suggest-yaml.ts'
import { boundNames, stepsOf } from './bound-names.ts'
import { alternatives, schemasAt } from './written-schema.ts'
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

/** Whether the text up to the cursor is at a field of the object that `main` returns. */
const isInReturn = (text: string): boolean => /return\s*\[?\s*\{[^{}]*$/.test(text) && /[{,]\s*\w*$/.test(text)

/** Where a question is named by its variable: as a field of answers, and in the text that the host is asked with. */
const questionPlaces = [/\banswers\??\.([\w$]*)$/, /\bhost\.question\(\s*['"`]([^'"`]*)$/]

/**
 * Suggests what a script of a type can use: functions of the host, fields of its input, of what was taken from it
 * (`main({ interview })`, `const { answers } = interview`) and of what it returns, and the questions of its survey.
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
      /(?<![.\w$])([\w$]+)((?:\??\.[\w$]+|\??\.?\[[^\]]*\])*)\??\.([\w$]*)$/.exec(before) ?? []
    const from = offset - begun.length
    if (object === 'host') return { from, suggestions: hostSuggestions(chain === '' ? '' : `${chain.slice(1)}.`) }
    if (words === undefined) return null
    const written = text.slice(0, offset)
    const { names, open } = boundNames(written, text.slice(offset))
    const given = (steps: readonly Step[]) => fieldsOf(words.input, schemasAt(words.input, steps))
    if (object !== undefined) {
      const start = names.get(object)
      return start ? { from, suggestions: given([...start, ...stepsOf(chain)]) } : null
    }
    if (open) {
      const isOfAnswers = named.length > 0 && open.steps.at(-1)?.key === 'answers'
      return { from: offset - open.begun.length, suggestions: isOfAnswers ? named : given(open.steps) }
    }
    if (!isInReturn(written)) return null
    const [word = ''] = /[\w$]*$/.exec(before) ?? []
    return { from: offset - word.length, suggestions: fieldsOf(words.output, schemasAt(words.output, [])) }
  }
}
