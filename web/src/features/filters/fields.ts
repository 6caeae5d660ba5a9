/** The controls of the kinds of filters: fetched together, when the first of them is shown. */
export { CampaignField } from './campaign-field.tsx'
export { ChoiceField } from './choice-field.tsx'
export { RangeField } from './range-field.tsx'
export { SampleStateField } from './sample-state-field.tsx'
