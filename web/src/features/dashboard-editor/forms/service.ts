import { onDemand, whenOpened } from '#web/lib/on-demand.tsx'

/** The settings of a component as a form; `component-form.tsx` says what it is given. */
export const ComponentForm = onDemand(async () => (await import('./component-form.tsx')).ComponentForm)

/** The gallery of all kinds of component, from which one is added. */
export const AddComponent = whenOpened(async () => (await import('./add-component.tsx')).AddComponent)

export type { NewComponent } from './new-component.ts'
export type { SurveyFacts } from './survey-facts.ts'
