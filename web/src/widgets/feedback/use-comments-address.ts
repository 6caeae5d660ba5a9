import { isComponentOf } from '@gensvar/contract/widgets/index'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { useMemo } from 'react'
import type { Page } from '@gensvar/contract/entities/survey'
import { useCountedPath } from '#web/lib/cases-path.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import type { CommentKind } from './sentiments.ts'

/** Which comments an address is of; everything left out is not asked for. */
export interface CommentFilters {
  sentiment?: CommentKind
  /** Full name of a category. */
  category?: string
  /** Some of the figure's questions; all of them where left out. */
  questions?: readonly string[]
  term?: string
}

/** The element of a search, to which addresses of its comments scroll. */
export const searchAnchor = (component: string): string => `comments-${component}`

interface Search {
  page: Page
  id: string
  questions: readonly string[]
}

/** The searches in comments of pages, those of the shown page first. */
function searchesIn(pages: readonly Page[]): Search[] {
  return pages.flatMap((page) =>
    [...walkComponents([page])].flatMap(({ component }): Search[] => {
      const { id } = component.config
      if (isComponentOf(component, 'feedback-search')) return [{ page, id, questions: component.config.questions }]
      if (isComponentOf(component, 'question-search')) return [{ page, id, questions: [component.config.question] }]
      return []
    }),
  )
}

/**
 * Tells the address of exactly the comments that a figure of these questions counts: a search in comments of the
 * survey, with its filters, in the figure's period. Null where no search the reader can reach holds the questions.
 */
export function useCommentsAddress(questions: readonly string[]): (filters: CommentFilters) => string | null {
  const { survey } = useSurveyStart()
  const shown = useShownPage()
  const reach = useReach()
  const here = useDrillPath()
  const counted = useCountedPath()
  const shownName = shown?.extname
  return useMemo(() => {
    const search = searchFor(questions, survey.pages, shownName, (page) => reach(addressOn(page)) === null)
    if (search === undefined) return () => null
    return (filters: CommentFilters) =>
      addressOn(search.page) + queryOf(search, { ...filters, questions: filters.questions ?? questions })

    function addressOn(page: Page): string {
      return pageAddress(page, survey.extName, page.extname === shownName ? here : counted)
    }
  }, [survey, shownName, reach, here, counted, questions])
}

/** The first search that goes through all of these questions, on a page that can be opened. */
function searchFor(
  questions: readonly string[],
  pages: readonly Page[],
  shown: string | undefined,
  isOpen: (page: Page) => boolean,
): Search | undefined {
  const ordered = pages.toSorted((a, b) => Number(b.extname === shown) - Number(a.extname === shown))
  return searchesIn(ordered).find((one) => questions.every((name) => one.questions.includes(name)) && isOpen(one.page))
}

/** The filters as the search has them in its address, and the search itself as what is scrolled to. */
function queryOf(search: Search, { sentiment, category, questions = [], term }: CommentFilters): string {
  const query = new URLSearchParams()
  const isAll = search.questions.every((name) => questions.includes(name))
  const given = { term, sentiment, category, questions: isAll ? undefined : questions.join(',') }
  for (const [name, value] of Object.entries(given)) if (value) query.set(`${search.id}.${name}`, value)
  return `?${query.toString()}#${searchAnchor(search.id)}`
}
