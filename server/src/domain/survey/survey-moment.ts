import type { SurveyModel } from './survey-model.ts'

/** A moment as the survey's clock has it, written so that every language reads it: `2026-01-31 14:05`. */
export function surveyMoment(at: Date, { timeZone }: Pick<SurveyModel, 'timeZone'>): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
}
