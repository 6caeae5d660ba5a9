import type { SurveyModel } from './survey-model.ts'

/**
 * Whether answers have dates of their own, which are then shown and chosen by. An anonymous survey always counts as
 * dated, because its figures are published by periods.
 */
export function isDated(model: Pick<SurveyModel, 'config' | 'anonymity'>): boolean {
  return model.config.dated || model.anonymity !== null
}
