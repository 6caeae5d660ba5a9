import type { LocalText } from '@gensvar/contract/local-text'
import { useLocalText } from '#web/lib/local-text.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'

/** Shown instead of withheld figures; gives the server's reason. */
export function Withheld({ why, compact }: { why: LocalText; compact?: boolean }) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <Empty title={t('withheld')} compact={compact}>
      {text(why)}
    </Empty>
  )
}
