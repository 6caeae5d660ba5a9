import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Tip } from '#web/ui/tip.tsx'
import { useTexts } from '#web/widgets/texts.ts'
import classes from './protected-note.module.css'

/** Says once on a page that its figures are blurred: in an anonymous survey all, else comparisons under a filter. */
export function ProtectedNote() {
  const t = useTexts()
  const { vocabulary } = useSurveyStart()
  const { filters } = usePlace()
  if (vocabulary === null) return null
  const isFiltered = filters.some(({ name }) => vocabulary.filters.includes(name))
  if (!vocabulary.anonymous && !isFiltered) return null
  const [plain = 0, one = 0, two] = vocabulary.minimum
  const least = two === undefined ? t('protectedLeast', { plain, one }) : t('protectedLeastOfTwo', { plain, one, two })
  return (
    <p className={classes['note']}>
      {t(vocabulary.anonymous ? 'protected' : 'protectedComparisons')} <Tip label={t('protectedMore')} text={least} />
    </p>
  )
}
