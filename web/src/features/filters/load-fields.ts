import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { FieldProps } from './filter-control.ts'

const loadFields = () => import('./fields.ts')

/** Loads the code of the filter controls before one is opened. */
export function prepareFields(): void {
  void loadFields()
}

/** A control of `fields.ts`, loaded when the first one is shown, or earlier by `prepareFields`. */
export function fieldNamed(
  name: keyof Awaited<ReturnType<typeof loadFields>>,
): LazyExoticComponent<ComponentType<FieldProps>> {
  return lazy(async () => ({ default: (await loadFields())[name] }))
}
