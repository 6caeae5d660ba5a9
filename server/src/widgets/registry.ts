import type { WidgetType } from '@gensvar/contract/widgets/index'
import { developmentChart } from './development-chart/query.ts'
import { globalOverview } from './global-overview/query.ts'
import { rankingTable } from './ranking-table/query.ts'
import { resultsBlock } from './results-block/query.ts'
import { variableBlock } from './variable-block/query.ts'
import type { WidgetServer } from './widget-server.ts'
import { latestComments } from './latest-comments/query.ts'
import { dataUploader } from './data-uploader/query.ts'
import { importSetList } from './import-set-list/query.ts'
// new widget: import

/** The server's side of every widget that asks for figures; a widget without calls needs none. */
export const widgetServers = {
  'variable-block': variableBlock,
  'development-chart': developmentChart,
  'ranking-table': rankingTable,
  'results-block': resultsBlock,
  'global-overview': globalOverview,
  'latest-comments': latestComments,
  'data-uploader': dataUploader,
  'import-set-list': importSetList,
  // new widget: entry
} satisfies { [Type in WidgetType]?: WidgetServer<Type> }
