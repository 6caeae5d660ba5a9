import { use } from 'react'
import type { ComponentType } from 'react'
import type * as fieldsModule from './fields.ts'
import type { FieldProps } from './filter-control.ts'

type Fields = typeof fieldsModule

let loading: Promise<Fields> | null = null

/** One promise for all: once React has seen it fulfilled, `use` answers at once. */
function loadFields(): Promise<Fields> {
  loading ??= import('./fields.ts').catch((error: unknown) => {
    // The next one that is shown tries again.
    loading = null
    throw error
  })
  return loading
}

/** Fetches what the controls of filters are made of, before one is opened. */
export function prepareFields(): void {
  // A failure is told by the control that is shown.
  loadFields().catch(() => undefined)
}

/** A control of `fields.ts`, fetched with the first that is shown. From then on controls are there at once. */
export function fieldNamed(name: keyof Fields): ComponentType<FieldProps> {
  return function NamedField(props) {
    const Field = use(loadFields())[name]
    return <Field {...props} />
  }
}
