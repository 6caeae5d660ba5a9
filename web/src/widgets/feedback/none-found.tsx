import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'

/** No comment is as the search asks for; offers to take its filters away. */
export function NoneFound({ onClear }: { onClear: () => void }) {
  const t = useTexts()
  return <Empty title={t('noneFound')} action={{ text: t('clearFilters'), run: onClear }} compact />
}
