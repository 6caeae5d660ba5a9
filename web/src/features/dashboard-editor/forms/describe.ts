import { z } from 'zod'
import type { FormShape, Setting, SettingInput, SeveralOf, Variant } from './inputs.ts'
import { nameSource } from './name-sources.ts'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

/** What is told of a schema besides how it is entered. */
interface Told {
  inner: Schema
  isRequired: boolean
  standard?: unknown
}

/** Settings that are edited in the text of the configuration: a form would be no easier. */
export const writtenSettings: Readonly<Record<string, string>> = {
  'data-table.rows': 'Rows of cells, each with a text per language: a table is written as a table.',
}

const formulas: Readonly<Record<string, 'expression' | 'rule'>> = {
  'indicator.expression': 'expression',
  'indicator.where': 'rule',
}

const defOf = (schema: Schema): Def => (schema._zod as unknown as { def: Def }).def

/** Unwraps defaults, optionals and what is read in two steps. */
function told(schema: Schema): Told {
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return { ...told(def.innerType), isRequired: false }
    case 'default':
    case 'prefault':
      return { ...told(def.innerType), isRequired: false, standard: def.defaultValue }
    case 'catch':
      return told(def.innerType)
    case 'pipe':
      return told(def.in)
    case 'lazy':
      return told(def.getter())
    default:
      return { inner: schema, isRequired: true }
  }
}

/** The bounds that checks of a schema have left behind. */
function bounds(schema: Schema): { least?: number; most?: number } {
  const { minimum, maximum } = schema._zod.bag as { minimum?: number; maximum?: number }
  return {
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { least: minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { most: maximum }),
  }
}

/** Describes the settings of one kind of component; parts that hold parts of their own kind are described once. */
class Description {
  private readonly known = new Map<Schema, SettingInput>()

  /** The settings of an object schema. */
  settings(schema: Schema, id: string, without?: string): Setting[] {
    const def = defOf(schema)
    if (def.type !== 'object') throw new Error(`${id} is no object`)
    return Object.entries(def.shape)
      .filter(([key]) => key !== without)
      .map(([key, value]) => {
        const own = `${id}.${key}`
        const { inner, ...rest } = told(value)
        return { key, id: own, input: this.input(inner, own), ...rest }
      })
  }

  /** How a value of an unwrapped schema is entered. */
  input(schema: Schema, id: string): SettingInput {
    if (writtenSettings[id] !== undefined) return { kind: 'written' }
    const reads = formulas[id]
    if (reads !== undefined) return { kind: 'formula', reads }
    if (id === 'indicator.goal') return { kind: 'goal', inverse: 'inverse' }
    if (id === 'indicator.inverse') return { kind: 'withGoal' }
    const source = nameSource(id)
    const def = defOf(schema)
    switch (def.type) {
      case 'string':
        return source ? { kind: 'name', source } : { kind: 'text' }
      case 'number':
        return {
          kind: 'number',
          isWhole: (schema._zod.bag as { format?: string }).format !== undefined,
          ...bounds(schema),
        }
      case 'boolean':
        return { kind: 'switch' }
      case 'enum':
        return { kind: 'choice', values: Object.values(def.entries) }
      case 'array':
        return this.list(told(def.element).inner, id)
      case 'object':
        return { kind: 'group', settings: this.settings(schema, id) }
      case 'union':
        return this.union(schema, def.options, id)
      default:
        throw new Error(`${id}: there is no field for ${def.type}`)
    }
  }

  private list(element: Schema, id: string): SettingInput {
    const known = this.known.get(element)
    if (known !== undefined) return known
    const list: SettingInput = { kind: 'list', entry: { kind: 'written' } }
    this.known.set(element, list)
    const entry = this.input(element, id)
    const of = severalOf(entry)
    if (of !== undefined) {
      this.known.delete(element)
      return { kind: 'several', of }
    }
    list.entry = entry
    return list
  }

  private union(schema: Schema, options: readonly Schema[], id: string): SettingInput {
    if (z.globalRegistry.get(schema)?.id === 'Component') return { kind: 'component' }
    const inner = options.map((option) => told(option).inner)
    const types = inner.map((option) => defOf(option).type)
    if (types.every((type) => type === 'literal')) {
      return { kind: 'choice', values: inner.flatMap((option) => literals(option)) }
    }
    const [first, second] = inner
    if (first === undefined || second === undefined) throw new Error(`${id}: a union of one`)
    if (types.join(' ') === 'string record') return { kind: 'localText' }
    if (types.join(' ') === 'string number') return { kind: 'text' }
    if (types.join(' ') === 'string object') {
      const settings = this.settings(second, id)
      return { kind: 'nameOrGroup', main: settings[0]?.key ?? '', settings }
    }
    const source = nameSource(id)
    if (types.join(' ') === 'string union' && source !== undefined) return { kind: 'nameOrComponent', source }
    // What a known part of the union is, and beside it anything that a later version may know.
    if (types.join(' ') === 'union object') return this.input(first, id)
    return this.variants(inner, id)
  }

  private variants(options: readonly Schema[], id: string): SettingInput {
    const shapes = options.map((option) => {
      const def = defOf(option)
      if (def.type !== 'object') throw new Error(`${id}: there is no field for this union`)
      return def.shape
    })
    const by = Object.keys(shapes[0] ?? {}).find((key) =>
      shapes.every((shape) => shape[key] !== undefined && defOf(told(shape[key]).inner).type === 'literal'),
    )
    if (by === undefined) throw new Error(`${id}: nothing tells the parts of this union apart`)
    const variants = options.map((option, at): Variant => {
      const marker = shapes[at]?.[by]
      return {
        value: marker === undefined ? '' : String(literals(told(marker).inner)[0]),
        settings: this.settings(option, id, by),
      }
    })
    return { kind: 'variants', by, variants }
  }
}

function literals(schema: Schema): (string | number)[] {
  const def = defOf(schema)
  return def.type === 'literal' ? (def.values as (string | number)[]) : []
}

/** What a list holds whose entries are plain values; undefined where its entries have settings. */
function severalOf(entry: SettingInput): SeveralOf | undefined {
  switch (entry.kind) {
    case 'choice':
    case 'name':
      return entry
    case 'text':
      return { kind: 'text' }
    case 'number':
      return { kind: 'number' }
    default:
      return undefined
  }
}

/** The form of the settings that a schema takes. Throws for a schema that no field is made for. */
export function describeSettings(kind: string, schema: z.ZodType): FormShape {
  const input = new Description().input(told(schema).inner, kind)
  if (input.kind !== 'group' && input.kind !== 'variants') throw new Error(`${kind} has no settings`)
  return input
}
