import { createContext, use, useEffect, useId, useMemo } from 'react'
import { createStore, useStore } from './store.ts'
import type { Store } from './store.ts'

/** Ends of an axis, in the unit of what is drawn on it. */
export interface Ends {
  from: number
  to: number
}

/** Ends of the axes of a drawing, by name; those of which nothing is drawn are null. */
export type AxisEnds<Axis extends string = string> = Readonly<Record<Axis, Ends | null>>

/** What a component draws: the name of each drawing, and the ends of its axes. */
type Drawings = Record<string, { name: string; ends: AxisEnds } | null>

/** What is drawn of the twins of a compared component; null where nothing is compared. */
export const SharedEndsContext = createContext<Store<Drawings> | null>(null)

/** A place where twins tell what they draw. */
export function createSharedEnds(): Store<Drawings> {
  return createStore({})
}

const nothingCompared = createSharedEnds()

/** The ends of some values; null of none. */
export function endsOf(values: readonly (number | null)[]): Ends | null {
  let [from, to] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === null) continue
    from = Math.min(from, value)
    to = Math.max(to, value)
  }
  return from <= to ? { from, to } : null
}

/**
 * The ends of axes that both sides of a comparison have: those of what is drawn here (`own`), and of what the twin draws under the
 * same name, on axes of the same names. Where nothing is compared these are `own`.
 */
export function useSharedEnds<Axis extends string>(name: string, own: AxisEnds<Axis>): AxisEnds<Axis> {
  const id = useId()
  const shared = use(SharedEndsContext)
  const told = JSON.stringify(own)
  useEffect(() => {
    if (shared === null) return
    shared.set({ [id]: { name, ends: JSON.parse(told) as AxisEnds } })
    return () => shared.set({ [id]: null })
  }, [shared, id, name, told])
  const all = useStore(shared ?? nothingCompared, (drawings) => {
    const others = Object.values(drawings).flatMap((one) => (one?.name === name ? [one.ends] : []))
    return JSON.stringify(united(own, others))
  })
  return useMemo(() => JSON.parse(all) as AxisEnds<Axis>, [all])
}

function united<Axis extends string>(own: AxisEnds<Axis>, others: readonly AxisEnds[]): AxisEnds<Axis> {
  const axes = Object.keys(own) as Axis[]
  const endsAt = (axis: Axis): Ends | null =>
    endsOf([own, ...others].flatMap((ends: AxisEnds) => [ends[axis]?.from ?? null, ends[axis]?.to ?? null]))
  return Object.fromEntries(axes.map((axis) => [axis, endsAt(axis)])) as Record<Axis, Ends | null>
}
