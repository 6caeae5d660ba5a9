import { SampleStateIcon, useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import { useOpenDays } from './open-days.ts'
import type { Sample } from './queries.ts'
import classes from './sample.module.css'

/** Whose sample it is, its state, and which days' samples can be changed. */
export function HeadCard({ sample }: { sample: Sample }) {
  const days = useOpenDays(sample)
  const stateText = useSampleStateText()
  return (
    <section className={classes['head']} aria-labelledby="sample-title">
      <div className={classes['names']}>
        <h1 id="sample-title" className={classes['title']}>
          {sample.title}
        </h1>
        <p className={classes['subtitle']}>{sample.subtitle}</p>
      </div>
      <div className={classes['aside']}>
        <p className={classes['state']}>
          <SampleStateIcon state={sample.state} hasWords />
          {stateText(sample.state)}
        </p>
        {days !== '' && sample.state !== '0' && <p className={classes['quiet']}>{days}</p>}
      </div>
    </section>
  )
}
