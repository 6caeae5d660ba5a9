import { useParams, useSearch } from '@tanstack/react-router'
import { useDrillPath } from '#web/lib/place.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { TemplateScreen } from '#web/paths.ts'

/** What the address of an editor names, and where it leads to. */
export interface TemplatePlace {
  survey: string
  templateId: number
  isCopy: boolean
  /** It stands within another page: nothing leads elsewhere. */
  isEmbedded: boolean
  /** Address of the page that the editor was opened from; that of the survey's start where it names none. */
  back: string
  leave: () => void
  /** Opens a template in the same editor, coming from the same page. */
  open: (templateId: number, options?: { duplicate?: boolean; replace?: boolean }) => void
}

/** The place of an editor of templates. */
export function useTemplatePlace(screen: TemplateScreen): TemplatePlace {
  const { survey = '-', templateId = '0' } = useParams({ strict: false })
  const { fromPage, duplicate = false, embedded = false } = useSearch({ strict: false })
  const start = useSurveyStart()
  const lastPath = useDrillPath()
  const go = useGo()
  const place = lastPath === 'root' ? start.startPath : lastPath
  const page = start.survey.pages.find(({ extname }) => extname === fromPage)
  const back = page === undefined ? paths.ranking(survey, place) : pageAddress(page, survey, place)
  const from = { ...(fromPage !== undefined && { fromPage }), ...(embedded && { embedded }) }
  return {
    ...{ survey, back, isCopy: duplicate, isEmbedded: embedded, templateId: Number(templateId) },
    leave: () => go(back),
    open: (id, options = {}) =>
      go(paths.template(screen, survey, id, { ...from, ...(options.duplicate === true && { duplicate: true }) }), {
        replace: options.replace === true,
      }),
  }
}
