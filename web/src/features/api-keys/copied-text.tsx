import { Button, CopyButton, Textarea } from '@mantine/core'
import { useTexts } from './texts.ts'
import classes from './api-keys.module.css'

interface Props {
  label: string
  description?: string
  text: string
}

/** A text to be copied. */
export function CopiedText({ label, description, text }: Props) {
  const t = useTexts()
  return (
    <div className={classes['copied']}>
      <Textarea
        label={label}
        description={description}
        readOnly
        autosize
        minRows={1}
        value={text}
        spellCheck={false}
        classNames={{ input: classes['code'] ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={text} timeout={3000}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" aria-label={t('copyOf', { what: label })} onClick={copy}>
            <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
