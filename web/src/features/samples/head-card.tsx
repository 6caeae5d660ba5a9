import { SampleStateIcon, useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import type { Sample } from './queries.ts'
import classes from './sample.module.css'

/** Whose sample it is, and its state. */
export function HeadCard({ sample }: { sample: Sample }) {
  const stateText = useSampleStateText()
  return (
    <section className={classes['head']} aria-labelledby="sample-title">
      <div className={classes['names']}>
        <h1 id="sample-title" className={classes['title']}>
          {sample.title}
        </h1>
        <p className={classes['subtitle']}>{sample.subtitle}</p>
      </div>
      <p className={classes['state']}>
        <SampleStateIcon state={sample.state} hasWords />
        {stateText(sample.state)}
      </p>
    </section>
  )
}
