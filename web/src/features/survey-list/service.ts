export { SurveyListSection } from './survey-list-section.tsx'
