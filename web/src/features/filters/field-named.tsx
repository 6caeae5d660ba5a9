import { use } from 'react'
import type { ComponentType } from 'react'
import type * as listFields from './fields.ts'
import type { FieldProps } from './filter-control.ts'

type ListFields = typeof listFields

/** Fetches a module once: React's `use` answers at once for a promise it has seen fulfilled. */
function once<Module>(fetchModule: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null
  return () =>
    (loading ??= fetchModule().catch((error: unknown) => {
      // The next one that is shown tries again.
      loading = null
      throw error
    }))
}

const loadFields = once(() => import('./fields.ts'))
const loadDates = once(() => import('./dates-field.tsx'))

/** Fetches what the controls of filters are made of, before one is opened. */
export function prepareFields(): void {
  // A failure is told by the control that is shown.
  loadFields().catch(() => undefined)
}

/** A control of `fields.ts`, fetched with the first that is shown. From then on controls are there at once. */
export function fieldNamed(name: keyof ListFields): ComponentType<FieldProps> {
  return function NamedField(props) {
    const Field = use(loadFields())[name]
    return <Field {...props} />
  }
}

/** The control of dates, which every sidebar begins with: it does not wait for the lists of choices. */
export function DatesFieldWhenShown(props: FieldProps) {
  const { DatesField } = use(loadDates())
  return <DatesField {...props} />
}
