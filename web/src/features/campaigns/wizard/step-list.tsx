import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { steps } from './use-step.ts'
import type { Step } from './use-step.ts'
import classes from './wizard.module.css'

interface Props {
  step: Step
  reachable: Step
  onStep: (step: Step) => void
}

/** The steps by name: those that can be reached lead there. */
export function StepList({ step, reachable, onStep }: Props) {
  const t = useTexts()
  return (
    <ol className={classes['steps']} aria-label={t('steps')}>
      {steps.map((one) => (
        <li key={one}>
          <button
            type="button"
            className={classes['step']}
            aria-current={one === step ? 'step' : undefined}
            disabled={one > reachable}
            onClick={() => onStep(one)}
          >
            <span className={classes['number']} aria-hidden="true">
              {one < step ? <IconCheck size={14} /> : one}
            </span>
            <span className={classes['stepName']}>{t(`step_${one}`)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
