import type { ComponentType } from 'react'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { onDemand } from '#web/lib/on-demand.tsx'
import type { WidgetProps } from './widget-props.ts'
// new widget: import

/** A view fetched when a page first shows its widget. */
function view<Type extends WidgetType>(load: () => Promise<ComponentType<WidgetProps<Type>>>) {
  return onDemand(load)
}

/** The browser's side of every widget. */
export const widgetViews = {
  'action-manager': view<'action-manager'>(() =>
    import('./action-manager/action-manager.tsx').then((file) => file.ActionManager),
  ),
  'action-overview': view<'action-overview'>(() =>
    import('./action-overview/action-overview.tsx').then((file) => file.ActionOverview),
  ),
  'action-plan': view<'action-plan'>(() => import('./action-plan/action-plan.tsx').then((file) => file.ActionPlan)),
  'action-portfolio': view<'action-portfolio'>(() =>
    import('./action-portfolio/action-portfolio.tsx').then((file) => file.ActionPortfolio),
  ),
  'alert-table': view<'alert-table'>(() => import('./alert-table/alert-table.tsx').then((file) => file.AlertTable)),
  'data-uploader': view<'data-uploader'>(() =>
    import('./data-uploader/data-uploader.tsx').then((file) => file.DataUploader),
  ),
  'development-chart': view<'development-chart'>(() =>
    import('./development-chart/development-chart.tsx').then((file) => file.DevelopmentChart),
  ),
  discriminator: view<'discriminator'>(() =>
    import('./discriminator/discriminator.tsx').then((file) => file.Discriminator),
  ),
  'global-overview': view<'global-overview'>(() =>
    import('./global-overview/global-overview.tsx').then((file) => file.GlobalOverview),
  ),
  'import-set-list': view<'import-set-list'>(() =>
    import('./import-set-list/import-set-list.tsx').then((file) => file.ImportSetList),
  ),
  'menu-block': view<'menu-block'>(() => import('./menu-block/menu-block.tsx').then((file) => file.MenuBlock)),
  'ranking-table': view<'ranking-table'>(() =>
    import('./ranking-table/ranking-table.tsx').then((file) => file.RankingTable),
  ),
  'results-block': view<'results-block'>(() =>
    import('./results-block/results-block.tsx').then((file) => file.ResultsBlock),
  ),
  'sample-table': view<'sample-table'>(() =>
    import('./sample-table/sample-table.tsx').then((file) => file.SampleTable),
  ),
  'selection-block': view<'selection-block'>(() =>
    import('./selection-block/selection-block.tsx').then((file) => file.SelectionBlock),
  ),
  'variable-action-block': view<'variable-action-block'>(() =>
    import('./variable-action-block/variable-action-block.tsx').then((file) => file.VariableActionBlock),
  ),
  'variable-block': view<'variable-block'>(() =>
    import('./variable-block/variable-block.tsx').then((file) => file.VariableBlock),
  ),
  'latest-comments': view<'latest-comments'>(() =>
    import('./latest-comments/latest-comments.tsx').then((file) => file.LatestComments),
  ),
  'data-table': view<'data-table'>(() => import('./data-table/data-table.tsx').then((file) => file.DataTableWidget)),
  'record-table': view<'record-table'>(() =>
    import('./record-table/record-table.tsx').then((file) => file.RecordTable),
  ),
  'global-values-table': view<'global-values-table'>(() =>
    import('./global-values-table/global-values-table.tsx').then((file) => file.GlobalValuesTable),
  ),
  'gamification-overview': view<'gamification-overview'>(() =>
    import('./gamification-overview/gamification-overview.tsx').then((file) => file.GamificationOverview),
  ),
  'mail-templates-list': view<'mail-templates-list'>(() =>
    import('./mail-templates-list/mail-templates-list.tsx').then((file) => file.MailTemplatesList),
  ),
  'mail-campaigns-list': view<'mail-campaigns-list'>(() =>
    import('./mail-campaigns-list/mail-campaigns-list.tsx').then((file) => file.MailCampaignsList),
  ),
  'mail-campaign-details': view<'mail-campaign-details'>(() =>
    import('./mail-campaign-details/mail-campaign-details.tsx').then((file) => file.MailCampaignDetails),
  ),
  'global-campaigns-list': view<'global-campaigns-list'>(() =>
    import('./global-campaigns-list/global-campaigns-list.tsx').then((file) => file.GlobalCampaignsList),
  ),
  'text-analytics': view<'text-analytics'>(() =>
    import('./text-analytics/text-analytics.tsx').then((file) => file.TextAnalytics),
  ),
  'feedback-overview': view<'feedback-overview'>(() =>
    import('./feedback-overview/feedback-overview.tsx').then((file) => file.FeedbackOverview),
  ),
  'feedback-sentiment': view<'feedback-sentiment'>(() =>
    import('./feedback-sentiment/feedback-sentiment.tsx').then((file) => file.FeedbackSentiment),
  ),
  'feedback-search': view<'feedback-search'>(() =>
    import('./feedback-search/feedback-search.tsx').then((file) => file.FeedbackSearch),
  ),
  'question-search': view<'question-search'>(() =>
    import('./question-search/question-search.tsx').then((file) => file.QuestionSearch),
  ),
  'what-changed': view<'what-changed'>(() =>
    import('./what-changed/what-changed.tsx').then((file) => file.WhatChanged),
  ),
  effect: view<'effect'>(() => import('./effect/effect.tsx').then((file) => file.Effect)),
  priority: view<'priority'>(() => import('./priority/priority.tsx').then((file) => file.Priority)),
  'indicator-block': view<'indicator-block'>(() =>
    import('./indicator-block/indicator-block.tsx').then((file) => file.IndicatorBlock),
  ),
  delta: view<'delta'>(() => import('./delta/delta.tsx').then((file) => file.Delta)),
  benchmark: view<'benchmark'>(() => import('./benchmark/benchmark.tsx').then((file) => file.Benchmark)),
  'choice-line': view<'choice-line'>(() => import('./choice-line/choice-line.tsx').then((file) => file.ChoiceLine)),
  grouped: view<'grouped'>(() => import('./grouped/grouped.tsx').then((file) => file.Grouped)),
  // new widget: entry
} satisfies { [Type in WidgetType]: ComponentType<WidgetProps<Type>> }
