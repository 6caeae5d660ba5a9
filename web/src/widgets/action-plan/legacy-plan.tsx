import type { z } from 'zod'
import type { compoundAction } from '@gensvar/contract/entities/actions'
import { useLocalText } from '#web/lib/local-text.ts'
import { Chip } from '#web/ui/chip.tsx'
import { useTexts } from '#web/widgets/action-manager/texts.ts'
import classes from './legacy-plan.module.css'

type CompoundAction = z.infer<typeof compoundAction>
type Target = CompoundAction['items'][number]['target']

/** How many balls a target has, and the most there are. */
const balls: Record<Target, number> = { TARGET0: 0, TARGET1: 1, TARGET2: 2, TARGET3: 3 }
const most = 3

/** The older plan: ready-made actions, each with its items and how much is wanted of them. */
export function LegacyPlan({ plans }: { plans: readonly CompoundAction[] }) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <ul className={classes['plans']}>
      {plans.map(({ title, type, items }, at) => (
        <li key={at} className={classes['plan']}>
          <h3 className={classes['heading']}>
            {text(title)} <Chip tone="quiet">{t(type === 'maintain' ? 'maintain' : 'improve')}</Chip>
          </h3>
          <ul className={classes['items']}>
            {items.map((item) => (
              <li key={item.value} className={classes['item']}>
                <span>{text(item.text) || item.value}</span>
                <TargetBalls target={item.target} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function TargetBalls({ target }: { target: Target }) {
  const t = useTexts()
  return (
    <span role="img" aria-label={t('targetOf', { n: balls[target], most })} className={classes['balls']}>
      {Array.from({ length: most }, (_, at) => (
        <span key={at} className={classes['ball']} data-filled={at < balls[target] || undefined} />
      ))}
    </span>
  )
}
