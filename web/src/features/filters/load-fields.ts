import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { FieldProps } from './filter-control.ts'

const loadFields = () => import('./fields.ts')

/** Fetches what the controls of filters are made of, before one is opened. */
export function prepareFields(): void {
  void loadFields()
}

/** A control of `fields.ts`, fetched when the first of them is shown or sooner when a hand is near one. */
export function fieldNamed(
  name: keyof Awaited<ReturnType<typeof loadFields>>,
): LazyExoticComponent<ComponentType<FieldProps>> {
  return lazy(async () => ({ default: (await loadFields())[name] }))
}
