import { useMatches, useParams } from '@tanstack/react-router'
import { namesOnly } from '@gensvar/contract/names-only'
import type { Page } from '@gensvar/contract/entities/survey'
import { childComponents, walkComponents } from '@gensvar/contract/widgets/find-component'
import { useMemo } from 'react'
import { useSurveyStartIfAny } from './survey-start.ts'

const kinds = namesOnly<Partial<Record<string, NonNullable<Page['kind']>>>>({
  ranking: 'rankings',
  alertlist: 'alerts',
  samplelist: 'samples',
})

/** The page of an address as calls take it, by its name or its kind; neither on screens that are not a page. */
export interface AskedPage {
  page?: string
  kind?: NonNullable<Page['kind']>
}

/** The page of the address, known before the survey is. */
export function useAskedPage(): AskedPage {
  const { pageId } = useParams({ strict: false })
  const screen = useMatches({ select: (matches) => matches.at(-1)?.pathname.split('/')[1] ?? '' })
  return useMemo(() => {
    const kind = kinds[screen]
    if (pageId !== undefined) return { page: pageId }
    return kind === undefined ? {} : { kind }
  }, [pageId, screen])
}

/** The name by which screens that are opened from here lead back: the page's extname, or the first part of its address. */
export function useScreenName(): string {
  const { pageId } = useParams({ strict: false })
  const screen = useMatches({ select: (matches) => matches.at(-1)?.pathname.split('/')[1] ?? '' })
  return pageId ?? screen
}

/** The survey's page a screen shows, or undefined on screens that are not a page. */
export function useShownPage(): Page | undefined {
  const { data: start } = useSurveyStartIfAny()
  const { page, kind } = useAskedPage()
  const pages = start?.survey.pages ?? []
  if (page !== undefined) return pages.find((one) => one.extname === page)
  return kind === undefined ? undefined : pages.find((one) => one.kind === kind)
}

/**
 * Whether the screen's figures follow the place, the period and the filters. Those of a global overview do not, so on a
 * page of nothing else neither the period nor a number of filters or alerts stands over them.
 */
export function useFollowsFilters(): boolean {
  const page = useShownPage()
  if (page === undefined || page.kind === 'rankings') return true
  const components = [...walkComponents([page])].map(({ component }) => component)
  const shown = components.filter((component) => childComponents(component).length === 0)
  return shown.length === 0 || shown.some(({ type }) => type !== 'global-overview')
}
