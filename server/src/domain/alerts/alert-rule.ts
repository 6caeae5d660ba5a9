import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A rule that raises alerts, as configured. */
export type AlertRule = SurveyConfig['alerts'][number]

/** The rule of an alert; undefined for one that is no longer configured. */
export function ruleOf({ config }: Pick<SurveyModel, 'config'>, rule: string): AlertRule | undefined {
  return config.alerts.find(({ extname }) => extname === rule)
}

/** Title of a rule in a language; its name where it has none, or is no longer configured. */
export function titleOfRule(model: Pick<SurveyModel, 'config'>, rule: string, locale: Locale): string {
  return pickText(ruleOf(model, rule)?.title, locale) || rule
}
