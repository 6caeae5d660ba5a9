import type { FigureAbout } from '@gensvar/contract/entities/figure-about'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { definitionOf } from './definition.ts'
import { casesOf } from './indicator-variable.ts'
import type { Indicator } from './indicator.ts'

/** What all figures of an indicator share. At places that are not wholly the caller's own, the cases are closed. */
export function figureAbout(access: SurveyAccess, indicator: Indicator): FigureAbout {
  const { name, expression, alertMode, decimals } = indicator
  return {
    ...{ name, expression, alertMode, decimals },
    definition: definitionOf(access.model, indicator),
    cases: casesOf(access, indicator, true),
  }
}
