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
  return useMemo(() => {
    const ordered = [...survey.pages].sort(
      (a, b) => Number(b.extname === shown?.extname) - Number(a.extname === shown?.extname),
    )
    const addressOf = ({ page }: Search) =>
      pageAddress(page, survey.extName, page.extname === shown?.extname ? here : counted)
    const search = searchesIn(ordered).find(
      (one) => questions.every((name) => one.questions.includes(name)) && reach(addressOf(one)) === null,
    )
    if (search === undefined) return () => null
    const base = addressOf(search)
    return ({ sentiment, category, questions: some = questions, term }: CommentFilters) => {
      const query = new URLSearchParams()
      const isAll = search.questions.every((name) => some.includes(name))
      const given = { term, sentiment, category, questions: isAll ? undefined : some.join(',') }
      for (const [name, value] of Object.entries(given)) if (value) query.set(`${search.id}.${name}`, value)
      return `${base}?${query.toString()}#${searchAnchor(search.id)}`
    }
  }, [survey, shown, reach, here, counted, questions])
}
