import type { Filter, FilterGroup } from '@gensvar/contract/entities/survey'
import { kindOfFilter } from '@gensvar/contract/filter-kinds/index'
import { getCampaignName, getFilterData, listFilterCampaigns } from '@gensvar/contract/filters'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { startFixture } from '#web/testing/fixtures.ts'
import { serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

/** A filter with only the given flags, of the kind that follows from them. */
export function filterFixture(change: Partial<Filter> & { extName: string }): Filter {
  const filter: Omit<Filter, 'kind'> = {
    title: change.extName,
    options: [],
    multipleSelections: false,
    range: false,
    today: false,
    dateRef: false,
    dateInterval: false,
    tableDate: false,
    serverSide: false,
    dropdown: false,
    exclude: false,
    submatch: false,
    campaign: false,
    ...change,
  }
  return { ...filter, kind: change.kind ?? kindOfFilter(filter, undefined) }
}

/** A group that is open and whose filters do not collapse. */
export function groupFixture(filters: Filter[], change: Partial<FilterGroup> = {}): FilterGroup {
  return {
    key: filters[0]?.extName ?? 'group',
    title: change.key ?? 'Group',
    ungrouped: false,
    flatten: true,
    expanded: true,
    quickSelect: [],
    userSelectableRange: false,
    filters,
    ...change,
  }
}

/** Options named by their texts in lower case. */
export function optionsOf(...texts: string[]): Filter['options'] {
  return texts.map((text) => ({ extName: text.toLowerCase(), title: text }))
}

/** A server whose survey has these filters, and two campaigns. */
export function filterServer(
  standard: FilterGroup[],
  time: FilterGroup[] = [],
  change: Parameters<typeof startFixture>[0] = {},
): Served[] {
  const start = startFixture(change)
  const sets = {
    standard: { type: 'standard' as const, filterGroups: standard },
    time: { type: 'time' as const, filterGroups: time },
  }
  return [
    serve(getSurveyStart, {
      ...start,
      survey: { ...start.survey, standardFilterSet: sets.standard, timeFilterSet: sets.time },
    }),
    serve(getFilterData, ({ params }) => (params['type'] === 'time' ? sets.time : sets.standard)),
    serve(listFilterCampaigns, {
      campaigns: [
        { id: 12, title: 'Autumn', sendingType: 'EMAIL' },
        { id: 15, title: 'Winter', sendingType: 'SMS' },
      ],
    }),
    serve(getCampaignName, ({ params }) => ({ id: Number(params['campaign']), title: 'Autumn' })),
  ]
}
