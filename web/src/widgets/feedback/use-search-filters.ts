import { useMemo } from 'react'
import { commentKinds } from '@gensvar/contract/widgets/text-search-params'
import { useChangeSearch, useOwnSearch } from '#web/ui/data-table/use-table-search.ts'
import type { CommentKind } from './sentiments.ts'

/** What a search in comments is narrowed by besides its word; null for all. */
export interface SearchFilters {
  sentiment: CommentKind | null
  category: string | null
  /** Variables of the questions; all where it is null. */
  questions: readonly string[] | null
}

function read(searchStr: string, prefix: string): SearchFilters {
  const query = new URLSearchParams(searchStr)
  const questions = query.get(`${prefix}questions`)
  return {
    sentiment: commentKinds.find((kind) => kind === query.get(`${prefix}sentiment`)) ?? null,
    category: query.get(`${prefix}category`) || null,
    questions: questions === null || questions === '' ? null : questions.split(','),
  }
}

/** The filters as the calls take them. */
export function filterParams({ sentiment, category, questions }: SearchFilters) {
  return {
    ...(sentiment !== null && { sentiment }),
    ...(category !== null && { category }),
    ...(questions !== null && { questions: questions.join(',') }),
  }
}

/** The filters of a search in the URL, and the way to change them: the list begins with its first page then. */
export function useSearchFilters(component: string): [SearchFilters, (change: Partial<SearchFilters>) => void] {
  const prefix = `${component}.`
  const searchStr = useOwnSearch()
  const filters = useMemo(() => read(searchStr, prefix), [searchStr, prefix])
  const change = useChangeSearch(prefix, true)
  return [
    filters,
    ({ sentiment, category, questions }) =>
      change({
        page: undefined,
        ...(sentiment !== undefined && { sentiment: sentiment ?? undefined }),
        ...(category !== undefined && { category: category ?? undefined }),
        ...(questions !== undefined && { questions: questions?.join(',') }),
      }),
  ]
}
