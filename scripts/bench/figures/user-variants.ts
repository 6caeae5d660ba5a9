import { size } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import type { Variant } from './named-requests.ts'
import { allTime, datesOf, windows } from './spans.ts'
import { components, nameOf, surveyName } from './survey-plan.ts'

/** Requests of many users, each different: tiles, results and rankings of everything, by channel and period, in turn. */
export function* userVariants(made: MadeRows): Generator<Variant> {
  const years = windows(size.months, 12, 13).map((months) => datesOf(made, months))
  const always = allTime(size.months, 120).map((months) => datesOf(made, months))
  // Every choice of channels but none and all.
  for (let chosen = 1; chosen < 2 ** size.channels - 1; chosen++) {
    const channels = Array.from({ length: size.channels }, (_, at) => at).filter((at) => (chosen >> at) & 1)
    const path = `channel=${channels.map(nameOf.channel).join('*')}`
    for (const [at, year] of years.entries()) {
      yield of(components.tiles, `${path};${year}`)
      yield of(components.block, `${path};${year}`)
      yield of(components.ranking, `${path};${always[at % always.length]}`)
      yield of(components.months, `${path};${year}`)
    }
  }
}

function of(component: string, path: string): Variant {
  return { urls: [`/rest/widgets/data/${surveyName}/${component}/${path}`], questions: [], read: () => [] }
}
