import type { Distribution } from '@gensvar/contract/entities/distribution'
import { chartPalettes } from '#web/ui/charts/palette.ts'

const tones = { promoters: '#00c896', passives: '#808080', detractors: '#d0312d' } as const

/** The ends of the colours of a scale: its lowest and its highest step. */
const lowest = [168, 196, 245] as const
const highest = [23, 62, 148] as const

/** The same colours of parts in both schemes: by what an answer says, by the step of a scale, or one for each choice. */
export function partColours({ parts, isScale }: Pick<Distribution, 'parts' | 'isScale'>): string[] {
  const { series, further } = chartPalettes.light
  const last = Math.max(1, parts.filter(({ filter }) => filter !== null).length - 1)
  return parts.map(({ tone, filter }, at) => {
    if (filter === null) return further
    if (tone !== null) return tones[tone]
    return isScale ? between(at / last) : (series[at] ?? further)
  })
}

function between(part: number): string {
  const hex = lowest.map((from, at) => {
    const to = highest[at] ?? from
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${hex.join('')}`
}
