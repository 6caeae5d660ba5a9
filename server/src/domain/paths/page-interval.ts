import type { onPage } from '@gensvar/contract/paths'
import type { z } from 'zod'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The page that a request is made for. */
export type AskedPage = z.output<typeof onPage>

/** The period of a page (`last_3m`), which applies where a path has none; null for all time and an unknown page. */
export function pageInterval({ config }: Pick<SurveyModel, 'config'>, { page, kind }: AskedPage): string | null {
  const found = config.pages.find((one) =>
    page === undefined ? kind !== undefined && one.kind === kind : one.extname === page,
  )
  return found?.selectionInterval ?? null
}
