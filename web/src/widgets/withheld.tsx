import type { LocalText } from '@gensvar/contract/local-text'
import { useLocalText } from '#web/lib/local-text.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'

/** Stands where figures would be that are withheld, and says why, in the server's words. */
export function Withheld({ why, compact }: { why: LocalText; compact?: boolean }) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <Empty title={t('withheld')} compact={compact}>
      {text(why)}
    </Empty>
  )
}
