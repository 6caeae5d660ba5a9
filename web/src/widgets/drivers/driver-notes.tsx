import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { basisWords } from './driver-words.ts'
import type { DriverBasis } from './driver-words.ts'
import classes from './drivers.module.css'
import { useTexts } from './texts.ts'

/** Under drivers: what they are computed from and do not say, and on demand which questions are left out, and why. */
export function DriverNotes({ basis }: { basis: DriverBasis }) {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  return (
    <div className={classes['notes']}>
      {basis.why === null && <p>{basisWords(basis, { t, format, text }).join(' ')}</p>}
      {basis.left.length > 0 && (
        <details>
          <summary>{t('leftOut', { count: basis.left.length, n: format.number(basis.left.length) })}</summary>
          <ul>
            {basis.left.map(({ variable, title, why }) => (
              <li key={variable}>
                <b>{text(title)}</b>: {text(why)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
