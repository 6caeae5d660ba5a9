/** The controls that list things to choose from: fetched together, when the first of them is shown. */
export { CampaignField } from './campaign-field.tsx'
export { ChoiceField } from './choice-field.tsx'
export { ServerField } from './server-field.tsx'
