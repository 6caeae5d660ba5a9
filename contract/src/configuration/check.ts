import { checkPublished } from './check-anonymity.ts'
import { checkPages, checkReports } from './check-components.ts'
import { NameCheck } from './check-names.ts'
import type { Naming, SurveyMetadata } from './check-names.ts'
import { checkPool } from './check-pool.ts'
import { checkQuestionnaire } from './check-questionnaire.ts'
import {
  checkAlerts,
  checkCasePages,
  checkFilters,
  checkIndicators,
  checkResults,
  checkSurvey,
  checkViews,
} from './check-sections.ts'
import { checkWeights } from './check-weights.ts'
import type { ConfigurationProblem } from './problems.ts'
import type { SurveyConfig } from './survey-config.ts'

export type { KnownQuestion, Naming, SurveyMetadata } from './check-names.ts'

/**
 * Checks what a configuration refers to: questions by name and type, choices, levels, indicators, pages, components
 * and views. An unknown component is a warning, one this version does not have a notice; everything else is an error.
 */
export function checkConfiguration(config: SurveyConfig, metadata: SurveyMetadata): ConfigurationProblem[] {
  return checkNames(config, metadata).problems
}

/** The texts of a configuration that name questions, with where they stand; a question's type is no matter. */
export function namingsOf(config: SurveyConfig, metadata: SurveyMetadata): readonly Naming[] {
  return checkNames(config, metadata).namings
}

function checkNames(config: SurveyConfig, metadata: SurveyMetadata): NameCheck {
  const check = new NameCheck(config, metadata)
  checkSurvey(check, config)
  checkPublished(check, config)
  checkWeights(check, config)
  checkViews(check, config.views)
  checkIndicators(check, config.indicators)
  checkPool(check, config)
  checkResults(check, config)
  checkFilters(check, config.filters)
  checkCasePages(check, config)
  checkAlerts(check, config)
  checkQuestionnaire(check, config)
  checkPages(check, config)
  checkReports(check, config)
  return check
}
