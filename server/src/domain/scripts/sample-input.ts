import { z } from 'zod'

/** The parts of a JSON Schema that inputs of scripts use. */
interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  type?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

/** An input that a type of script accepts, with every field that it names: for what a run by hand has nothing of. */
export function sampleInput<I extends z.ZodType>(input: I): z.input<I> {
  return sampleOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema) as z.input<I>
}

/** A value that a schema accepts, with every field that it names. */
function sampleOf(schema: Schema, root: Schema = schema): unknown {
  if (schema.$ref) return sampleOf(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, root)
  if ('default' in schema) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, root)
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, sampleOf(one, root)]))
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, root)]
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return false
  if (schema.type === 'string') return schema.format === 'date' ? '2026-01-31' : 'Norway'
  return null
}
