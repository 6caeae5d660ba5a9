import type { z } from 'zod'

type Path = readonly (string | number)[]

/**
 * The keys a schema allows at a path of a value. For a union: those of the alternative that the value's `type` or
 * `source` selects, else of all alternatives. Empty if any key is allowed.
 */
export function knownKeys(schema: z.core.$ZodType, path: Path, value: unknown): string[] {
  const found = new Set<string>()
  for (const place of descend(schema, path, value)) {
    for (const key of alternatives(place.schema, place.value).flatMap(keysOf)) found.add(key)
  }
  return [...found]
}

interface Place {
  schema: z.core.$ZodType
  value: unknown
}

function descend(schema: z.core.$ZodType, path: Path, value: unknown): Place[] {
  let places: Place[] = [{ schema, value }]
  for (const step of path) places = places.flatMap((place) => stepInto(place, step))
  return places
}

function stepInto(place: Place, step: string | number): Place[] {
  const value = isRecord(place.value) || Array.isArray(place.value) ? Reflect.get(place.value, step) : undefined
  return alternatives(place.schema, place.value).flatMap((schema): Place[] => {
    const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
    if (def.type === 'object') {
      const inner = def.shape[String(step)]
      return inner ? [{ schema: inner, value }] : []
    }
    if (def.type === 'array') return [{ schema: def.element, value }]
    if (def.type === 'record') return [{ schema: def.valueType, value }]
    return []
  })
}

function keysOf(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  if (def.type === 'object') return Object.keys(def.shape)
  if (def.type !== 'record') return []
  const values = def.keyType._zod.values
  return values ? [...values].map(String) : []
}

/** Unwraps defaults, optionals and the like, and lists the alternatives of a union. */
function alternatives(schema: z.core.$ZodType, value: unknown): z.core.$ZodType[] {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
      return alternatives(def.innerType, value)
    case 'pipe':
      return alternatives(def.in, value)
    case 'lazy':
      return alternatives(def.getter(), value)
    case 'union': {
      const options = def.options.flatMap((option) => alternatives(option, value))
      const fitting = options.filter((option) => fitsMarker(option, value))
      return fitting.length > 0 ? fitting : options
    }
    default:
      return [schema]
  }
}

/** Whether the value's `type` or `source` is the literal the object schema asks for. */
function fitsMarker(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  if (def.type !== 'object' || !isRecord(value)) return false
  return ['type', 'source'].some((key) => {
    const marker = def.shape[key]?._zod as { def: z.core.$ZodTypes['_zod']['def'] } | undefined
    return marker?.def.type === 'literal' && marker.def.values.includes(value[key] as string)
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
