/** The parts of a JSON schema that suggestions and checks use. */
export interface WrittenSchema {
  $ref?: string
  $defs?: Readonly<Record<string, WrittenSchema>>
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, WrittenSchema>>
  additionalProperties?: WrittenSchema | boolean
  items?: WrittenSchema | boolean
  prefixItems?: readonly WrittenSchema[]
  anyOf?: readonly WrittenSchema[]
  oneOf?: readonly WrittenSchema[]
  allOf?: readonly WrittenSchema[]
  enum?: readonly unknown[]
  const?: unknown
}

/** One step into a value: a key, or an entry of a list. `type` is what the map with the key has under `type`. */
export interface Step {
  key: string | typeof entry
  type?: string | undefined
}

/** Stands for any entry of a list. */
export const entry: unique symbol = Symbol('entry')

/** The alternatives that a schema stands for, with its references looked up in `root`. */
export function alternatives(root: WrittenSchema, schema: WrittenSchema): WrittenSchema[] {
  if (schema.$ref !== undefined) {
    const found = schema.$ref === '#' ? root : root.$defs?.[schema.$ref.replace('#/$defs/', '')]
    const { description } = schema
    if (found === undefined) return []
    return alternatives(root, found).map((one) => (description === undefined ? one : { ...one, description }))
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return choices.length === 0 ? [schema] : choices.flatMap((choice) => alternatives(root, choice))
}

const isMapOf = (root: WrittenSchema, schema: WrittenSchema, type: string): boolean =>
  schema.properties?.['type'] !== undefined &&
  alternatives(root, schema.properties['type']).some((one) => one.const === type)

/** Of several maps the ones with a `type`, where one of them has that type; else all of them. */
function ofType(root: WrittenSchema, schemas: WrittenSchema[], type: string | undefined): WrittenSchema[] {
  if (type === undefined) return schemas
  const named = schemas.filter((schema) => isMapOf(root, schema, type))
  return named.length === 0 ? schemas : named
}

function into(root: WrittenSchema, schema: WrittenSchema, key: Step['key']): WrittenSchema[] {
  if (key === entry) {
    const entries = [...(schema.prefixItems ?? []), ...(typeof schema.items === 'object' ? [schema.items] : [])]
    return entries.flatMap((one) => alternatives(root, one))
  }
  const inner = schema.properties?.[key] ?? schema.additionalProperties
  return typeof inner === 'object' ? alternatives(root, inner) : []
}

/** What may stand at a place of a value; `type` is what the map at that place has under `type`. */
export function schemasAt(root: WrittenSchema, steps: readonly Step[], type?: string): WrittenSchema[] {
  let schemas = alternatives(root, root)
  for (const step of steps) {
    schemas = ofType(root, schemas, step.type).flatMap((schema) => into(root, schema, step.key))
  }
  return ofType(root, schemas, type)
}

/** The values that a schema names, as they are written. */
export function namedValues(schemas: readonly WrittenSchema[]): string[] {
  const values = schemas.flatMap((schema) => {
    if (schema.const !== undefined) return [schema.const]
    if (schema.enum !== undefined) return schema.enum
    return schema.type === 'boolean' ? [true, false] : []
  })
  return [...new Set(values.filter((value) => value !== null).map(String))]
}
