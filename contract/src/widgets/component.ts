import { z } from 'zod'
import { componentSize } from './define-widget.ts'
import type { ComponentSize, Widget } from './define-widget.ts'

/** A component of a page, of any type. An unknown type keeps its configuration as written. */
export interface AnyComponent {
  type: string
  config: { id: string; size: ComponentSize; [key: string]: unknown }
}

/** A component as written in a configuration. */
export interface ComponentInput {
  type: string
  config?: Record<string, unknown>
}

/** Schema of a component. */
export type ComponentSchema = z.ZodType<AnyComponent, ComponentInput>

let bound: ComponentSchema | undefined

/**
 * Schema of a component inside another one. It is looked up when first used, because the schema of all
 * components is made of the widgets and some widgets hold components.
 */
export const nestedComponent: ComponentSchema = z.lazy(() => {
  if (!bound) throw new Error('Import widgets/index.ts before a nested component is parsed')
  return bound
})

/**
 * Builds the schema of a component from all widgets: strict for a known type, loose for an unknown one, which a page
 * shows as a notice instead of failing.
 */
export function bindComponents(widgets: readonly Widget[]): ComponentSchema {
  const [first, ...rest] = widgets.map((widget) =>
    z.strictObject({ type: z.literal(widget.type), config: widget.config }),
  )
  if (!first) throw new Error('There are no widgets')
  const known = z.discriminatedUnion('type', [first, ...rest])
  const types = widgets.map((widget) => widget.type)
  const unknown = z.looseObject({
    type: z
      .string()
      .min(1)
      .refine((type) => !types.includes(type), { abort: true, params: { otherBranch: true } })
      .meta({ not: { enum: types } }),
    config: z.looseObject({ id: z.string().default(''), size: componentSize.catch(12).prefault(12) }).prefault({}),
  })
  bound = z.union([known, unknown]).meta({ id: 'Component' }) as unknown as ComponentSchema
  return bound
}
