import type { z } from 'zod'
import { isKnownType } from '@gensvar/contract/widgets/index'
import { formSchemas } from '@gensvar/contract/widgets/settings'
import { describeSettings } from './describe.ts'
import type { FormShape } from './inputs.ts'

const shapes = new Map<string, FormShape>()

/** The schema of the settings of a kind of component, or of an `indicator`; null for an unknown kind. */
export function schemaOf(kind: string): z.ZodType | null {
  if (kind === 'indicator') return formSchemas.indicator
  return isKnownType(kind) ? formSchemas.settings[kind] : null
}

/** The form of a kind of component, or of an `indicator`; null for an unknown kind. */
export function shapeOf(kind: string): FormShape | null {
  const schema = schemaOf(kind)
  if (schema === null) return null
  const shape = shapes.get(kind) ?? describeSettings(kind, schema)
  shapes.set(kind, shape)
  return shape
}
