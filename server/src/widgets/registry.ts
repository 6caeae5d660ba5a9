import type { WidgetType } from '@gensvar/contract/widgets/index'
import { developmentChart } from './development-chart/query.ts'
import { globalOverview } from './global-overview/query.ts'
import { developmentChartReport } from './development-chart/report.ts'
import { globalOverviewReport } from './global-overview/report.ts'
import { latestCommentsReport } from './latest-comments/report.ts'
import { rankingReport } from './ranking-table/report.ts'
import { resultsBlockReport } from './results-block/report.ts'
import { variableBlockReport } from './variable-block/report.ts'
import type { WidgetReportOf } from './widget-report.ts'
import { alertTable } from './alert-table/query.ts'
import { alertTableReport } from './alert-table/report.ts'
import { sampleTable } from './sample-table/query.ts'
import { sampleTableReport } from './sample-table/report.ts'
import { rankingTable } from './ranking-table/query.ts'
import { resultsBlock } from './results-block/query.ts'
import { variableBlock } from './variable-block/query.ts'
import type { WidgetServer } from './widget-server.ts'
import { latestComments } from './latest-comments/query.ts'
import { dataUploader } from './data-uploader/query.ts'
import { importSetList } from './import-set-list/query.ts'
import { dataTable } from './data-table/query.ts'
import { dataTableReport } from './data-table/report.ts'
import { recordTable } from './record-table/query.ts'
import { recordTableReport } from './record-table/report.ts'
import { globalValuesTable } from './global-values-table/query.ts'
import { globalValuesReport } from './global-values-table/report.ts'
import { gamificationOverview } from './gamification-overview/query.ts'
import { gamificationReport } from './gamification-overview/report.ts'
import { actionOverview } from './action-overview/query.ts'
import { actionOverviewReport } from './action-overview/report.ts'
import { actionManager } from './action-manager/query.ts'
import { actionManagerReport } from './action-manager/report.ts'
import { actionPlan } from './action-plan/query.ts'
import { actionPlanReport } from './action-plan/report.ts'
import { variableActionBlock } from './variable-action-block/query.ts'
import { variableActionBlockReport } from './variable-action-block/report.ts'
import { actionPortfolio } from './action-portfolio/query.ts'
import { actionPortfolioReport } from './action-portfolio/report.ts'
import { mailTemplatesList } from './mail-templates-list/query.ts'
import { mailCampaignsList } from './mail-campaigns-list/query.ts'
import { mailCampaignDetails } from './mail-campaign-details/query.ts'
import { globalCampaignsList } from './global-campaigns-list/query.ts'
import { textAnalytics } from './text-analytics/query.ts'
import { textAnalyticsReport } from './text-analytics/report.ts'
import { feedbackOverview } from './feedback-overview/query.ts'
import { feedbackOverviewReport } from './feedback-overview/report.ts'
import { feedbackSentiment } from './feedback-sentiment/query.ts'
import { feedbackSentimentReport } from './feedback-sentiment/report.ts'
import { feedbackSearch } from './feedback-search/query.ts'
import { feedbackSearchReport } from './feedback-search/report.ts'
import { questionSearch } from './question-search/query.ts'
import { questionSearchReport } from './question-search/report.ts'
import { whatChanged } from './what-changed/query.ts'
import { whatChangedReport } from './what-changed/report.ts'
import { effect } from './effect/query.ts'
import { effectReport } from './effect/report.ts'
import { priority } from './priority/query.ts'
import { priorityReport } from './priority/report.ts'
// new widget: import

/** What every widget that is answered by the server says in reports; null for one without figures. */
export const widgetReports = {
  'variable-block': variableBlockReport,
  'development-chart': developmentChartReport,
  'ranking-table': rankingReport,
  'results-block': resultsBlockReport,
  'global-overview': globalOverviewReport,
  'latest-comments': latestCommentsReport,
  'sample-table': sampleTableReport,
  'alert-table': alertTableReport,
  'data-uploader': null,
  'import-set-list': null,
  'data-table': dataTableReport,
  'record-table': recordTableReport,
  'global-values-table': globalValuesReport,
  'gamification-overview': gamificationReport,
  'action-overview': actionOverviewReport,
  'action-manager': actionManagerReport,
  'action-plan': actionPlanReport,
  'variable-action-block': variableActionBlockReport,
  'action-portfolio': actionPortfolioReport,
  'mail-templates-list': null,
  'mail-campaigns-list': null,
  'mail-campaign-details': null,
  'global-campaigns-list': null,
  'text-analytics': textAnalyticsReport,
  'feedback-overview': feedbackOverviewReport,
  'feedback-sentiment': feedbackSentimentReport,
  'feedback-search': feedbackSearchReport,
  'question-search': questionSearchReport,
  'what-changed': whatChangedReport,
  effect: effectReport,
  priority: priorityReport,
  // new widget: report
} satisfies { [Type in keyof typeof widgetServers]: WidgetReportOf<Type> | null }

/** The server's side of every widget that asks for figures; a widget without calls needs none. */
export const widgetServers = {
  'variable-block': variableBlock,
  'development-chart': developmentChart,
  'ranking-table': rankingTable,
  'results-block': resultsBlock,
  'global-overview': globalOverview,
  'latest-comments': latestComments,
  'sample-table': sampleTable,
  'alert-table': alertTable,
  'data-uploader': dataUploader,
  'import-set-list': importSetList,
  'data-table': dataTable,
  'record-table': recordTable,
  'global-values-table': globalValuesTable,
  'gamification-overview': gamificationOverview,
  'action-overview': actionOverview,
  'action-manager': actionManager,
  'action-plan': actionPlan,
  'variable-action-block': variableActionBlock,
  'action-portfolio': actionPortfolio,
  'mail-templates-list': mailTemplatesList,
  'mail-campaigns-list': mailCampaignsList,
  'mail-campaign-details': mailCampaignDetails,
  'global-campaigns-list': globalCampaignsList,
  'text-analytics': textAnalytics,
  'feedback-overview': feedbackOverview,
  'feedback-sentiment': feedbackSentiment,
  'feedback-search': feedbackSearch,
  'question-search': questionSearch,
  'what-changed': whatChanged,
  effect,
  priority,
  // new widget: entry
} satisfies { [Type in WidgetType]?: WidgetServer<Type> }
