import { stringify } from 'yaml'
import { z } from 'zod'
import { surveyConfig } from '../contract/src/configuration/survey-config.ts'
import type { Widget } from '../contract/src/widgets/define-widget.ts'
import { widgets } from '../contract/src/widgets/index.ts'
import type { ReferenceFile } from './reference-file.ts'
import { code, escapeCell } from './schema-words.ts'
import type { Shape } from './schema-words.ts'

/** The reference of the widgets, and the JSON Schema an editor checks a configuration with. */
export function widgetReference(): ReferenceFile[] {
  return [
    { path: 'docs/widgets.md', text: reference() },
    { path: 'docs/configuration.schema.json', text: `${JSON.stringify(configurationSchema(), null, 2)}\n` },
  ]
}

function configurationSchema(): object {
  const schema = z.toJSONSchema(surveyConfig, { io: 'input', target: 'draft-7' })
  return { ...schema, title: 'Configuration of a survey' }
}

function reference(): string {
  const all: Widget[] = Object.values(widgets)
  const summary = all.map(({ type, description }) => `| [${type}](#${type}) | ${description} |`)
  return `${[
    '# Widgets',
    'This page is generated from the contract by `npm run docs`.',
    'A page of a survey is a list of components. Each has a `type`, one of those below, and a `config` with an `id` that is ' +
      'unique in the survey and a `size` in columns of twelve. An unknown type shows a notice in its ' +
      'place; the rest of the page is as it would be. A text can be one text, or texts per ' +
      'language: `{ en: Visits, sv: Besök }`.',
    ['| type | what it shows |', '| --- | --- |', ...summary].join('\n'),
    ...all.map(section),
  ].join('\n\n')}\n`
}

function section(widget: Widget): string {
  const parts = [`## ${widget.type}`, widget.description]
  parts.push(`Made for ${widget.sizes.join(', ')} columns.`)
  const schema = z.toJSONSchema(widget.config, { io: 'input', target: 'draft-7' }) as Shape
  for (const shape of schema.oneOf ?? [schema]) parts.push(keyTable(shape))
  const example = { type: widget.type, config: widget.example.config }
  parts.push(`\`\`\`yaml\n${stringify(example, { lineWidth: 110 }).trimEnd()}\n\`\`\``)
  const calls = Object.entries(widget.calls).map(([name, call]) => callLine(name, call.params, call.response))
  if (calls.length > 0) parts.push(calls.join('\n'))
  return parts.join('\n\n')
}

function keyTable(shape: Shape): string {
  const rows = keyRows(shape, '')
  return ['| key | value | without it | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function keyRows(shape: Shape, prefix: string): string[] {
  const required = new Set(shape.required)
  return Object.entries(shape.properties ?? {}).flatMap(([key, value]) => {
    const without = required.has(key) ? 'required' : value.default === undefined ? '' : code(value.default)
    const cells = [`\`${prefix}${key}\``, words(value), without, value.description ?? '']
    const inner = innerObject(value)
    return [
      `| ${cells.map(escapeCell).join(' | ')} |`,
      ...(inner ? keyRows(inner.shape, `${prefix}${key}${inner.suffix}`) : []),
    ]
  })
}

/** The object whose keys are worth a row each: a key's own, or that of a list's items. */
function innerObject(value: Shape): { shape: Shape; suffix: string } | undefined {
  if (value.properties) return { shape: value, suffix: '.' }
  if (value.items?.properties) return { shape: value.items, suffix: '[].' }
  return undefined
}

const names: Record<string, string> = {
  '#/definitions/Text': 'text',
  '#/definitions/Component': 'component',
  // The only place where components contain others.
  '#/definitions/__schema0': 'component',
  '#/definitions/Variable': 'indicator or question, or `{ indicator, title, extraVariables }`',
  '#/definitions/Column': 'variable, or `{ value, text, extra, align, renderType, of, target, detailsVariable }`',
  '#/definitions/SampleEditorPart': 'part of the sample editor',
}

function words(value: Shape): string {
  const [only] = value.allOf ?? []
  if (only) return words(only)
  if (value.$ref) return names[value.$ref] ?? value.$ref
  if (value.const !== undefined) return code(value.const)
  if (value.enum) return value.enum.map(code).join(', ')
  const options = value.anyOf ?? value.oneOf
  if (options)
    return [...new Set(options.map(words))].join(options.every((option) => option.const !== undefined) ? ', ' : ' or ')
  if (value.type === 'array') return value.items ? `list of ${words(value.items)}` : 'list'
  if (value.type === 'object') return 'keys with values'
  if (value.type === 'boolean') return 'true or false'
  if (value.type === 'integer') return 'whole number'
  if (value.type === 'string') return 'name'
  return value.type === undefined ? 'anything' : String(value.type)
}

function callLine(name: string, params: z.ZodType, response: z.ZodType): string {
  const asked = Object.keys((z.toJSONSchema(params, { io: 'input' }) as Shape).properties ?? {})
  const answered = Object.keys((z.toJSONSchema(response, { io: 'input' }) as Shape).properties ?? {})
  const parameters = asked.length === 0 ? 'takes no parameters' : `takes ${asked.map(code).join(', ')}`
  return `- Call \`${name}\` ${parameters} and answers ${answered.map(code).join(', ')}.`
}
