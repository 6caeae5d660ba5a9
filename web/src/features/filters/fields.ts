/** The controls of all filter kinds, loaded together when the first one is shown. */
export { CampaignField } from './campaign-field.tsx'
export { ChoiceField } from './choice-field.tsx'
export { RangeField } from './range-field.tsx'
export { SampleStateField } from './sample-state-field.tsx'
export { UnitsField } from './units-field.tsx'
