import { NoData } from '#web/widgets/no-data.tsx'
import { useTexts } from './texts.ts'

/** No comments at this place, with these filters, in this period; offers to widen them. */
export function NoComments() {
  const t = useTexts()
  return <NoData words={{ none: t('noComments'), noneAt: (place) => t('noCommentsAt', { place }) }} />
}
