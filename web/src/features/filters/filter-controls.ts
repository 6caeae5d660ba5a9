import type { FilterKind } from '@gensvar/contract/conditions'
import type { FilterControl } from './filter-control.ts'
import { campaign } from './kinds/campaign.tsx'
import { choice } from './kinds/choice.ts'
import { dates } from './kinds/dates.ts'
import { range } from './kinds/range.ts'
import { sampleState } from './kinds/sample-state.tsx'
import { units } from './kinds/units.ts'

/** The browser's part of every filter kind. */
export const filterControls: { readonly [K in FilterKind]: FilterControl<K> } = {
  choice,
  range,
  dates,
  campaign,
  sampleState,
  units,
}
