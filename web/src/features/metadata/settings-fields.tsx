import { Textarea } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './metadata.module.css'
import { useTexts } from './texts.ts'

type Field = Pick<ComponentProps<typeof Textarea>, 'value' | 'error'> & {
  onChange: (given: unknown) => void
  onFocus: () => void
  onBlur: () => void
}

/** Features, and format where there is one, as JSON: few people need them, so they are folded. */
export function SettingsFields({ features, format }: { features: Field; format?: Field }) {
  const t = useTexts()
  const isWrong = [features, format].some((field) => field?.error !== undefined && field.error !== null)
  return (
    <details className={classes['settings']} open={isWrong || undefined}>
      <summary>{t('settings')}</summary>
      <div className={classes['languages']}>
        <Textarea label={t('features')} autosize minRows={2} maxRows={12} {...features} />
        {format && <Textarea label={t('format')} autosize minRows={2} maxRows={12} {...format} />}
      </div>
    </details>
  )
}
