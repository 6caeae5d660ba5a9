import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { FilterOption } from '@gensvar/contract/entities/survey'
import type { LocalText } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'

type Titles = Record<string, LocalText>

const keyOf = (survey: string, filter: string) => ['option-titles', survey, filter]

/** Remembers the titles of options the server has returned, so that chosen ones can be named later. */
export function rememberTitles(
  client: QueryClient,
  survey: string,
  filter: string,
  options: readonly FilterOption[],
): void {
  client.setQueryData<Titles>(keyOf(survey, filter), (known) => ({
    ...known,
    ...Object.fromEntries(options.map((option) => [option.extName, option.title])),
  }))
}

/** Known titles of a server-side filter's options, by option name. */
export function useOptionTitles(survey: string, filter: string): Titles {
  const titles = useQuery<Titles>({
    queryKey: keyOf(survey, filter),
    queryFn: () => ({}),
    enabled: false,
    initialData: {},
    gcTime: Infinity,
  })
  // The cache contains a plain object, and an option may be called `constructor`.
  return namesOnly({ ...titles.data })
}
