import type { z } from 'zod'
import { actionManager } from './action-manager.ts'
import { actionOverview } from './action-overview.ts'
import { actionPlan } from './action-plan.ts'
import { actionPortfolio } from './action-portfolio.ts'
import { alertTable } from './alert-table.ts'
import { benchmark } from './benchmark.ts'
import { choiceLine } from './choice-line.ts'
import { bindComponents } from './component.ts'
import type { AnyComponent } from './component.ts'
import { dataTable } from './data-table.ts'
import { dataUploader } from './data-uploader.ts'
import { delta } from './delta.ts'
import { developmentChart } from './development-chart.ts'
import { discriminator } from './discriminator.ts'
import { effect } from './effect.ts'
import { feedbackOverview } from './feedback-overview.ts'
import { feedbackSearch } from './feedback-search.ts'
import { feedbackSentiment } from './feedback-sentiment.ts'
import { gamificationOverview } from './gamification-overview.ts'
import { globalCampaignsList } from './global-campaigns-list.ts'
import { globalOverview } from './global-overview.ts'
import { globalValuesTable } from './global-values-table.ts'
import { grouped } from './grouped.ts'
import { importSetList } from './import-set-list.ts'
import { indicatorBlock } from './indicator-block.ts'
import { latestComments } from './latest-comments.ts'
import { mailCampaignDetails } from './mail-campaign-details.ts'
import { mailCampaignsList } from './mail-campaigns-list.ts'
import { mailTemplatesList } from './mail-templates-list.ts'
import { menuBlock } from './menu-block.ts'
import { priority } from './priority.ts'
import { questionSearch } from './question-search.ts'
import { rankingTable } from './ranking-table.ts'
import { recordTable } from './record-table.ts'
import { resultsBlock } from './results-block.ts'
import { sampleTable } from './sample-table.ts'
import { selectionBlock } from './selection-block.ts'
import { textAnalytics } from './text-analytics.ts'
import { variableActionBlock } from './variable-action-block.ts'
import { variableBlock } from './variable-block.ts'
import { whatChanged } from './what-changed.ts'
// new widget: import

/** Every widget by its type. */
export const widgets = {
  'action-manager': actionManager,
  'action-overview': actionOverview,
  'action-plan': actionPlan,
  'action-portfolio': actionPortfolio,
  'alert-table': alertTable,
  benchmark,
  'choice-line': choiceLine,
  'data-table': dataTable,
  'data-uploader': dataUploader,
  delta,
  'development-chart': developmentChart,
  discriminator,
  effect,
  'feedback-overview': feedbackOverview,
  'feedback-search': feedbackSearch,
  'feedback-sentiment': feedbackSentiment,
  'gamification-overview': gamificationOverview,
  'global-campaigns-list': globalCampaignsList,
  'global-overview': globalOverview,
  'global-values-table': globalValuesTable,
  grouped,
  'import-set-list': importSetList,
  'indicator-block': indicatorBlock,
  'latest-comments': latestComments,
  'mail-campaign-details': mailCampaignDetails,
  'mail-campaigns-list': mailCampaignsList,
  'mail-templates-list': mailTemplatesList,
  'menu-block': menuBlock,
  priority,
  'question-search': questionSearch,
  'ranking-table': rankingTable,
  'record-table': recordTable,
  'results-block': resultsBlock,
  'sample-table': sampleTable,
  'selection-block': selectionBlock,
  'text-analytics': textAnalytics,
  'variable-action-block': variableActionBlock,
  'variable-block': variableBlock,
  'what-changed': whatChanged,
  // new widget: entry
}

/** Name of a widget. */
export type WidgetType = keyof typeof widgets

/** The configuration of a widget, with every default filled in. */
export type WidgetConfig<Type extends WidgetType> = z.output<(typeof widgets)[Type]['config']>

/** Names of a widget's calls. */
export type WidgetCallName<Type extends WidgetType> = keyof (typeof widgets)[Type]['calls'] & string

/** A component of a known type. */
export type Component = { [Type in WidgetType]: { type: Type; config: WidgetConfig<Type> } }[WidgetType]

/** Names of all widgets. */
export const widgetTypes = Object.keys(widgets) as WidgetType[]

/** Schema of a component: strict for a known type, anything for an unknown one. */
export const component = bindComponents(Object.values(widgets))

/** Tells whether a type is one of the widgets. */
export function isKnownType(type: string): type is WidgetType {
  return Object.hasOwn(widgets, type)
}

/** Tells whether a component is of a type, and gives its configuration that type's shape. */
export function isComponentOf<Type extends WidgetType>(
  candidate: AnyComponent,
  type: Type,
): candidate is AnyComponent & { type: Type; config: WidgetConfig<Type> } {
  return candidate.type === type
}
