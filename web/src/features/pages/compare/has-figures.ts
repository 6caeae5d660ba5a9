import type { Page } from '@gensvar/contract/entities/survey'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { childComponents, walkComponents } from '@gensvar/contract/widgets/find-component'

/** Components that show the same whatever the place, the filters and the period are, or that only take something in. */
const sameEverywhere: ReadonlySet<string> = new Set([
  'data-uploader',
  'global-campaigns-list',
  'global-overview',
  'import-set-list',
  'mail-campaign-details',
  'mail-campaigns-list',
  'mail-templates-list',
  'sample-editor',
])

/** Components that list single responses, alerts or rows, and have no figures. */
const lists: ReadonlySet<string> = new Set([
  'action-manager',
  'alert-table',
  'data-table',
  'question-search',
  'record-table',
  'sample-table',
])

/** Whether a component of a compared page stands beside its twin; one that is the same everywhere is shown once. */
export function hasTwin(component: AnyComponent): boolean {
  return !sameEverywhere.has(component.type)
}

/** Whether a page has figures that two sides can differ in. */
export function hasFigures({ components }: Pick<Page, 'components'>): boolean {
  return [...walkComponents([{ components }])].some(
    ({ component }) =>
      childComponents(component).length === 0 && !sameEverywhere.has(component.type) && !lists.has(component.type),
  )
}
