import { ramp } from '../distribution.ts'

/** What really changed in a store, from a day on: how its visitors answer. */
export interface Improvement {
  store: string
  /** Days before the demo is made when it began, and how long it took to work. */
  daysAgo: number
  within: number
  /** By question, in standard deviations. */
  effects?: Readonly<Record<string, number>>
  /** Waiting times as a multiple of the earlier ones. */
  queue?: number
}

const staff = (size: number) => ({ helpful: size, knowledge: size, friendly: size })

/** The measures of stores that worked; those of the others changed nothing. */
export const improvements: readonly Improvement[] = [
  { store: 'helsingborg-vala', daysAgo: 330, within: 30, effects: staff(0.8) },
  { store: 'stockholm-kista', daysAgo: 290, within: 30, effects: staff(0.75) },
  { store: 'goteborg-nordstan', daysAgo: 300, within: 14, queue: 0.55 },
  { store: 'oslo-storo', daysAgo: 250, within: 14, queue: 0.55 },
  { store: 'turku-hansa', daysAgo: 220, within: 20, effects: { tidy: 1 } },
]

/** How much of the improvements of a store there is on a day. */
export function improvedOn(
  store: string,
  day: number,
  today: number,
): { effects: Readonly<Record<string, number>>; queue: number } {
  const effects: Record<string, number> = {}
  let queue = 1
  for (const one of improvements) {
    if (one.store !== store) continue
    const share = ramp(day, today - one.daysAgo, today - one.daysAgo + one.within)
    for (const [driver, size] of Object.entries(one.effects ?? {}))
      effects[driver] = (effects[driver] ?? 0) + share * size
    queue *= 1 - share * (1 - (one.queue ?? 1))
  }
  return { effects, queue }
}
