import { useAppTexts } from '#web/lib/use-app-texts.ts'

/** The sign for no value, for what is drawn without React. */
export const noValueText = '—'

/**
 * What stands wherever a value could and there is none: a quiet dash with the reason, on hover and for screen readers;
 * by default that there is no value.
 */
export function NoValue({ why }: { why?: string | undefined }) {
  const t = useAppTexts()
  const reason = why === undefined || why === '' ? t('noValue') : why
  return <NoValueSign reason={reason} />
}

/** The same for tables of thousands of cells, which look the reason up once. */
export function NoValueSign({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} title={reason} className="gv-quiet">
      {noValueText}
    </span>
  )
}
