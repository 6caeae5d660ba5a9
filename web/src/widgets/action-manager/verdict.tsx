import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconHelpCircle } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ActionEffect } from '@gensvar/contract/entities/actions'
import type { LocalText } from '@gensvar/contract/local-text'
import { useLocalText } from '#web/lib/local-text.ts'
import { useTexts } from './texts.ts'
import classes from './verdict.module.css'

const icons: Record<ActionEffect['verdict'], Icon> = {
  helped: IconCircleCheck,
  unclear: IconCircleMinus,
  worse: IconAlertTriangle,
  few: IconHelpCircle,
}

interface Props {
  verdict: ActionEffect['verdict']
  /** The effect in a sentence. */
  said: LocalText
}

/** What an evaluation found, by word, icon and colour, with the sentence that says how much. */
export function Verdict({ verdict, said }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const Sign = icons[verdict]
  return (
    <span className={classes['verdict']} data-verdict={verdict}>
      <Sign size={16} stroke={1.75} className={classes['sign']} aria-hidden="true" />
      <span>
        {/* That there are too few answers is what the sentence says. */}
        {verdict !== 'few' && <strong className={classes['word']}>{t(`verdict_${verdict}`)}</strong>} {text(said)}
      </span>
    </span>
  )
}
