import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The period of a page (`last_3m`), which applies where a path has none; null for all time and an unknown page. */
export function pageInterval({ config }: Pick<SurveyModel, 'config'>, page: string | undefined): string | null {
  return config.pages.find((one) => one.extname === page)?.selectionInterval ?? null
}
