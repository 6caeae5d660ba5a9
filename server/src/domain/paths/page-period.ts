import type { PageConfig } from '@gensvar/contract/configuration/pages'
import type { onPage } from '@gensvar/contract/paths'
import type { z } from 'zod'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'

type Pages = Pick<SurveyConfig, 'pages' | 'defaultPage'>

/**
 * The period of pages that have none of their own: that of the page the survey opens on, so that one indicator has the
 * same value on every page. Null for all time.
 */
export function surveyPeriod(config: Pages): string | null {
  return openingPage(config)?.selectionInterval ?? null
}

/** The page that the survey opens on. */
export function openingPage({ pages, defaultPage }: Pages): PageConfig | undefined {
  return pages.find(({ extname }) => extname === defaultPage) ?? pages[0]
}

/**
 * The period of a page's figures while no date is chosen: its own, else the survey's. Null for all time. Every figure of
 * a page takes it from `askedPeriod`, which asks the survey's script first: widgets, rankings, the drill path bar and its
 * menus.
 */
export function pagePeriod(config: Pages, page: Pick<PageConfig, 'selectionInterval'> | undefined): string | null {
  return page?.selectionInterval ?? surveyPeriod(config)
}

/** The page that a request is made for. */
export type AskedPage = z.output<typeof onPage>

/** The page that a request names; undefined for an unknown one, which has the survey's period. */
export function pageOf({ pages }: Pick<Pages, 'pages'>, { page, kind }: AskedPage): PageConfig | undefined {
  return pages.find((one) => (page === undefined ? kind !== undefined && one.kind === kind : one.extname === page))
}
