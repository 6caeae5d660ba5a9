import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A mail action of a sample table, with the kinds of event that its table lists; all where empty. */
export interface MailAction {
  extName: string
  /** Ext name of its template. */
  template: string
  eventSources: readonly string[]
}

/** The mail action of a name that a sample table of the survey's pages has; null where none has it. */
export function mailActionOf({ config }: Pick<SurveyModel, 'config'>, extName: string): MailAction | null {
  for (const component of config.pages.flatMap(({ components }) => components)) {
    if (!isComponentOf(component, 'sample-table')) continue
    const found = component.config.mailActions.find((one) => one.extname === extName)
    if (found) return { extName, template: found.template, eventSources: component.config.eventSources }
  }
  return null
}
