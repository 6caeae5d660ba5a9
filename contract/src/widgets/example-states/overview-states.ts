import { globalOverviewExample } from '../../entities/global-overview.ts'
import type { GlobalOverview } from '../../entities/global-overview.ts'
import { indicatorStates } from './indicator-states.ts'
import type { AnswerState, InStates } from './in-states.ts'
import { longNames, longTitle } from './words.ts'

/** The example with all tiles in a state. */
function withTiles(state: AnswerState): GlobalOverview {
  const indicatorBlocks = globalOverviewExample.indicatorBlocks.map((block) => ({
    ...block,
    groups: block.groups.map((group) => ({ ...group, variables: [indicatorStates[state]] })),
  }))
  return { ...globalOverviewExample, indicatorBlocks }
}

/** The global overview in each state. */
export const overviewStates: InStates<GlobalOverview> = {
  empty: { ...globalOverviewExample, indicatorBlocks: [] },
  withheld: withTiles('withheld'),
  few: withTiles('few'),
  long: {
    welcomeText: longTitle,
    clickText: longTitle,
    timeFilters: [{ title: longTitle, extName: 'last_1m' }],
    indicatorBlocks: longNames.map((title) => ({
      title,
      host: 'kundendienstniederlassungen.nordrhein-westfalen.example.org',
      groups: longNames.map((group) => ({ title: group, variables: [indicatorStates.long] })),
    })),
  },
}
