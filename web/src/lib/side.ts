import { useLocation } from '@tanstack/react-router'
import { createContext, use, useCallback } from 'react'
import type { ComponentType } from 'react'
import type { Page } from '@gensvar/contract/entities/survey'
import { createStore } from './store.ts'

/** One of the places, periods and filters that a page shows beside another; what is inside follows it, not the address. */
export interface Side {
  drillPath: string
  /** Whether the address holds it beside its own drill path (side B). */
  isOther: boolean
  /** Changes it; null where the drill path of the address is changed. */
  change: ((drillPath: string) => void) | null
  /** How figures differ from those of the other side; null where that is not told. */
  difference: SideDifferences | null
}

/** How the figures of a side differ from those of the other one. */
export interface SideDifferences {
  /** Heading of a column of them; null on the side that only keeps their room, so that twins stand in line. */
  title: string | null
  /** The difference of one figure, by the name of its indicator or question. */
  Difference: ComponentType<{ name: string }>
}

/** The side around a part of the page; null where nothing is compared. */
export const SideContext = createContext<Side | null>(null)

/** The side of a comparison around a part of the page; null outside of one. */
export function useSide(): Side | null {
  return use(SideContext)
}

/** Attribute of elements that stand level with the same one of the other side. */
export const twinMark = 'data-twin'

/** Set while a page is compared: the drill path of the other side when that of the address becomes another one. */
export const comparing = createStore<{ moveAlong: ((drillPath: string) => Promise<string>) | null }>({
  moveAlong: null,
})

/** Name of the other side's drill path in the address. */
const sideName = 'vs'

/** The drill path of the other side in the address; null where nothing is compared. */
export function useOtherSide(): string | null {
  return useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get(sideName) })
}

/** Adds the comparison under way to the address of another page of the survey; alerts and samples are not compared. */
export function useKeptSide(): (page: Pick<Page, 'kind'>, href: string) => string {
  const vs = useOtherSide()
  return useCallback(
    (page, href) => (vs === null || page.kind === 'alerts' || page.kind === 'samples' ? href : withSide(href, '', vs)),
    [vs],
  )
}

/** The address with another drill path of the other side, or none; tables go back to the first page. */
export function withSide(pathname: string, search: string, drillPath: string | null): string {
  const query = new URLSearchParams(search)
  query.delete('page')
  if (drillPath === null) query.delete(sideName)
  else query.set(sideName, drillPath)
  const rest = query.toString()
  return rest === '' ? pathname : `${pathname}?${rest}`
}
