import { Card } from '#web/ui/card.tsx'
import { FilterToggles } from '#web/widgets/campaign/filter-toggles.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { Info } from './wizard-place.ts'

interface Props {
  info: Info
  isCounting: boolean
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Step 3: which checks people have to pass. */
export function StepCheck({ info, isCounting, chosen, onChange }: Props) {
  const t = useTexts()
  return (
    <Card title={t('step_3')} subtitle={t('validationHelp')} query={{ isPlaceholderData: isCounting }}>
      <FilterToggles filters={info.mailFilters} chosen={chosen} onChange={onChange} />
    </Card>
  )
}
