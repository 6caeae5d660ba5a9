import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type en from '#web/locales/en/form.json'
import { defineTexts } from '#web/lib/texts.ts'
import { focusField } from './form-place.ts'
import type { Refusal } from './refusal.ts'
import classes from './form.module.css'

const useTexts = defineTexts<typeof en>('form')

interface Props {
  refusal: Refusal
  form: HTMLElement | null
}

/**
 * Says above a form why it was not saved: errors that belong to no field, and links to the wrong fields if there are
 * several. A single wrong field has the focus and shows its error itself.
 */
export function RefusalSummary({ refusal: { fields, lines }, form }: Props) {
  const t = useTexts()
  const links = fields.length > 1 || lines.length > 0 ? fields : []
  if (links.length + lines.length === 0) return null
  return (
    <div role="alert" className={classes['summary']}>
      <IconAlertTriangle size={18} aria-hidden="true" className={classes['sign']} />
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {links.length > 0 && <p>{t('wrongFields', { count: links.length })}</p>}
        {links.length > 0 && (
          <ul>
            {links.map(({ path, label }) => (
              <li key={path}>
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  onClick={() => form !== null && focusField(form, path)}
                >
                  {label}
                </Anchor>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
